import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type { listTestSets, testSetList } from '../../contract/test-sets/test-set.ts'
import type { TestSetState } from '../../contract/test-sets/outcome.ts'
import { groupInActorScope, inActorScope } from '../access/actor-predicate.ts'
import { byKey, onTrue } from '../access/listing/by-key.ts'
import { sortedList } from '../access/listing/listing.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { subjectColumns } from '../subjects/columns.ts'

/**
 * Selects sets at the actor's places with the rows that they name, each looked up by key. Somebody who was merged into
 * another since is the other. A patient has none.
 */
function setsWithNames(scope: ActorScope) {
  return scope.db
    .selectFrom('test_sets as t')
    .innerJoinLateral(
      byKey(scope, 'testing_algorithm_versions', 'v', {
        algorithm_id: 't.algorithm_id',
        version: 't.algorithm_version',
      }),
      onTrue,
    )
    .innerJoinLateral(byKey(scope, 'organisations', 'o', { id: 't.organisation_id' }), onTrue)
    .innerJoinLateral(byKey(scope, 'groups', 'g', { id: 't.group_id' }), onTrue)
    .leftJoinLateral(byKey(scope, 'merged_subjects', 'm', { id: 't.subject_id' }), onTrue)
    .innerJoin('subjects as s', (join) =>
      join.on(sql<SqlBool>`s.id = case when m.subject_id is null then t.subject_id else m.subject_id end`),
    )
    .leftJoinLateral(byKey(scope, 'subject_identities', 'i', { subject_id: 's.id' }), onTrue)
    .leftJoinLateral(byKey(scope, 'users', 'u', { id: 't.started_by' }), onTrue)
    .leftJoinLateral(byKey(scope, 'test_records', 'r', { id: 't.deciding_record_id' }), onTrue)
    .where(inActorScope(scope, { organisation: 't.organisation_id', group: 't.group_id' }))
    .select([
      't.id',
      't.algorithm_id',
      't.algorithm_version',
      'v.name as algorithm_name',
      'v.steps',
      'v.outcomes',
      't.organisation_id',
      'o.name as organisation_name',
      't.group_id',
      'g.name as group_name',
      't.state',
      't.outcome',
      't.deciding_record_id',
      'r.performed_at as decided_at',
      'r.performed_zone as decided_zone',
      't.started_at',
      't.started_by',
      'u.full_name as started_by_name',
      't.ended_at',
      't.stop_reason',
      't.version',
      ...subjectColumns,
    ])
}

/** Reads a page of the sets in the actor's scope. */
export async function listSetRows(scope: ActorScope, query: Query<typeof listTestSets>) {
  const page = orders.page(query)
  const { state, subject_id: subjectId } = query
  const matching = setsWithNames(scope)
    .$if(state !== 'all', (found) => found.where('t.state', '=', state as TestSetState)) // the other one is `all`
    .$if(subjectId !== undefined, (found) =>
      found.where('s.id', '=', subjectId ?? '').where(beganFor(scope, subjectId)),
    )
  const rows = matching.where(page.condition).orderBy(page.orderBy).limit(page.limit).execute()
  return await page.read(scope.db, { rows, matching: matching.clearSelect().select('t.id') })
}

/** Narrows sets to those that began for a subject or for others who are that subject now, which an index finds. */
function beganFor({ tenant }: ActorScope, subjectId: string | undefined): RawBuilder<SqlBool> {
  return sql<SqlBool>`t.subject_id = any(array(
    select ${subjectId}::uuid union all
    select m.id from merged_subjects m where m.tenant_id = ${tenant.id} and m.subject_id = ${subjectId}::uuid))`
}

const orders = sortedList<typeof testSetList, { id: string; started_at: Date }>({
  started_at: [
    { column: sql.ref('t.started_at'), type: 'timestamptz', valueOf: (row) => row.started_at.toISOString() },
    { column: sql.ref('t.id'), type: 'uuid', valueOf: (row) => row.id },
  ],
})

/** Finds a set in the actor's scope. */
export async function findSet(scope: ActorScope, id: string) {
  return await setsWithNames(scope).where('t.id', '=', id).executeTakeFirst()
}
export type SetRow = NonNullable<Awaited<ReturnType<typeof findSet>>>

