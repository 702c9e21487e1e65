import { sql } from 'kysely'
import type { Settlement } from '../../../contract/test-records/second-reading.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import { inActorScope, isHeldBack, recordInActorScope } from '../../access/actor-predicate.ts'
import { countUpToCap } from '../../access/listing/listing.ts'
import type { ActorScope } from '../../access/scope.ts'
import { touched } from '../../access/changing/touched.ts'
import { subjectColumns } from '../../subjects/columns.ts'
import { recordsWithNames } from '../names-repository.ts'

/** Narrows to the places at which the actor may record; a patient has none. */
function readableInScope(scope: ActorScope) {
  return inActorScope(scope, { organisation: 'r.organisation_id', group: 'r.group_id' })
}

/**
 * Selects the records `r` that the actor may read a second time. The state is a literal, so that the planner can use
 * its partial index.
 */
function unreadInScope(scope: ActorScope) {
  return scope.db
    .selectFrom('test_records as r')
    .where('r.second_reading', '=', sql.lit('awaiting'))
    .where('r.recorded_by', '<>', scope.actor.id)
    .where(sql<boolean>`r.results_by is distinct from ${scope.actor.id}::uuid`)
    .where(readableInScope(scope))
    .select('r.id')
}

/**
 * Selects records with what a second reader sees, and with what decides whether they may read it. It must not include
 * any result.
 */
function unreadWithNames(scope: ActorScope) {
  return recordsWithNames(scope).select([
    'r.id',
    'r.test_id',
    'o.id as organisation_id',
    'o.name as organisation_name',
    'g.id as group_id',
    'g.name as group_name',
    'a.assay_id',
    'a.name as assay_name',
    'a.analytes',
    'a.offered_results',
    'r.performed_at',
    'r.performed_zone',
    'r.read_at',
    'r.reading',
    'u.id as user_id',
    'u.full_name as user_name',
    'r.recorded_at',
    'r.specimen',
    'r.lot',
    'r.lot_expiry',
    'r.location',
    'r.device_image_id',
    'r.state',
    'r.second_reading',
    sql<boolean>`(r.recorded_by = ${scope.actor.id}::uuid or r.results_by is not distinct from ${scope.actor.id}::uuid)`.as(
      'is_own',
    ),
    wasSeenBy(scope),
    isHeldBack(scope, 'r.id').as('is_held_back'),
    ...subjectColumns,
  ])
}

/** Tells whether the actor has opened the record or its set of tests, which show its result, according to the audit trail. */
function wasSeenBy({ tenant, actor }: ActorScope) {
  return sql<boolean>`exists (
    select from audit_events e
    where e.tenant_id = ${tenant.id} and e.resource_id = r.id and e.actor_id = ${actor.id}::uuid and e.outcome = 'done'
      and e.action in ('test-record.opened', 'test-record.printed', 'test-record.corrected')
    union all
    select from test_set_tests c
    join audit_events o on o.tenant_id = ${tenant.id} and o.resource_id = c.test_set_id
    where c.tenant_id = ${tenant.id} and c.test_record_id = r.id and o.actor_id = ${actor.id}::uuid and o.outcome = 'done'
      and o.action = 'test-set.opened' and o.occurred_at >= r.recorded_at)`.as('was_seen')
}

/** Lists the earliest tests that the actor may read a second time, with their total. */
export async function listUnreadRows(scope: ActorScope, most: number) {
  const earliest = unreadInScope(scope).orderBy('r.performed_at').orderBy('r.id').limit(sql.lit(most))
  const rows = await unreadWithNames(scope)
    .where(sql<boolean>`r.id = any(array(${earliest}))`)
    .orderBy('r.performed_at')
    .orderBy('r.id')
    .execute()
  return { rows, total: rows.length < most ? rows.length : await countUpToCap(scope.db, unreadInScope(scope)) }
}

/**
 * Finds a record in the actor's scope as a second reader sees it; with `lock` nobody can change it until the
 * transaction ends.
 */
