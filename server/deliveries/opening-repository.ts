import { sql } from 'kysely'
import { deliveryTries } from '../../contract/limits-and-times.ts'
import type { Scope } from '../access/scope.ts'
import { deliveriesWithAddress, isOutdated } from './address-repository.ts'

/**
 * Counts a try at a link before anything is looked up, also for ended and locked ones. Returns the number of the try,
 * up to one more than are allowed; undefined when no link has this token.
 */
export async function reserveTry({ db }: Scope, tokenHash: Buffer): Promise<number | undefined> {
  const row = await db
    .updateTable('deliveries')
    .set({ wrong_tries: sql<number>`least(wrong_tries + 1, ${deliveryTries + 1}::int)` })
    .where('token_hash', '=', tokenHash)
    .returning('wrong_tries')
    .executeTakeFirst()
  return row?.wrong_tries
}

/**
 * Finds a delivery by the token of its link, with the columns that decide whether the link works. No actor is needed.
 */
export async function findDelivery(scope: Scope, tokenHash: Buffer) {
  return deliveriesWithAddress(scope)
    .where('d.token_hash', '=', tokenHash)
    .select(['d.id', 'd.test_record_id', 'd.expires_at', 'd.ended_at', isOutdated(scope).as('is_outdated')])
    .executeTakeFirst()
}
export type FoundDelivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

/** Marks a delivery as opened and gives back its try, because only wrong tries count. */
export async function markOpened({ db, now }: Scope, deliveryId: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({
      opened_at: sql<Date>`coalesce(opened_at, ${now})`,
      wrong_tries: sql<number>`greatest(wrong_tries - 1, 0)`,
    })
    .where('id', '=', deliveryId)
    .execute()
}
