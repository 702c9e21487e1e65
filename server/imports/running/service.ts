import { randomUUID } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { presentTime } from '../../../contract/rules/present.ts'
import type { Door } from '../../access/door/door.ts'
import type { ActorScope, Scope } from '../../access/scope.ts'
import type { KeptRun } from '../../access/tables/imports.ts'
import { queueMessage } from '../../messages/service.ts'
import type { JobData, Jobs } from '../../platform/jobs.ts'
import { fillPeople, keepTestsOfMerged, makePeople, takeDetails } from '../../subjects/service.ts'
import { beginImport, recordBatch, voidImported } from '../../test-records/service.ts'
import { asImporter } from '../importer-repository.ts'
import { letClashesWait, nobody } from './clashes.ts'
import { judge, nothingPlanned, type AnsweredFile, type Plan } from './judging.ts'
import { keepChanges } from './changes-repository.ts'
import { keepMade, keepTold } from './known-repository.ts'
import { keepMatches, keepTestMatches, takeTurns } from './matches-repository.ts'
import { keepMappings, withProposals } from './proposing.ts'
import {
  countPreview,
  findActiveUser,
  holdImport,
  plannedForValues,
  putJudged,
  putPlace,
  putState,
  recorderOf,
  takeRows,
  type HeldImport,
} from './repository.ts'
import { undoStep } from './undoing.ts'
import type { PendingRow } from './units.ts'

/** A job that takes longer than this goes on in another one, so that other tenants have their turns and it never expires while it works. */
export const longestJobMs = 5_000

/** Starts matching, running and undoing imports, one at a time. */
export async function startRunningImports(jobs: Jobs, door: Door): Promise<void> {
  await jobs.work('run-import', (job) => runImport(door, job))
}

/**
 * Works on an import until it is matched, run or undone, a step in each transaction. Whenever it is interrupted it goes on where
 * it stopped, and two that work at once take turns.
 */
export async function runImport(door: Door, { tenantId, id }: JobData): Promise<void> {
  const until = presentTime().getTime() + longestJobMs
  for (;;) {
    const isOver = presentTime().getTime() > until
    const goesOn = await door.enterTenant(tenantId, randomUUID(), async (scope) => {
      const held = await holdImport(scope, id, ['matching', 'running', 'undoing'])
      if (held === undefined) return false
      const step = held.state === 'matching' ? matchStep : held.state === 'running' ? runStep : undoStep
      const isMore = await step(scope, held)
      if (isMore && isOver) await scope.addJob('run-import', id)
      return isMore && !isOver
    })
    if (!goesOn) return
  }
}

/** Decides about the next rows what they will make; behind the last, counts what all will make. */
async function matchStep(scope: Scope, held: HeldImport): Promise<boolean> {
  const importer = await asImporter(scope, held.acting_by)
  if (held.place === 0 && importer !== undefined && held.head !== null && held.answers !== null) {
    const answers = await withProposals(importer, held)
    if (answers !== held.answers && answers !== null) await putState(scope, held.id, 'matching', { answers })
    held = { ...held, answers }
  }
  const next = await takeRows(scope, held.id, held.place)
  if (next === undefined) {
    await letClashesWait(importer, held)
    await putState(scope, held.id, 'read', { preview: await countPreview(scope, held.id) })
    return false
  }
  await putJudged(scope, held.id, (await planOf(importer, held, next.rows)).rows)
  await putPlace(scope, held.id, next.place)
  return true
}

/** Makes people and tests of the next rows; behind the last, says that it is done. */
async function runStep(scope: Scope, held: HeldImport): Promise<boolean> {
  const run = held.run
  if (run === null) throw new Error('A run has its counts from its beginning')
  const next = await takeRows(scope, held.id, held.place)
  if (next === undefined) {
    await putState(scope, held.id, 'done', {
      run: { ...run, endedAt: scope.now.toISOString() },
      preview: await countPreview(scope, held.id),
    })
    await tellEnd(scope, run)
    return false
  }
  await takeTurns(scope, 'run')
  const importer = await asImporter(scope, held.acting_by)
  const plan = await planOf(importer, held, next.rows)
  const made = importer === undefined ? undefined : await make(importer, held, plan)
  await putJudged(
    scope,
    held.id,
    plan.rows.map((row) => ({
      ...row,
      outcome: row.outcome === 'right' ? 'made' : row.outcome,
      subjectId: row.subjectId ?? made?.get(row.made ?? '') ?? null,
    })),
  )
  await putPlace(scope, held.id, next.place, counted(run, plan))
  return true
}