/** Finds a set wherever it is in the tenant, with who it is about now, and locks it until the transaction ends. */
export async function lockSet({ db }: Scope, id: string) {
  // A statement that waits for a lock reads other tables as they were before it waited.
  await db.selectFrom('test_sets').where('id', '=', id).select('id').forNoKeyUpdate().execute()
  const row = await db
    .selectFrom('test_sets as t')
    .innerJoin('testing_algorithm_versions as v', (join) =>
      join.onRef('v.algorithm_id', '=', 't.algorithm_id').onRef('v.version', '=', 't.algorithm_version'),
    )
    .leftJoin('merged_subjects as m', 'm.id', 't.subject_id')
    .where('t.id', '=', id)
    .select(['t.id', 't.state', 't.outcome', 't.deciding_record_id', 't.organisation_id', 't.group_id', 't.subject_id'])
    .select(['m.subject_id as merged_into', 'v.steps', 'v.outcomes'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { merged_into, ...set } = row
  return { ...set, subject_id: merged_into ?? set.subject_id }
}
export type LockedSet = NonNullable<Awaited<ReturnType<typeof lockSet>>>

/** Lists the tests of a set in the order in which they were recorded. */
export async function listTests({ db }: Scope, setId: string) {
  return await db
    .selectFrom('test_set_tests as c')
    .innerJoin('test_records as r', 'r.id', 'c.test_record_id')
    .innerJoin('assay_versions as a', (join) =>
      join.onRef('a.assay_id', '=', 'r.assay_id').onRef('a.version', '=', 'r.assay_version'),
    )
    .where('c.test_set_id', '=', setId)
    .select(['r.id', 'r.test_id', 'r.subject_id', 'r.result', 'r.performed_at', 'r.performed_zone', 'r.state'])
    .select(['r.second_reading', 'a.name as assay_name', 'c.step', 'c.counts'])
    .orderBy('r.id')
    .execute()
}
export type TestRow = Awaited<ReturnType<typeof listTests>>[number]

/** Finds a place in the actor's scope that knows a subject. */
export async function findPlace(
  scope: ActorScope,
  place: { organisationId: string; groupId: string; subjectId: string },
) {
  return await scope.db
    .selectFrom('groups as g')
    .innerJoin('organisations as o', 'o.id', 'g.organisation_id')
    .innerJoin('subject_groups as m', 'm.group_id', 'g.id')
    .innerJoin('subject_identities as i', 'i.subject_id', 'm.subject_id')
    .where('g.id', '=', place.groupId)
    .where('g.organisation_id', '=', place.organisationId)
    .where('m.subject_id', '=', place.subjectId)
    .where(groupInActorScope(scope, 'g'))
    .select(sql<boolean>`g.status = 'suspended' or o.status = 'suspended'`.as('is_suspended'))
    .executeTakeFirst()
}

/**
 * Finds the earliest open set of an algorithm at a place in the actor's scope that is about a subject now. It locks the subject, so that of two
 * who begin at once the slower one finds the set of the other.
 */
export async function findOpenSet(
  scope: ActorScope,
  { algorithmId, groupId, subjectId }: { algorithmId: string; groupId: string; subjectId: string },
): Promise<string | undefined> {
  await scope.db.selectFrom('subjects').where('id', '=', subjectId).select('id').forNoKeyUpdate().execute()
  const row = await scope.db
    .selectFrom('test_sets as t')
    .where('t.algorithm_id', '=', algorithmId)
    .where('t.group_id', '=', groupId)
    .where('t.state', '=', 'open')
    .where(beganFor(scope, subjectId))
    .where(inActorScope(scope, { organisation: 't.organisation_id', group: 't.group_id' }))
    .select('t.id')
    .orderBy('t.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Finds a test kit by its present name. */
export async function findAssay({ db }: Scope, id: string) {
  return await db.selectFrom('assays').where('id', '=', id).select(['id', 'name', 'retired_at']).executeTakeFirst()
}

export async function insertSet(
  { db, tenant, actor, now }: ActorScope,
  set: {
    id: string
    algorithmId: string
    algorithmVersion: number
    organisationId: string
    groupId: string
    subjectId: string
  },
): Promise<void> {
  await db
    .insertInto('test_sets')
    .values({
      tenant_id: tenant.id,
      id: set.id,
      algorithm_id: set.algorithmId,
      algorithm_version: set.algorithmVersion,
      organisation_id: set.organisationId,
      group_id: set.groupId,
      subject_id: set.subjectId,
      outcome: null,
      deciding_record_id: null,
      started_at: now,
      started_by: actor.id,
      ended_at: null,
      changed_at: null,
      stop_reason: null,
    })
    .execute()
}

export async function insertTest({ db, tenant }: Scope, setId: string, recordId: string, step: number): Promise<void> {
  const row = { tenant_id: tenant.id, test_set_id: setId, test_record_id: recordId, step }
  await db.insertInto('test_set_tests').values(row).execute()
}

export async function setCounting(
  { db }: Scope,
  setId: string,
  recordIds: readonly string[],
  counts: boolean,
): Promise<void> {
  if (recordIds.length === 0) return
  await db
    .updateTable('test_set_tests')
    .set({ counts })
    .where('test_set_id', '=', setId)
    .where('test_record_id', 'in', recordIds)
    .execute()
}

/** Stores where the path of a set leads now. */
export async function updateSet(
  { db }: Scope,
  id: string,
  change: {
    state: TestSetState
    outcome: number | null
    deciding_record_id: string | null
    ended_at: Date | null
    changed_at?: Date
    stop_reason?: SetRow['stop_reason']
  },
): Promise<void> {
  await db
    .updateTable('test_sets')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Finds the set of a record. */
export async function findSetOfRecord({ db }: Scope, recordId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('test_set_tests')
    .where('test_record_id', '=', recordId)
    .select('test_set_id')
    .executeTakeFirst()
  return row?.test_set_id
}

/** Lists the sets that began for these subjects or hold tests of theirs, in one order for everybody who locks several. */
export async function listSetsOfSubjects({ db, tenant }: Scope, subjectIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from test_sets t
    where t.tenant_id = ${tenant.id} and (t.subject_id = any(${subjectIds}::uuid[]) or exists (
      select from test_set_tests c
      join test_records r on r.tenant_id = ${tenant.id} and r.id = c.test_record_id
      where c.tenant_id = ${tenant.id} and c.test_set_id = t.id and r.subject_id = any(${subjectIds}::uuid[])))
    order by t.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists the groups in which a subject has a set. */
export async function findGroupsOfSets({ db }: Scope, subjectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('test_sets')
    .where('subject_id', '=', subjectId)
    .select('group_id')
    .distinct()
    .execute()
  return rows.map(({ group_id }) => group_id)
}
