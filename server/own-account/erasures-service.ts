import { recordDone } from '../access/audit/audit.ts'
import type { Door } from '../access/door/door.ts'
import type { Scope } from '../access/scope.ts'
import * as accounts from '../accounts/service.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { KeptLines } from '../platform/kept-lines.ts'
import { forgetAttempts } from '../session/service.ts'
import { erasePerson } from './deletion-service.ts'
import { writeErasure } from './erasure-list.ts'
import { listErased, lockUnkept, markKept, queueErasure } from './erasures-repository.ts'

/** Starts writing each erasure to a place outside of the database, in a file of its own, once it is committed. */
export async function startKeepingErasures(jobs: Jobs, door: Door, place: KeptLines): Promise<void> {
  await jobs.work('keep-erasure', async ({ tenantId, id: userId }) => {
    await door.enterTenant(tenantId, userId, async (scope) => {
      const erasedAt = await lockUnkept(scope, userId)
      if (erasedAt === undefined) return
      await place.keep([writeErasure({ tenantId, userId }, erasedAt)])
      await markKept(scope, userId)
    })
  })
}

/**
 * Erases those of these users whom a restored backup brought back, and returns how many these were. The audit trail says
 * so, without an actor.
 */
export async function eraseAgain(scope: Scope, userIds: readonly string[]): Promise<number> {
  let count = 0
  for (const userId of userIds) {
    const person = await accounts.lockPerson(scope, userId)
    if (person === undefined) continue
    await forgetAttempts(scope, person.email)
    await erasePerson(scope, person)
    await recordDone(scope, 'user.deleted', userId)
    await queueErasure(scope, userId)
    count += 1
  }
  return count
}

/** Adds the jobs of erasures that were not kept at the time of a restored backup. */
export async function requeueErasures(scope: Scope): Promise<void> {
  for (const userId of await listErased(scope, 'unkept')) await queueErasure(scope, userId)
}

/** Lists the users whose erasure must be in the list, by what the database says. */
export async function listKeptErasures(scope: Scope): Promise<string[]> {
  return await listErased(scope, 'kept')
}
