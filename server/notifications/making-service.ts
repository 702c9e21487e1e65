import { randomUUID } from 'node:crypto'
import { v7 as newId } from 'uuid'
import type { Door } from '../access/door/door.ts'
import { inDueTenants } from '../access/each-tenant.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import type { Jobs } from '../platform/jobs.ts'
import { tellOfDeadlines } from './deadlines-service.ts'
import * as making from './making-repository.ts'
import { plan, planBack, type FollowedRecord, type StandingItem } from './matching.ts'

/**
 * Makes the items of every tenant for what was sealed, and tells of deadlines. Processes may run it side by side. A
 * failing tenant does not hold up the others; at the end an error says how many failed.
 */
export async function makeNotifications(door: Door, signal?: AbortSignal): Promise<void> {
  const failed = await inDueTenants(
    door,
    door.tenantsToNotify(),
    async (tenantId) => ({ isMore: await door.enterTenant(tenantId, randomUUID(), makeItems) }),
    () => signal?.aborted === true,
  )
  if (failed !== undefined) throw failed
}

/** Starts making items regularly, in one process at a time. */
export async function startMakingNotifications(jobs: Jobs, door: Door): Promise<void> {
  await jobs.every('make-notifications', (signal) => makeNotifications(door, signal))
}

/** Follows the chain by one portion: the items and the place that was reached are stored together. Returns whether there is more. */
async function makeItems(scope: Scope): Promise<boolean> {
  const follow = await making.lockFollow(scope)
  if (follow === undefined) return false
  const { recordIds, upTo, isEnd } = await making.findChanged(scope, follow.position)
  const rules = recordIds.length === 0 ? [] : await making.listRuleVersions(scope)
  await forEachRecord(scope, recordIds, async (record, standing) => {
    const { made, closed } = plan(record, rules, standing, newId)
    await making.closeItems(scope, closed)
    await making.insertItems(scope, record, made)
  })
  await making.moveFollow(scope, upTo, !isEnd)
  await tellOfDeadlines(scope)
  return !isEnd
}

async function forEachRecord(
  scope: Scope,
  recordIds: readonly string[],
  work: (record: FollowedRecord, standing: readonly StandingItem[]) => Promise<void>,
): Promise<void> {
  const records = await making.findFollowed(scope, recordIds)
  const standing = Map.groupBy(await making.findStanding(scope, recordIds), ({ recordId }) => recordId)
  for (const record of records) await work(record, standing.get(record.id) ?? [])
}

/** Records that a look back reads at once. */
const recordsAtOnce = 500

const day = 24 * 60 * 60 * 1000

/** Makes items for the records of the last days that a rule asks for now and that have none by it. Returns the ids of the items. */
export async function makeItemsBack(scope: ActorScope, ruleId: string, days: number): Promise<string[]> {
  await making.lockFollow(scope)
  const rule = (await making.listRuleVersions(scope)).find(([first]) => first?.ruleId === ruleId)?.at(-1)
  if (rule === undefined) return []
  const since = new Date(scope.now.getTime() - days * day)
  const made: string[] = []
  let ids: string[] = []
  do {
    ids = await making.findPerformedSince(scope, since, ids.at(-1), recordsAtOnce)
    await forEachRecord(scope, ids, async (record, standing) => {
      const item = planBack(record, rule, standing, newId)
      if (item === undefined) return
      made.push(item.id)
      await making.insertItems(scope, record, [item])
    })
  } while (ids.length === recordsAtOnce)
  return made
}
