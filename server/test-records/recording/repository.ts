import { CompiledQuery, sql, type Kysely, type SqlBool } from 'kysely'
import type { Result } from '../../../contract/rules/results.ts'
import type { NewTestRecord } from '../../../contract/test-records/new-test-record.ts'
import type { Reading } from '../../../contract/test-records/test-record.ts'
import { groupInActorScope } from '../../access/actor-predicate.ts'
import type { ActorScope, Scope } from '../../access/scope.ts'
import { auditRow } from '../../access/audit/audit.ts'
import { compiledOnce, type QueryParts } from '../../access/speed/compiled-once.ts'
import { Again } from '../../access/door/door.ts'
import type { Tables } from '../../access/tables.ts'
import { isTaken } from '../../platform/database.ts'
import { subjectColumns } from '../../subjects/columns.ts'
import { contentColumns } from '../columns.ts'

/** The ids that a test refers to. */
export type Named = Pick<
  NewTestRecord,
  'organisationId' | 'groupId' | 'subjectId' | 'assayId' | 'assayVersion' | 'deviceImageId'
>

/** Options for looking up what a test refers to. */
interface Manner {
  /** The test was started with its assay, so the organisation need no longer be allowed to use it. */
  isBegun: boolean
  /** The photo was checked when its uploader named it, and somebody else stores the record. */
  isPhotoKept?: boolean
  hasPhoto: boolean
  /** Locks the subject, as `holdSubject` does. */
  isHeld: boolean
}

/**
 * Finds everything that a record refers to in one query. Undefined when the group is outside the actor's scope or not
 * in the organisation. The columns of subject, assay and image are null when these do not fit, and the image's are
 * missing when there is none.
 */
export async function findReferences(
  scope: ActorScope,
  record: Named,
  { isBegun, isPhotoKept, isHeld = false }: Pick<Manner, 'isBegun'> & Partial<Manner>,
) {
  const { organisationId, groupId, subjectId, assayId, assayVersion, deviceImageId } = record
  const values = { organisationId, groupId, subjectId, assayId, assayVersion, deviceImageId }
  const hasPhoto = deviceImageId !== null
  const manner = { isBegun, isHeld, hasPhoto, ...(hasPhoto && isPhotoKept && { isPhotoKept }) }
  const [found] = await selectReferences(scope, values, manner)
  return found
}

/**
 * Finds everything that a record refers to and locks the subject in one statement. That statement sees the rows of its
 * beginning, so if the subject was merged or parted while it waited for the lock, the present subject is read by
 * another one.
 */
export async function holdReferences(
  scope: ActorScope,
  record: Named,
  manner: Pick<Manner, 'isBegun' | 'isPhotoKept'>,
) {
  const found = await findReferences(scope, record, { ...manner, isHeld: true })
  const isAsHeld = found?.held_version === found?.subject_version
  return isAsHeld ? found : await findReferences(scope, record, manner)
}

