import { sql, type SqlBool } from 'kysely'
import type { Result } from '../../contract/rules/results.ts'
import type { NewTestRecord } from '../../contract/test-records/new-test-record.ts'
import type { Reading } from '../../contract/test-records/test-record.ts'
import { groupInActorScope } from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'
import { auditRow } from '../access/audit.ts'
import { invalid } from '../platform/failure.ts'
import { subjectColumns } from '../subjects/columns.ts'

/** What a test names. */
export type Named = Pick<
  NewTestRecord,
  'organisationId' | 'groupId' | 'subjectId' | 'assayId' | 'assayVersion' | 'deviceImageId'
>

/**
 * All that a record refers to, in one query. Undefined when the group is not in the actor's scope or not of the
 * organisation; the subject's, assay's and image's columns are null where they do not fit. Of a test that was begun with an
 * assay it is not asked any more whether the organisation may use that.
 */
export async function findReferences(scope: ActorScope, record: Named, { isBegun } = { isBegun: false }) {
  return scope.db
    .selectFrom('groups as g')
    .innerJoin('organisations as o', 'o.id', 'g.organisation_id')
    .innerJoin('users as u', (join) => join.on('u.id', '=', scope.actor.id))
    .innerJoin('tenants as t', 't.id', 'g.tenant_id')
    .leftJoin('subject_groups as m', (join) =>
      join.onRef('m.group_id', '=', 'g.id').on('m.subject_id', '=', record.subjectId),
    )
    .leftJoin('subjects as s', 's.id', 'm.subject_id')
    .leftJoin('subject_identities as i', 'i.subject_id', 's.id')
    .leftJoin('assays as a', (join) =>
      join
        .on('a.id', '=', record.assayId)
        .on(
          sql<SqlBool>`(a.organisation_ids is null or g.organisation_id = any(a.organisation_ids) or ${sql.lit(isBegun)})`,
        ),
    )
    .leftJoin('assay_versions as v', (join) =>
      join
        .onRef('v.assay_id', '=', 'a.id')
        .on(sql<SqlBool>`v.version = coalesce(${record.assayVersion}::int, a.version)`),
    )
    .leftJoin('device_images as d', (join) =>
      join.on('d.id', '=', record.deviceImageId).on('d.uploaded_by', '=', scope.actor.id),
    )
    .where('g.id', '=', record.groupId)
    .where('g.organisation_id', '=', record.organisationId)
    .where(groupInActorScope(scope, 'g'))
    .select([
      'g.id as group_id',
      'g.name as group_name',
      'o.id as organisation_id',
      'o.name as organisation_name',
      sql<boolean>`g.status = 'suspended' or o.status = 'suspended'`.as('is_suspended'),
      't.sends_results_at_once',
      'u.id as user_id',
      'u.full_name as user_name',
      'a.retired_at',
      'v.assay_id',
      'v.version as assay_version',
      'v.name as assay_name',
      'v.manufacturer',
      'v.model',
      'v.analytes',
      'v.specimens',
      'v.offered_results',
      'v.image_required',
      'v.read_from_minutes',
      'v.read_until_minutes',
      'a.requires_timer',
      sql<boolean>`g.two_readers or coalesce(v.two_readers, false)`.as('two_readers'),
      'd.id as image_id',
      sql<boolean>`exists (
        select from test_records t where t.tenant_id = ${scope.tenant.id} and t.device_image_id = d.id)`.as(
        'image_is_taken',
      ),
      ...subjectColumns,
    ])
    .executeTakeFirst()
}
export type References = NonNullable<Awaited<ReturnType<typeof findReferences>>>

/**
 * Keeps a subject from being merged into another until the transaction ends, so that no test is left behind with it; answers
 * whether it could, which without waiting it cannot while somebody merges it.
 */
export async function holdSubject({ db }: ActorScope, subjectId: string, { wait } = { wait: true }): Promise<boolean> {
  const held = await db
    .selectFrom('subjects')
    .where('id', '=', subjectId)
    .select('id')
    .forKeyShare()
    .$if(!wait, (query) => query.skipLocked())
    .execute()
  return held.length > 0
}

/** A record ready to be stored. */
export interface RecordToInsert {
  id: string
  /** Several, of which the first free one is taken: a clash among billions is rare, not impossible. */
  testIds: readonly string[]
  /** The version of its assay. */
  assayVersion: number
  result: Result
  analyteResults: string
  performedAt: Date
  secondReading: 'awaiting' | null
  /** How it was read, where its time was kept. */
  read: Read | null
  input: NewTestRecord
}

/** When a test was read, and how that was by the time that was kept from its start. */
export interface Read {
  at: Date
  reading: Reading
  reason: string | null
}

/**
 * Stores a record with its audit event, and removes the draft of this key, in one statement. Throws `validation` when the
 * photo has been taken meanwhile.
 */
export async function insertRecord(
  scope: ActorScope,
  { input, testIds, ...record }: RecordToInsert,
  key: string | undefined,
) {
  const { tenant, actor } = scope
  const event = auditRow(scope, { action: 'test-record.recorded', resourceType: 'test-record', resourceId: record.id })
  const others = sql`with audited as (
      insert into audit_events (tenant_id, id, actor_id, action, resource_type, resource_id, request_id)
      values (${tenant.id}, ${event.id}, ${actor.id}, ${event.action}, ${event.resource_type}, ${record.id}, ${event.request_id})
    ), finished as (
      delete from test_drafts
      where tenant_id = ${tenant.id} and user_id = ${actor.id} and idempotency_key = ${key ?? null}::text
    )`
  // The event is written, and the draft removed, by the first statement, whether or not its test ID was free.
  for (const [attempt, testId] of testIds.entries()) {
    // As text: to build it costs several times as much, and this is what people wait for most.
    const { rows } = await sql<{ test_id: string; recorded_at: Date }>`
      ${attempt === 0 ? others : sql``}
      insert into test_records (tenant_id, id, test_id, organisation_id, group_id, subject_id, assay_id,
        assay_version, result,
        analyte_results, specimen, performed_at, performed_zone, location, latitude, longitude, device_image_id, lot,
        lot_expiry, expired_lot_reason, note, read_at, reading, reading_reason, second_reading, recorded_by)
      values (${tenant.id}, ${record.id}, ${testId}, ${input.organisationId}, ${input.groupId}, ${input.subjectId},
        ${input.assayId}, ${record.assayVersion}, ${record.result}, ${record.analyteResults}, ${input.specimen}, ${record.performedAt},
        ${input.performedZone}, ${input.location}, ${input.coordinates?.latitude ?? null},
        ${input.coordinates?.longitude ?? null}, ${input.deviceImageId}, ${input.lot}, ${input.lotExpiry},
        ${input.expiredLotReason}, ${input.note}, ${record.read?.at ?? null}, ${record.read?.reading ?? null}, ${record.read?.reason ?? null},
        ${record.secondReading}, ${actor.id})
      on conflict do nothing
      returning test_id, recorded_at`.execute(scope.db)
    const [stored] = rows
    if (stored !== undefined) return stored
    if (await isPhotoTaken(scope, input.deviceImageId)) throw invalid('deviceImageId', 'unknownReference')
  }
  throw new Error('No free test ID was found')
}

/** Whether somebody else saved a record with the same photo after it was found to be free. */
async function isPhotoTaken(scope: ActorScope, imageId: string | null): Promise<boolean> {
  const found = await scope.db
    .selectFrom('test_records')
    .where('device_image_id', '=', imageId)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}
