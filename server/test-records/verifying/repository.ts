import { sql } from 'kysely'
import type { DeletionReason } from '../../../contract/rules/reasons.ts'
import type { ActorScope, Scope } from '../../access/scope.ts'
import { labColumns } from '../../groups/columns.ts'
import { recordsWithNames } from '../names-repository.ts'

/** Finds the further data of a record's sheet. The caller must have checked that the actor sees the record. */
export async function findSheetRow(scope: ActorScope, recordId: string) {
  return await recordsWithNames(scope)
    .where('r.id', '=', recordId)
    .select((eb) => [
      'a.read_from_minutes',
      'a.read_until_minutes',
      ...labColumns,
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

export async function findVerificationKey({ db }: Scope): Promise<Buffer | undefined> {
  return (await db.selectFrom('verification_keys').select('key').executeTakeFirst())?.key
}

/** Stores the tenant's key, unless it has one. */
export async function insertVerificationKey({ db, tenant }: Scope, key: Buffer): Promise<void> {
  await db
    .insertInto('verification_keys')
    .values({ tenant_id: tenant.id, key })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute()
}