const selectReferences = compiledOnce(({ db, scope, values }: QueryParts<Named>, manner: Manner) =>
  db
    .selectFrom('groups as g')
    .innerJoin('organisations as o', 'o.id', 'g.organisation_id')
    .leftJoin('subject_groups as m', (join) =>
      join.onRef('m.group_id', '=', 'g.id').on('m.subject_id', '=', values.subjectId),
    )
    .leftJoin('subjects as s', 's.id', 'm.subject_id')
    .leftJoin('subject_identities as i', 'i.subject_id', 's.id')
    .leftJoin('assays as a', (join) =>
      join
        .on('a.id', '=', values.assayId)
        .on(
          sql<SqlBool>`(a.organisation_ids is null or g.organisation_id = any(a.organisation_ids) or ${sql.lit(manner.isBegun)})`,
        ),
    )
    .leftJoin('assay_versions as v', (join) =>
      join
        .onRef('v.assay_id', '=', 'a.id')
        .on(
          sql<SqlBool>`v.version = case when ${values.assayVersion}::int is null then a.version else ${values.assayVersion}::int end`,
        ),
    )
    .where('g.id', '=', values.groupId)
    .where('g.organisation_id', '=', values.organisationId)
    .where(groupInActorScope(scope, 'g'))
    .select([
      'g.id as group_id',
      'g.name as group_name',
      'o.id as organisation_id',
      'o.name as organisation_name',
      sql<string | null>`coalesce(g.phone, o.phone)`.as('phone'),
      sql<boolean>`g.status = 'suspended' or o.status = 'suspended'`.as('is_suspended'),
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
      ...subjectColumns,
    ])
    .$if(manner.hasPhoto, (query) =>
      query
        .leftJoin('device_images as d', (join) =>
          manner.isPhotoKept === true
            ? join.on('d.id', '=', values.deviceImageId)
            : join.on('d.id', '=', values.deviceImageId).on('d.uploaded_by', '=', scope.actor.id),
        )
        .select([
          'd.id as image_id',
          // Photos are taken for good, even when only a record's history names them, because readers of that history
          // would see somebody else's photo.
          sql<boolean>`exists (
              select from test_records t where t.tenant_id = ${scope.tenant.id} and t.device_image_id = d.id)
            or exists (
              select from test_record_versions t where t.tenant_id = ${scope.tenant.id} and t.device_image_id = d.id)`.as(
            'image_is_taken',
          ),
        ]),
    )
    .$if(manner.isHeld, (query) =>
      query
        .leftJoin(
          db.selectFrom('subjects').where('id', '=', values.subjectId).select('version').forKeyShare().as('held'),
          (join) => join.onTrue(),
        )
        .select(['held.version as held_version', 's.version as subject_version']),
    )
    .compile(),
)
export type References = NonNullable<Awaited<ReturnType<typeof findReferences>>>

/**
 * Locks a subject against merging until the transaction ends, so that no test is left behind on a merged one. Returns
 * whether it could; without `wait` it cannot while somebody is merging the subject.
 */
export async function holdSubject(
  { db, tenant }: ActorScope,
  subjectId: string,
  { wait } = { wait: true },
): Promise<boolean> {
  const text = `select from subjects where tenant_id = $1 and id = $2 for key share${wait ? '' : ' skip locked'}`
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [tenant.id, subjectId]))
  return rows.length > 0
}

/** A record that is ready to be stored. */
export interface RecordToInsert {
  id: string
  testId: string
  /** The version of the record's assay. */
  assayVersion: number
  result: Result
  analyteResults: string
  performedAt: Date
  secondReading: 'awaiting' | null
  /** The reading, if the test had a timer. */
  read: Read | null
  /** Who read the result, if that was not who stores the record. */
  readBy: string | null
  input: NewTestRecord
  /** The key of the draft that becomes this record. */
  key: string | undefined
  origin: RecordOrigin
}

/** Where a new record comes from: it is made here, or comes by an import or a token that `insertOrigin` has stored. */
export type RecordOrigin =
  | { kind: 'here' }
  | { kind: 'token'; id: string; name: string }
  /** `recordedBy` is who recorded the test according to the file, if it says so. */
  | { kind: 'import'; id: string; name: string; recordedBy: string | null }

/** The time at which a test was read, and whether that was early, in time or late. */
export interface Read {
  at: Date
  reading: Reading
  reason: string | null
}

/**
 * Stores a record with its audit event and deletes the draft with its key, in one statement. Returns the time of
 * recording. Throws `Again` when the photo or the test ID was taken meanwhile (a clash of IDs among billions is rare
 * but possible); the transaction must then be rolled back. `db` is the scope's, or that of its last statement.
 */
