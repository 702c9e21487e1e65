import { sql } from 'kysely'
import { deliveryTries } from '../../contract/deliveries/endpoints.ts'
import type { Scope } from '../access/scope.ts'

/**
 * Counts a try at a link before anything is looked up, of those that are over or locked, too; answers which try it is, up to
 * one more than are allowed. Undefined where no link has this token.
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

/** A delivery by the token of its link, with its record and what its subject is asked for. Whoever holds the link is nobody's actor. */
export async function findDeliveredRow({ db }: Scope, tokenHash: Buffer) {
  return db
    .selectFrom('deliveries as d')
    .innerJoin('test_records as r', 'r.id', 'd.test_record_id')
    .innerJoin('assay_versions as a', (join) =>
      join.onRef('a.assay_id', '=', 'r.assay_id').onRef('a.version', '=', 'r.assay_version'),
    )
    .innerJoin('organisations as o', 'o.id', 'r.organisation_id')
    .innerJoin('groups as g', 'g.id', 'r.group_id')
    .leftJoin('subject_identities as i', 'i.subject_id', 'r.subject_id')
    .where('d.token_hash', '=', tokenHash)
    .select((eb) => [
      'd.id as delivery_id',
      'd.expires_at',
      'd.ended_at',
      'r.id',
      'r.test_id',
      'r.result',
      'r.analyte_results',
      'r.performed_at',
      'r.performed_zone',
      'r.state',
      'r.updated_at',
      'a.name as assay_name',
      'a.meanings',
      'o.name as organisation_name',
      'g.name as group_name',
      'i.date_of_birth',
      eb
        .selectFrom('test_record_versions as v')
        .whereRef('v.test_record_id', '=', 'r.id')
        .select((of) => of.fn.max('v.changed_at').as('changed_at'))
        .as('changed_at'),
    ])
    .executeTakeFirst()
}
export type DeliveredRow = NonNullable<Awaited<ReturnType<typeof findDeliveredRow>>>

/** Notes that a delivery was opened, and gives its try back: it was none of the wrong ones. */
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
