import { sql } from 'kysely'
import type { DeletionReason } from '../../contract/rules/reasons.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { recordsWithNames } from './names-repository.ts'

/** What the sheet of a record says besides, of one that the actor is known to see. */
export async function findSheetRow(scope: ActorScope, recordId: string) {
  return await recordsWithNames(scope)
    .where('r.id', '=', recordId)
    .select((eb) => [
      'a.meanings',
      'a.read_from_minutes',
      'a.read_until_minutes',
      'g.lab_name',
      'g.clia',
      eb
        .selectFrom('test_record_versions as v')
        .where('v.test_record_id', '=', recordId)
        .orderBy('v.version', 'desc')
        .limit(sql.lit(1))
        .select(
          sql<{ at: string; reason: DeletionReason }>`jsonb_build_object('at', v.changed_at, 'reason', v.reason)`.as(
            'change',
          ),
        )
        .as('change'),
    ])
    .executeTakeFirstOrThrow()
}

/** The record of a printed test ID with what its sheet is compared with. Whoever holds the sheet is nobody's actor. */
export async function findPrintedRow({ db }: Scope, testId: string) {
  return await db
    .selectFrom('test_records as r')
    .innerJoin('assay_versions as a', (join) =>
      join.onRef('a.assay_id', '=', 'r.assay_id').onRef('a.version', '=', 'r.assay_version'),
    )
    .leftJoin('subject_identities as i', 'i.subject_id', 'r.subject_id')
    .where('r.test_id', '=', testId)
    .select((eb) => [
      'r.id',
      'r.test_id',
      'r.result',
      'r.analyte_results',
      'r.performed_at',
      'r.performed_zone',
      'r.state',
      'r.updated_at',
      'a.name as assay_name',
      'i.subject_id as identified_subject_id',
      'i.date_of_birth',
      eb
        .selectFrom('test_record_versions as v')
        .whereRef('v.test_record_id', '=', 'r.id')
        .select((of) => of.fn.max('v.changed_at').as('changed_at'))
        .as('changed_at'),
    ])
    .executeTakeFirst()
}
export type PrintedRow = NonNullable<Awaited<ReturnType<typeof findPrintedRow>>>

export async function findVerificationKey({ db }: Scope): Promise<Buffer | undefined> {
  return (await db.selectFrom('verification_keys').select('key').executeTakeFirst())?.key
}

/** Keeps the tenant's key, unless it has one. */
export async function insertVerificationKey({ db, tenant }: Scope, key: Buffer): Promise<void> {
  await db
    .insertInto('verification_keys')
    .values({ tenant_id: tenant.id, key })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute()
}
