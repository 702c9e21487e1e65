import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'

/** Notes that a user was erased, and adds the job that keeps this outside of the database. */
export async function queueErasure(scope: Scope, userId: string): Promise<void> {
  await scope.db
    .insertInto('erasures')
    .values({ tenant_id: scope.tenant.id, user_id: userId, kept_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await scope.addJob('keep-erasure', userId)
}

/** Returns the time of an erasure that is not kept yet, and locks it. */
export async function lockUnkept({ db }: Scope, userId: string): Promise<Date | undefined> {
  const erasure = await db
    .selectFrom('erasures')
    .where('user_id', '=', userId)
    .where('kept_at', 'is', null)
    .select('erased_at')
    .forUpdate()
    .executeTakeFirst()
  return erasure?.erased_at
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