/** Decides about rows in the importer's name; none can be made once they may not import. */
export async function planOf(
  importer: ActorScope | undefined,
  { id, head, answers }: Pick<HeldImport, 'id' | 'head' | 'answers'>,
  rows: readonly PendingRow[],
): Promise<Plan> {
  if (importer !== undefined && head !== null && answers !== null) {
    const file: AnsweredFile = { id, head, answers }
    return await plannedForValues(importer, () => judge(importer, file, rows))
  }
  const problems = [{ column: null, code: 'notAllowed' } as const]
  const refused = rows.map(({ line }) => ({ ...nobody, line, outcome: 'wrong' as const, skipped: null, problems }))
  return { ...nothingPlanned(), rows: refused }
}

/** Makes what was planned, keeps by which keys it is known, and returns the ids of the people who were made by their keys. */
async function make(importer: ActorScope, held: HeldImport, plan: Plan): Promise<ReadonlyMap<string, string>> {
  const { people, matched, told, taken, filled, tests, known } = plan
  const ids = await makePeople(importer, [...people.values()])
  const made = new Map([...people.keys()].map((key, at) => [key, ids[at] ?? '']))
  const subjects = new Map([...matched, ...made])
  const recordIds = await recordBatch(
    importer,
    held.origin_id ?? held.id,
    tests.map(({ who, record }) => ({ ...record, subject_id: subjects.get(who) ?? '' })),
  )
  const recorded = tests.map(({ key }, at) => ({ key, id: recordIds[at] ?? '' }))
  const ofMerged = tests.flatMap(({ formerId }, at) =>
    formerId === null ? [] : [{ formerId, recordId: recordIds[at] ?? '' }],
  )
  await keepTestsOfMerged(importer, ofMerged)
  await keepChanges(importer, held.id, await takeDetails(importer, taken))
  await fillPeople(importer, filled)
  const tested = await keepTestMatches(importer, held.id, known)
  await keepMatches(importer, held.id, [...matched.values(), ...tested])
  const news = told()
  const facts = new Map(news.map((one) => [one.key, one.facts]))
  const newPeople = Array.from(made, ([key, id]) => ({ key, id, facts: facts.get(key) ?? {} }))
  await keepMade(importer, held.id, { people: newPeople, tests: recorded })
  await keepTold(importer, news)
  const removed = recordIds.filter((_, at) => tests[at]?.isRemoved === true)
  if (removed.length > 0) await voidImported(importer, removed)
  return made
}

function counted(run: KeptRun, { rows, people, matched, tests }: Plan): KeptRun {
  const { made, matched: known } = run.people
  return {
    ...run,
    rows: run.rows + rows.length,
    people: { made: made + people.size, matched: known + new Set(matched.values()).size },
    tests: run.tests + tests.length,
    known: run.known + rows.filter(({ skipped }) => skipped === 'known').length,
    wrong: run.wrong + rows.filter(({ outcome }) => outcome === 'wrong').length,
  }
}

/** Tells whoever started an import that it is done. */
async function tellEnd(scope: Scope, { startedBy }: KeptRun): Promise<void> {
  const user = await findActiveUser(scope, startedBy)
  if (user !== undefined) await queueMessage(scope, { template: 'import-done', user })
}

/** Begins a run in the actor's name. Records of another user's run have another origin, as they are recorded by somebody else. */
export async function beginRun(scope: ActorScope, held: HeldImport, rightRows: number): Promise<void> {
  const former = held.origin_id ?? held.id
  const recorder = await recorderOf(scope, former)
  const originId = recorder === undefined || recorder === scope.actor.id ? former : newId()
  if (recorder !== scope.actor.id) await beginImport(scope, { id: originId, name: held.file_name })
  const none = { rows: 0, people: { made: 0, matched: 0 }, tests: 0, known: 0, wrong: 0 }
  const before = held.run ?? none
  const run: KeptRun = {
    ...none,
    people: before.people,
    tests: before.tests,
    of: rightRows,
    startedBy: scope.actor.id,
    startedAt: scope.now.toISOString(),
    endedAt: null,
  }
  if (held.answers !== null && held.head !== null) await keepMappings(scope, held)
  await putState(scope, held.id, 'running', { actingBy: scope.actor.id, originId, run })
}