export async function insertRecord(
  db: Kysely<Tables>,
  scope: ActorScope,
  { input, key, origin, ...record }: RecordToInsert,
): Promise<Date> {
  const { tenant, actor } = scope
  const event = auditRow(scope, { action: 'test-record.recorded', resourceType: 'test-record', resourceId: record.id })
  const row: Record<(typeof recordedColumns | typeof originColumns)[number], unknown> = {
    tenant_id: tenant.id,
    id: record.id,
    recorded_by: actor.id,
    test_id: record.testId,
    organisation_id: input.organisationId,
    group_id: input.groupId,
    subject_id: input.subjectId,
    assay_id: input.assayId,
    assay_version: record.assayVersion,
    result: record.result,
    analyte_results: record.analyteResults,
    performed_at: record.performedAt,
    performed_zone: input.performedZone,
    read_at: record.read?.at ?? null,
    reading: record.read?.reading ?? null,
    reading_reason: record.read?.reason ?? null,
    second_reading: record.secondReading,
    ...contentColumns.toRow(input),
    origin: origin.kind,
    origin_id: origin.kind === 'here' ? null : origin.id,
    source_recorded_by: origin.kind === 'import' ? origin.recordedBy : null,
    results_by: record.readBy,
  }
  const { text, columns } = origin.kind === 'here' && record.readBy === null ? insertMadeHere : insertOfOrigin
  const ofEvent = [event.id, event.action, event.resource_type, event.request_id]
  const values = [...columns.map((column) => row[column]), ...ofEvent, key ?? null]
  try {
    const { rows } = await db.executeQuery<{ recorded_at: Date }>(CompiledQuery.raw(text, values))
    // The statement inserts one row or fails.
    return (rows[0] as { recorded_at: Date }).recorded_at
  } catch (error) {
    // The next try reports a taken photo, and has a new test ID.
    throw isTaken(error) ? new Again('The test ID was taken, or the photo') : error
  }
}

/** The columns of a new record; the statement refers to the first three by their places. */
const recordedColumns = [
  'tenant_id',
  'id',
  'recorded_by',
  'test_id',
  'organisation_id',
  'group_id',
  'subject_id',
  'assay_id',
  'assay_version',
  'result',
  'analyte_results',
  'performed_at',
  'performed_zone',
  'read_at',
  'reading',
  'reading_reason',
  'second_reading',
  ...contentColumns.names,
] as const satisfies (keyof Tables['test_records'])[]

/** The columns of a record that was not made here, or not by who read the result. */
const originColumns = [
  'origin',
  'origin_id',
  'source_recorded_by',
  'results_by',
] as const satisfies (keyof Tables['test_records'])[]

/**
 * Builds the statement that stores a record. It is plain text, because building it with Kysely costs many times as much
 * and people wait for this more than for anything else.
 */
function insertWith<Column extends string>(columns: readonly Column[]) {
  // The values of the event and of the draft follow those of the record's columns.
  const behind = (place: number) => `$${columns.length + place}`
  const text = `with audited as (
    insert into audit_events (tenant_id, id, actor_id, action, resource_type, resource_id, request_id)
    values ($1, ${behind(1)}, $3, ${behind(2)}, ${behind(3)}, $2, ${behind(4)})
  ), finished as (
    delete from test_drafts where tenant_id = $1 and user_id = $3 and idempotency_key = ${behind(5)}
  )
  insert into test_records (${columns.join(', ')})
  values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
  returning recorded_at`
  return { text, columns }
}

const insertMadeHere = insertWith(recordedColumns)
const insertOfOrigin = insertWith([...recordedColumns, ...originColumns])

/** Stores the import or the token by which records will come, in the name of the user who will have recorded them. */
export async function insertOrigin(
  { db, tenant }: Scope,
  { kind, id, name, recordedBy }: { kind: 'import' | 'token'; id: string; name: string; recordedBy: string },
): Promise<void> {
  const row = { tenant_id: tenant.id, id, kind, name, recorded_by: recordedBy }
  await db.insertInto('record_origins').values(row).execute()
}
