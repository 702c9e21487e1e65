import { createHash, randomUUID } from 'node:crypto'
import { v7 as newId } from 'uuid'
import type { AuditChain } from '../../contract/audit/endpoints.ts'
import { recordOnce } from '../access/audit/audit.ts'
import type { Door } from '../access/door/door.ts'
import type { ActorScope } from '../access/scope.ts'
import { inDueTenants } from '../access/each-tenant.ts'
import { inTurn } from '../platform/in-turn.ts'
import type { Jobs } from '../platform/jobs.ts'
import { findVerification, verifyEvents } from './verification-repository.ts'

/** Events recomputed in one transaction. Verifying blocks no change. */
const eventsAtOnce = 2000
/** A round ends after this many milliseconds; the next one continues with the tenant that has waited longest. */
const roundLimitMs = 5 * 60_000

interface AlarmLog {
  error(what: object, message: string): void
}

/**
 * Verifies the chain of each tenant from where the last round ended, and the whole chain anew every week, in portions
 * that alternate between tenants so that a long chain does not delay the others. Damage raises an alarm, which is then
 * told in the log and the trail. Processes may run it side by side; one of them does the work. A failing tenant does not
 * hold up the others; at the end an error says how many failed.
 */
export async function verifyAudit(door: Door, log: AlarmLog, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + roundLimitMs
  const isOver = () => signal?.aborted === true || performance.now() > end
  // A process may have been killed after it found damage and before it told of it.
  const untold = await inDueTenants(
    door,
    door.tenantsWithAlarm(),
    (tenantId) => tellOfAlarm(door, tenantId, log),
    isOver,
  )
  const verifying = await inTurn(
    await door.tenantsToVerify(),
    async (tenantId) => {
      const found = await door.enterTenant(tenantId, randomUUID(), (scope) => verifyEvents(scope, eventsAtOnce))
      return found.brokenAt === undefined ? found : await tellOfAlarm(door, tenantId, log)
    },
    isOver,
  )
  const failed = untold ?? verifying.failed
  if (failed !== undefined) throw failed
}

/**
 * Writes a tenant's alarm to the trail and the log, unless the trail has it. The alarm is stored by then, in a transaction
 * of its own, so that it stands although telling of it fails.
 */
async function tellOfAlarm(door: Door, tenantId: string, log: AlarmLog): Promise<{ isMore: boolean }> {
  return await door.enterTenant(tenantId, randomUUID(), async (scope) => {
    const state = await findVerification(scope)
    const { broken_position: position = null, broken_at: at = null } = state ?? {}
    if (position === null || at === null) return { isMore: false }
    const event = { action: 'audit.chain-broken', details: { position } } as const
    const isNew = await recordOnce(scope, idOfAlarm(tenantId, position, at), event)
    // Logged before the commit. If that fails, the next round tells of it again.
    if (isNew) log.error({ auditChain: { slug: scope.tenant.slug, position } }, 'audit chain broken')
    return { isMore: false }
  })
}

/** The id of the event of an alarm, which is the same for all who tell of it. It begins with the time, as all ids of events do. */
function idOfAlarm(tenantId: string, position: number, at: Date): string {
  const random = createHash('sha256').update(`${tenantId} ${position}`).digest().subarray(0, 16)
  return newId({ msecs: at.getTime(), random })
}

/** Starts verifying regularly, in one process at a time. */
export async function startVerifying(jobs: Jobs, door: Door, log: AlarmLog): Promise<void> {
  await jobs.every('verify-audit', (signal) => verifyAudit(door, log, signal))
}

/** Returns how far the tenant's chain was verified, and the alarm if one stands. */
export async function getAuditChain(scope: ActorScope): Promise<AuditChain> {
  const state = await findVerification(scope)
  if (state === undefined) return { verified: null, alarm: null }
  const { position, verified_at, broken_position, broken_at } = state
  return {
    verified: { position, at: verified_at.toISOString() },
    alarm:
      broken_position === null || broken_at === null
        ? null
        : { position: broken_position, foundAt: broken_at.toISOString() },
  }
}
