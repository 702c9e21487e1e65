import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { recordInActorScope } from '../../access/actor-predicate.ts'
import { recordDoneToAll } from '../../access/audit/audit.ts'
import type { Result } from '../../../contract/rules/results.ts'
import type { ActorScope } from '../../access/scope.ts'

/** A test from a file that is ready to be stored. Instants are ISO 8601. */
export interface BatchRecord {
  id: string
  test_id: string
  organisation_id: string
  group_id: string
  subject_id: string
  assay_id: string
  assay_version: number
  result: Result
  analyte_results: readonly { analyteId: string; analyteName: string; result: Result }[]
  performed_at: string
  performed_zone: string
  specimen: string | null
  note: string | null
  /** `corrected` for a result that was corrected where it came from. */
  state: 'recorded' | 'corrected'
  source_recorded_by: string | null
}

/** Stores records of one import in the actor's name, each with its event, in two statements. */
export async function insertRecords(
  scope: ActorScope,
  originId: string,
  records: readonly BatchRecord[],
): Promise<void> {
  const { db, tenant, actor } = scope
  if (records.length === 0) return
  await recordDoneToAll(
    scope,
    'test-record.recorded',
    records.map(({ id }) => id),
  )
  const rows = records.map(({ analyte_results, performed_at, ...record }) => ({
    ...record,
    tenant_id: tenant.id,
    recorded_by: actor.id,
    analyte_results: JSON.stringify(analyte_results),
    performed_at: new Date(performed_at),
    origin: 'import' as const,
    origin_id: originId,
  }))
  await db.insertInto('test_records').values(rows).execute()
}

/**
 * True for a record of the actor's scope that is as it was imported and was sent to nobody. Undoing a merge gives a record a new version, and
 * changes nothing of what it says.
 */
export function isAsImported(scope: ActorScope, alias: string): RawBuilder<SqlBool> {
  const { id } = scope.tenant
  const record = sql.ref(`${alias}.id`)
  return sql<SqlBool>`(${recordInActorScope(scope, alias)}
    and not exists (select from test_record_versions v where v.tenant_id = ${id} and v.test_record_id = ${record})
    and not exists (select from deliveries d where d.tenant_id = ${id} and d.test_record_id = ${record}))`
}

/**
 * Voids those of these records of the actor's scope that are as they were imported, each with its former version and an event, and returns
 * their ids.
 */
export async function voidUnchanged(scope: ActorScope, recordIds: readonly string[]): Promise<string[]> {
  const { db, tenant, actor } = scope
  // Whoever corrects or sends one at this time is waited for. Only the statement behind sees what was stored meanwhile.
  await sql`
    select from test_records where tenant_id = ${tenant.id} and id = any(${recordIds}::uuid[]) order by id for update
  `.execute(db)
  const { rows } = await sql<{ id: string }>`
    select r.id from test_records r
    where r.tenant_id = ${tenant.id} and r.id = any(${recordIds}::uuid[]) and r.state <> 'voided'
      and ${isAsImported(scope, 'r')}
    order by r.id
  `.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return ids
  await sql`
    insert into test_record_versions
      (tenant_id, test_record_id, version, snapshot, moves_subject, changed_by, changed_at, reason)
    select r.tenant_id, r.id, r.version, jsonb_build_object(
        'performedAt', to_char(r.performed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'performedZone', r.performed_zone, 'subjectId', r.subject_id, 'assayId', r.assay_id, 'result', r.result,
        'analyteResults', r.analyte_results, 'specimen', r.specimen, 'lot', r.lot, 'lotExpiry', r.lot_expiry,
        'expiredLotReason', r.expired_lot_reason, 'location', r.location, 'note', r.note,
        'deviceImageId', r.device_image_id, 'coordinates', null, 'state', r.state),
      false, ${actor.id}, now(), 'created-in-error'
    from test_records r where r.tenant_id = ${tenant.id} and r.id = any(${ids}::uuid[])
  `.execute(db)
  await sql`
    update test_records set state = 'voided', version = version + 1, updated_at = now()
    where tenant_id = ${tenant.id} and id = any(${ids}::uuid[])
  `.execute(db)
  await recordDoneToAll(scope, 'test-record.voided', ids, { reason: 'created-in-error' })
  return ids
}
