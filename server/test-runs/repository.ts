import { sql, type SqlBool } from 'kysely'
import type { NewTestRun, RunCancelling } from '../../contract/test-runs/endpoints.ts'
import { abandonedDays, type ownCancelReasons } from '../../contract/test-runs/test-run.ts'
import { inActorScope } from '../access/actor-predicate.ts'
import { byKey, onTrue } from '../access/listing/by-key.ts'
import { countUpToCap } from '../access/listing/listing.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { subjectNow } from '../access/subject-now.ts'
import { touched } from '../access/changing/touched.ts'
import { subjectColumns } from '../subjects/columns.ts'
import { sampleColumns } from '../test-records/columns.ts'

/** Narrows to the places at which the actor may record; a patient has none. */
function runInActorScope(scope: ActorScope) {
  return inActorScope(scope, { organisation: 'r.organisation_id', group: 'r.group_id' })
}

/**
 * Selects the running tests `r` in the actor's scope. The state is a literal, so that the planner can use its partial
 * index.
 */
function runningInScope(scope: ActorScope) {
  return scope.db
    .selectFrom('test_runs as r')
    .where('r.state', '=', sql.lit('running'))
    .where(runInActorScope(scope))
    .select('r.id')
}

/**
 * Selects tests with the rows that they name; for a merged subject, the one that was kept. Each is looked up by key, as
 * in `recordsWithNames`.
 */
function runsWithNames(scope: Scope) {
  return scope.db
    .selectFrom('test_runs as r')
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('subjects as f')
          .leftJoin('merged_subjects as m', 'm.id', 'f.id')
          .whereRef('f.id', '=', 'r.subject_id')
          .select(subjectNow('f.id').as('id'))
          .limit(sql.lit(1))
          .as('now'),
      onTrue,
    )
    .innerJoinLateral(byKey(scope, 'subjects', 's', { id: 'now.id' }), onTrue)
    .innerJoinLateral(byKey(scope, 'organisations', 'o', { id: 'r.organisation_id' }), onTrue)
    .innerJoinLateral(byKey(scope, 'groups', 'g', { id: 'r.group_id' }), onTrue)
    .innerJoinLateral(
      byKey(scope, 'assay_versions', 'a', { assay_id: 'r.assay_id', version: 'r.assay_version' }),
      onTrue,
    )
    .innerJoinLateral(byKey(scope, 'users', 'u', { id: 'r.started_by' }), onTrue)
    .leftJoinLateral(byKey(scope, 'subject_identities', 'i', { subject_id: 's.id' }), onTrue)
    .leftJoinLateral(byKey(scope, 'users', 'e', { id: 'r.ended_by' }), onTrue)
    .select([
      'r.id',
      'r.state',
      'r.organisation_id',
      'o.name as organisation_name',
      'r.group_id',
      'g.name as group_name',
      'r.assay_id',
      'r.assay_version',
      'a.name as assay_name',
      'a.analytes',
      'a.offered_results',
      'a.image_required',
      ...sampleColumns.selected,
      'r.subject_id as begun_with',
      'r.zone',
      'r.started_at',
      'r.started_by',
      'u.full_name as started_by_name',
      'r.read_from',
      'r.read_until',
      'r.ended_at',
      'r.ended_by',
      'e.full_name as ended_by_name',
      'r.test_record_id',
      'r.test_set_id',
      'r.version',
      ...subjectColumns,
    ])
}

