import { sql } from 'kysely'
import type { NewTestRecord } from '../../contract/test-records/new-test-record.ts'
import { inActorScope } from '../access/actor-predicate.ts'
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
    .innerJoin('organisations as o', (join) =>
      join.onRef('o.tenant_id', '=', 'g.tenant_id').onRef('o.id', '=', 'g.organisation_id'),
    )
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'g.tenant_id').on('u.id', '=', scope.actor.id))
    .leftJoin('subjects as s', (join) =>
      join.onRef('s.tenant_id', '=', 'g.tenant_id').onRef('s.group_id', '=', 'g.id').on('s.id', '=', record.subjectId),
    )
    .leftJoin('subject_identities as i', (join) =>
      join.onRef('i.tenant_id', '=', 's.tenant_id').onRef('i.subject_id', '=', 's.id'),
    )
    .leftJoin('assays as a', (join) => join.onRef('a.tenant_id', '=', 'g.tenant_id').on('a.id', '=', record.assayId))
    .leftJoin('device_images as d', (join) =>
      join
        .onRef('d.tenant_id', '=', 'g.tenant_id')
        .on('d.id', '=', record.deviceImageId)
        .on('d.uploaded_by', '=', scope.actor.id),
    )
    .where('g.id', '=', record.groupId)
    .where('g.organisation_id', '=', record.organisationId)
    .where(inActorScope(scope, { organisation: 'g.organisation_id', group: 'g.id' }))
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
      sql<boolean>`exists (select from test_records t where t.tenant_id = d.tenant_id and t.device_image_id = d.id)`.as(
        'image_is_taken',
      ),
      ...subjectColumns,
    ])
    .executeTakeFirst()
}
export type References = NonNullable<Awaited<ReturnType<typeof findReferences>>>

/** A record ready to be stored. */
export interface RecordToInsert {
  id: string
  /** Several, of which the first free one is taken: a clash among billions is rare, not impossible. */
  testIds: readonly string[]
  result: string
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
 * Stores a record, its audit event and its idempotency key in one statement, and removes the draft that it was. Undefined
 * when the key was used before, and then nothing is stored. Throws `validation` when the photo has been taken meanwhile.
 */
export async function insertRecord(scope: ActorScope, record: RecordToInsert, idempotency: Idempotency | undefined) {
  const { input } = record
  const tenantId = scope.tenant.id
  const actorId = scope.actor.id
  const event = auditRow(scope, { action: 'test-record.recorded', resourceType: 'test-record', resourceId: record.id })
  const claim =
    idempotency === undefined
      ? sql`select 1 as claimed`
      : sql`insert into idempotency_keys (tenant_id, user_id, key, request_hash, resource_id)
          values (${tenantId}, ${actorId}, ${idempotency.key}, ${idempotency.requestHash}, ${record.id})
          on conflict do nothing returning 1 as claimed`
  const { rows } = await sql<{ test_id: string; recorded_at: Date }>`
    with claim as (${claim}),
    stored as (
      insert into test_records (tenant_id, id, test_id, organisation_id, group_id, subject_id, assay_id, result,
        analyte_results, specimen, performed_at, performed_zone, location, latitude, longitude, device_image_id,
        lot, lot_expiry, note, recorded_by)
      select ${tenantId}, ${record.id}, free.test_id, ${input.organisationId}, ${input.groupId}, ${input.subjectId},
        ${input.assayId}, ${record.result}, ${record.analyteResults}::jsonb, ${input.specimen}, ${record.performedAt},
        ${input.performedZone}, ${input.location}, ${input.coordinates?.latitude ?? null}::float8,
        ${input.coordinates?.longitude ?? null}::float8, ${input.deviceImageId}::uuid, ${input.lot},
        ${input.lotExpiry}::date, ${input.note}, ${actorId}
      from claim,
        (select c.test_id from unnest(${record.testIds}::text[]) as c (test_id)
          where not exists (select from test_records t where t.tenant_id = ${tenantId} and t.test_id = c.test_id)
          limit 1) as free
      returning test_id, recorded_at
    ),
    audited as (
      insert into audit_events (tenant_id, id, actor_id, action, resource_type, resource_id, request_id)
      select ${tenantId}, ${event.id}, ${actorId}, ${event.action}, ${event.resource_type}, ${record.id}, ${event.request_id}
      from stored
    ),
    finished as (
      delete from test_drafts
      where tenant_id = ${tenantId} and user_id = ${actorId} and idempotency_key = ${idempotency?.key ?? null}::text
    )
    select test_id, recorded_at from stored`
    .execute(scope.db)
    .catch((error: unknown) => {
      throw isPhotoTaken(error) ? invalid('deviceImageId', 'unknownReference') : error
    })
  return rows[0]
}

/** Whether somebody else saved a record with the same photo after it was found to be free. */
function isPhotoTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'test_records_of_image'
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