export async function findUnreadRow(scope: ActorScope, recordId: string, { lock } = { lock: false }) {
  // A statement that waits for a lock reads other tables as they were before it waited.
  if (lock) await scope.db.selectFrom('test_records').where('id', '=', recordId).select('id').forNoKeyUpdate().execute()
  return unreadWithNames(scope).where('r.id', '=', recordId).where(readableInScope(scope)).executeTakeFirst()
}
export type UnreadRow = NonNullable<Awaited<ReturnType<typeof findUnreadRow>>>

/**
 * Finds the present result of a record with its author and time: the recorder, or whoever last corrected the results.
 */
export async function findFirstReading({ db, tenant }: ActorScope, recordId: string) {
  return db
    .selectFrom('test_records as r')
    .where('r.id', '=', recordId)
    .select([
      'r.result',
      'r.analyte_results',
      sql<string>`coalesce(r.results_by, r.recorded_by)`.as('read_by'),
      sql<Date>`coalesce((
        select max(v.changed_at) from test_record_versions v
        where v.tenant_id = ${tenant.id} and v.test_record_id = r.id and v.changed_by = r.results_by), r.recorded_at)`.as(
        'read_at',
      ),
    ])
    .executeTakeFirstOrThrow()
}

/** A second reading to be stored, with the first one that it is compared with. */
interface ReadingToInsert extends Pick<TestRecord, 'result' | 'analyteResults' | 'note'> {
  first: Awaited<ReturnType<typeof findFirstReading>>
  wasSeen: boolean
}

export async function insertSecondReading(
  { db, tenant, actor, now }: ActorScope,
  recordId: string,
  { first, wasSeen, result, analyteResults, note }: ReadingToInsert,
): Promise<void> {
  await db
    .insertInto('second_readings')
    .values({
      tenant_id: tenant.id,
      test_record_id: recordId,
      first_result: first.result,
      first_analyte_results: JSON.stringify(first.analyte_results),
      first_by: first.read_by,
      first_at: first.read_at,
      result,
      analyte_results: JSON.stringify(analyteResults),
      read_by: actor.id,
      read_at: now,
      note,
      was_seen: wasSeen,
    })
    .execute()
}

/** Finds both readings of a record in the actor's scope. */
export async function findReadingsRow(scope: ActorScope, recordId: string) {
  return scope.db
    .selectFrom('second_readings as s')
    .innerJoin('test_records as r', 'r.id', 's.test_record_id')
    .leftJoin('users as f', (join) => join.onRef('f.id', '=', 's.first_by').on('f.status', '<>', 'deleted'))
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 's.read_by').on('u.status', '<>', 'deleted'))
    .leftJoin('users as d', (join) => join.onRef('d.id', '=', 's.settled_by').on('d.status', '<>', 'deleted'))
    .where('s.test_record_id', '=', recordId)
    .where(recordInActorScope(scope, 'r'))
    .select([
      'r.state as record_state',
      'r.second_reading',
      's.first_result',
      's.first_analyte_results',
      's.first_at',
      'f.id as first_by',
      'f.full_name as first_name',
      's.result',
      's.analyte_results',
      's.read_at',
      'u.id as read_by',
      'u.full_name as read_name',
      's.note',
      's.was_seen',
      's.kept',
      's.settled_at',
      's.settled_reason',
      's.settled_by as settled_by_id',
      'd.id as settled_by',
      'd.full_name as settled_name',
      's.version',
    ])
    .executeTakeFirst()
}
export type ReadingsRow = NonNullable<Awaited<ReturnType<typeof findReadingsRow>>>

export async function keepSettlement(
  { db, actor, now }: ActorScope,
  recordId: string,
  { keep, reason }: Settlement,
): Promise<void> {
  await db
    .updateTable('second_readings')
    .set({ ...touched(), kept: keep, settled_by: actor.id, settled_at: now, settled_reason: reason })
    .where('test_record_id', '=', recordId)
    .execute()
}
