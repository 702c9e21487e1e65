import { sql } from 'kysely'
import type { Result } from '../../contract/rules/results.ts'
import type { NewTestRecord } from '../../contract/test-records/new-test-record.ts'
import { groupInActorScope } from '../access/actor-predicate.ts'
import type { Person } from '../access/person.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { auditRow } from '../access/audit.ts'
import { invalid } from '../platform/failure.ts'
import { subjectColumns } from '../subjects/columns.ts'

/**
 * All that a new record refers to, in one query. Undefined when the group is not in the actor's scope or not of the
 * organisation; the subject's, assay's and image's columns are null where they do not fit.
 */
export async function findReferences(scope: ActorScope, record: NewTestRecord) {
  return scope.db
    .selectFrom('groups as g')
    .innerJoin('organisations as o', 'o.id', 'g.organisation_id')
    .innerJoin('users as u', (join) => join.on('u.id', '=', scope.actor.id))
    .leftJoin('subject_groups as m', (join) =>
      join.onRef('m.group_id', '=', 'g.id').on('m.subject_id', '=', record.subjectId),
    )
    .leftJoin('subjects as s', 's.id', 'm.subject_id')
    .leftJoin('subject_identities as i', 'i.subject_id', 's.id')
    .leftJoin('assays as a', (join) => join.on('a.id', '=', record.assayId))
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
      'u.id as user_id',
      'u.full_name as user_name',
      'a.id as assay_id',
      'a.name as assay_name',
      'a.manufacturer',
      'a.model',
      'a.analytes',
      'a.specimens',
      'a.offered_results',
      'a.image_required',
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
  result: Result
  analyteResults: string
  performedAt: Date
  input: NewTestRecord
}

/** The key of a retried request, with the hash of what it asked for. */
export interface Idempotency {
  key: string
  requestHash: Buffer
}

/**
 * Claims the actor's key for a record that is about to be stored: false when it was used before. Who sends the same key at the
 * same time waits for this transaction.
 */
export async function claimKey(
  scope: ActorScope,
  { key, requestHash }: Idempotency,
  recordId: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_keys (tenant_id, user_id, key, request_hash, resource_id)
    values (${scope.tenant.id}, ${scope.actor.id}, ${key}, ${requestHash}, ${recordId})
    on conflict (tenant_id, user_id, key) do nothing
    returning key`.execute(scope.db)
  return rows.length > 0
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
      insert into test_records (tenant_id, id, test_id, organisation_id, group_id, subject_id, assay_id, result,
        analyte_results, specimen, performed_at, performed_zone, location, latitude, longitude, device_image_id, lot,
        lot_expiry, note, recorded_by)
      values (${tenant.id}, ${record.id}, ${testId}, ${input.organisationId}, ${input.groupId}, ${input.subjectId},
        ${input.assayId}, ${record.result}, ${record.analyteResults}, ${input.specimen}, ${record.performedAt},
        ${input.performedZone}, ${input.location}, ${input.coordinates?.latitude ?? null},
        ${input.coordinates?.longitude ?? null}, ${input.deviceImageId}, ${input.lot}, ${input.lotExpiry}, ${input.note},
        ${actor.id})
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

/** What an idempotency key of the actor stands for, or undefined. */
export async function findIdempotencyKey(scope: ActorScope, key: string) {
  return scope.db
    .selectFrom('idempotency_keys')
    .where('user_id', '=', scope.actor.id)
    .where('key', '=', key)
    .select(['request_hash', 'resource_id'])
    .executeTakeFirst()
}

/** Erases the keys under which a person has sent records. */
export async function eraseIdempotencyKeys({ db }: Scope, person: Person): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('user_id', '=', person.id).execute()
}
