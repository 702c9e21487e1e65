import { sql } from 'kysely'
import type { ErasedIds } from '../access/person.ts'
import type { Scope } from '../access/scope.ts'

/**
 * Notes that a user was erased, and adds the job that keeps this outside of the database. People without an account are
 * noted together, under an id of their own.
 */
export async function queueErasure(scope: Scope, userId: string, { subjectIds, inviteIds }: ErasedIds): Promise<void> {
  await scope.db
    .insertInto('erasures')
    .values({
      tenant_id: scope.tenant.id,
      user_id: userId,
      subject_ids: subjectIds,
      invite_ids: inviteIds,
      kept_at: null,
    })
    .execute()
  await requeueErasure(scope, userId)
}

/** Adds the job of an erasure that is not kept yet. */
export async function requeueErasure(scope: Scope, userId: string): Promise<void> {
  await scope.addJob('keep-erasure', userId)
}

/** Returns an erasure that is not kept yet, and locks it. */
export async function lockUnkept({ db }: Scope, userId: string): Promise<(ErasedIds & { erasedAt: Date }) | undefined> {
  return await db
    .selectFrom('erasures')
    .where('user_id', '=', userId)
    .where('kept_at', 'is', null)
    .select(['subject_ids as subjectIds', 'invite_ids as inviteIds', 'erased_at as erasedAt'])
    .forUpdate()
    .executeTakeFirst()
}

/** Notes that an erasure is in the list outside of the database. */
export async function markKept({ db }: Scope, userId: string): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ kept_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .execute()
}

/** Lists the users whose erasure is in the list outside of the database, or is not there yet. */
export async function listErased({ db }: Scope, which: 'kept' | 'unkept'): Promise<string[]> {
  const erased = await db
    .selectFrom('erasures')
    .where('kept_at', which === 'kept' ? 'is not' : 'is', null)
    .select('user_id')
    .execute()
  return erased.map(({ user_id }) => user_id)
}