/** Lists the latest running tests in the actor's scope, with their total. */
export async function listRunningRows(scope: ActorScope, most: number) {
  const latest = runningInScope(scope).orderBy('r.started_at', 'desc').orderBy('r.id', 'desc').limit(sql.lit(most))
  const rows = await runsWithNames(scope)
    .where(sql<SqlBool>`r.id = any(array(${latest}))`)
    .orderBy('r.started_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute()
  return { rows, total: rows.length < most ? rows.length : await countRunning(scope) }
}

/** Counts the running tests in the actor's scope, up to the cap of lists. */
export async function countRunning(scope: ActorScope): Promise<number> {
  return await countUpToCap(scope.db, runningInScope(scope))
}

/** Finds a test in the actor's scope. */
export async function findRunRow(scope: ActorScope, runId: string) {
  return runsWithNames(scope).where('r.id', '=', runId).where(runInActorScope(scope)).executeTakeFirst()
}
export type RunRow = NonNullable<Awaited<ReturnType<typeof findRunRow>>>

/**
 * Locks a test in the actor's scope until the transaction ends, and returns its state; undefined when there is none.
 */
export async function lockRun(scope: ActorScope, runId: string) {
  return scope.db
    .selectFrom('test_runs as r')
    .where('r.id', '=', runId)
    .where(runInActorScope(scope))
    .select(['r.state', 'r.version', 'r.ended_by', 'r.cancel_reason', 'r.read_from', 'r.read_until'])
    .forNoKeyUpdate('r')
    .executeTakeFirst()
}

/** The stored data of a test that starts now. */
interface RunToStart {
  id: string
  input: NewTestRun
  assayVersion: number
  readFrom: Date | null
  readUntil: Date | null
}

export async function insertRun(scope: ActorScope, { id, input, assayVersion, ...times }: RunToStart): Promise<void> {
  await scope.db
    .insertInto('test_runs')
    .values({
      tenant_id: scope.tenant.id,
      id,
      organisation_id: input.organisationId,
      group_id: input.groupId,
      subject_id: input.subjectId,
      assay_id: input.assayId,
      assay_version: assayVersion,
      ...sampleColumns.toRow(input),
      ...(input.testSetId !== undefined && { test_set_id: input.testSetId }),
      zone: input.zone,
      started_by: scope.actor.id,
      started_at: scope.now,
      read_from: times.readFrom,
      read_until: times.readUntil,
    })
    .execute()
}

/** Marks a test as finished, with the record that it became. */
export async function markFinished(scope: ActorScope, runId: string, recordId: string): Promise<void> {
  await scope.db
    .updateTable('test_runs')
    .set({ ...touched(), state: 'finished', ended_at: scope.now, ended_by: scope.actor.id, test_record_id: recordId })
    .where('id', '=', runId)
    .execute()
}

export async function markCancelled(scope: ActorScope, runId: string, { reason, note }: RunCancelling): Promise<void> {
  await scope.db
    .updateTable('test_runs')
    .set({
      ...touched(),
      state: 'cancelled',
      ended_at: scope.now,
      ended_by: scope.actor.id,
      cancel_reason: reason,
      cancel_note: note,
    })
    .where('id', '=', runId)
    .execute()
}

/** Cancels the running tests of these subjects, in nobody's name. Returns the ids. */
export async function cancelRunsOf(scope: Scope, subjectIds: readonly string[]): Promise<string[]> {
  const cancelled = await scope.db
    .updateTable('test_runs')
    .set(endedByServer(scope, 'subject-erased'))
    .where('state', '=', sql.lit('running'))
    .where('subject_id', 'in', subjectIds)
    .returning('id')
    .execute()
  return cancelled.map(({ id }) => id)
}

/**
 * Cancels at most `most` tests that were started too long ago, and skips those that somebody is reading at the moment.
 * Returns the ids.
 */
export async function cancelAbandoned(scope: Scope, most: number): Promise<string[]> {
  const old = scope.db
    .selectFrom('test_runs')
    .where('state', '=', sql.lit('running'))
    .where('started_at', '<', sql<Date>`now() - make_interval(days => ${sql.lit(abandonedDays)})`)
    .select('id')
    .limit(sql.lit(most))
    .forUpdate()
    .skipLocked()
  const cancelled = await scope.db
    .updateTable('test_runs')
    .set(endedByServer(scope, 'abandoned'))
    .where('id', 'in', old)
    .returning('id')
    .execute()
  return cancelled.map(({ id }) => id)
}

function endedByServer({ now }: Scope, cancel_reason: (typeof ownCancelReasons)[number]) {
  return { ...touched(), state: 'cancelled' as const, ended_at: now, ended_by: null, cancel_reason }
}

/** Lists the groups in which tests of a subject are running. */
export async function findGroupsOfRuns({ db }: ActorScope, subjectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('test_runs')
    .where('subject_id', '=', subjectId)
    .where('state', '=', sql.lit('running'))
    .select('group_id')
    .distinct()
    .execute()
  return rows.map(({ group_id }) => group_id)
}
