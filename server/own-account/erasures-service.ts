import { recordDone } from '../access/audit/audit.ts'
import type { Door } from '../access/door/door.ts'
import type { Person } from '../access/person.ts'
import type { Scope } from '../access/scope.ts'
import * as accounts from '../accounts/service.ts'
import { listErased, lockUnkept, markKept, queueErasure, requeueErasure } from '../erasures/service.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { KeptLines } from '../platform/kept-lines.ts'
import { forgetAttempts } from '../session/service.ts'
import { erasePerson } from './deletion-service.ts'
import { type Erasure, writeErasure } from './erasure-list.ts'

/** Starts writing each erasure to a place outside of the database, in a file of its own, once it is committed. */
export async function startKeepingErasures(jobs: Jobs, door: Door, place: KeptLines): Promise<void> {
  await jobs.work('keep-erasure', async ({ tenantId, id: userId }) => {
    await door.enterTenant(tenantId, userId, async (scope) => {
      const erasure = await lockUnkept(scope, userId)
      if (erasure === undefined) return
      await place.keep([writeErasure({ tenantId, userId, ...erasure }, erasure.erasedAt)])
      await markKept(scope, userId)
    })
  })
}

/**
 * Erases again what a restored backup brought back of people who were erased, and returns how many these were. Somebody
 * who registered after the backup has no account in it, but may be in a list of patients or invited. The audit trail says
 * so, without an actor.
 */
export async function eraseAgain(scope: Scope, erasures: readonly Erasure[]): Promise<number> {
  const erased = new Set([...(await listErased(scope, 'kept')), ...(await listErased(scope, 'unkept'))])
  let count = 0
  for (const [userId, lines] of Map.groupBy(erasures, (each) => each.userId)) {
    if (erased.has(userId)) continue
    const earlier = {
      subjectIds: lines.flatMap(({ subjectIds }) => subjectIds),
      inviteIds: lines.flatMap(({ inviteIds }) => inviteIds),
    }
    const person = await accounts.lockPerson(scope, userId)
    if (person !== undefined) await forgetAttempts(scope, person.email)
    const ids = await erasePerson(scope, { ...(person ?? withoutAccount(userId)), earlier })
    if (person === undefined && ids.subjectIds.length + ids.inviteIds.length === 0) continue
    await recordDone(scope, 'user.deleted', userId)
    await queueErasure(scope, userId, ids)
    count += 1
  }
  return count
}

/** Stands for somebody whose account is not there. Nothing has this email, in the form of an erased one. */
function withoutAccount(userId: string): Person {
  return { id: userId, email: `anonymized-${userId}`, mobile: null }
}

/** Adds the jobs of erasures that were not kept at the time of a restored backup. */
export async function requeueErasures(scope: Scope): Promise<void> {
  for (const userId of await listErased(scope, 'unkept')) await requeueErasure(scope, userId)
}

/** Lists the users whose erasure must be in the list, by what the database says. */
export async function listKeptErasures(scope: Scope): Promise<string[]> {
  return await listErased(scope, 'kept')
}
