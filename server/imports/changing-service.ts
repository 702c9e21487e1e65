import type { Body } from '../../contract/endpoint.ts'
import type {
  answerImportPerson as answerEndpoint,
  chooseImportDifferences as chooseEndpoint,
  correctImportRow as correctEndpoint,
} from '../../contract/imports/endpoints.ts'
import type { ImportAnswers } from '../../contract/imports/answers.ts'
import type { FileImport, ForeseenUndo, ImportHead, ImportRow, ImportSummary } from '../../contract/imports/import.ts'
import type { Keeps } from '../../contract/imports/imported-person.ts'
import { rowReader } from '../../contract/imports/imported-row.ts'
import { nameOfWord } from '../../contract/imports/word-answers.ts'
import { readLine } from '../../contract/rules/written-characters.ts'
import { recordDone } from '../access/audit/audit.ts'
import { asSeen } from '../access/changing/touched.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { Failure, found, invalid } from '../platform/failure.ts'
import { keysOf } from './reading/keys-of.ts'
import { Repeats } from './reading/repeats.ts'
import { findKeeps } from './running/tenant-rules.ts'
import { personQuestions } from '../../contract/imports/problems.ts'
import { compareFacts, factsOf } from '../../contract/imports/person-facts.ts'
import { tellNamesakesApart } from './running/namesakes.ts'
import { findTellings, putAnswers, readContents } from './running/namesakes-repository.ts'
import type { PendingRow } from './running/units.ts'
import { countPreview, countRight, forgetJudged, forgetLeftOut, holdImport, putState } from './running/repository.ts'
import { foreseeUndo } from './running/foreseeing.ts'
import { judgeNumbersAgain, letClashesWait } from './running/clashes.ts'
import { beginRun, planOf } from './running/service.ts'
import type { Cell } from '../../contract/imports/row-cells.ts'
import { findCorrected } from './reading-repository.ts'
import { findImportSeen } from './repository.ts'
import {
  findComparable,
  findRow,
  putChosen,
  putCompared,
  putCorrected,
  putJudgedRows,
  type ComparedRow,
} from './changing-repository.ts'
import { getImport, mayBeUndone, shownRow } from './service.ts'

/**
 * Corrects cells of a row, reads it anew and compares it with the rows of the same test. Throws `not-found`, `not-possible`
 * for a row that was made and while something is done with the file, and `validation` for a column that is not there.
 */
export async function correctImportRow(
  scope: ActorScope,
  importId: string,
  line: number,
  { cells: corrected }: Body<typeof correctEndpoint>,
): Promise<ImportRow> {
  found(await findImportSeen(scope, importId, { lock: true }))
  const held = await holdImport(scope, importId, ['read', 'done'])
  const row = found(await findRow(scope, importId, line))
  if (held === undefined || held.head === null || held.answers === null) throw new Failure('not-possible')
  if (row.outcome === 'made') throw new Failure('not-possible')
  const { head, answers } = held
  const cells = [...row.cells]
  for (const [at, { column, text }] of corrected.entries()) {
    if (column >= head.columns.length) throw invalid(`cells.${at}.column`, 'malformed')
    while (cells.length <= column) cells.push('')
    cells[column] = readLine(text)
  }
  const reread = correctedReader(held.summary, head, answers, await findKeeps(scope), scope.now)
  const { read, personKey, testKey, pending } = await putReread(scope, importId, row, cells, reread)
  const isOfRoster = testKey === null && read.problems.length === 0
  if (isOfRoster)
    pending.push({
      line,
      content: read,
      personKey,
      testKey,
      answer: row.person_key === personKey ? row.person_answer : null,
    })
  const plan = await planOf(scope, held, pending)
  await putJudgedRows(scope, importId, plan.rows)
  const people = new Set([row.person_key, personKey].flatMap((key) => key ?? []))
  await tellNamesakesApart(scope, { id: importId, head, answers }, [...people])
  const numbers = [reread(row.cells), read].flatMap(({ person }) => person?.nhsNumber ?? [])
  if (scope.tenant.subjectDetails.includes('nhsNumber')) await judgeNumbersAgain(scope, held, [...new Set(numbers)])
  await putState(scope, importId, held.state, { preview: await countPreview(scope, importId) })
  await recordDone(scope, 'import.corrected', importId)
  return shownRow(scope, found(await findRow(scope, importId, line)))
}

/** Reads the cells of corrected rows as those of their file are read. */
function correctedReader(
  summary: ImportSummary | null,
  { columns }: ImportHead,
  answers: ImportAnswers,
  keeps: Keeps,
  now: Date,
) {
  // What was asked about the file's words is asked about a corrected cell, too.
  const asked = new Set(summary?.words?.map(nameOfWord))
  // A file without people of one name was not asked about them, so that a name that is taken out is missing.
  const hasOneName = summary?.oneNames ? answers.hasOneName : false
  return rowReader(columns, { ...answers, hasOneName }, keeps, now, asked)
}

/** Stores a corrected row as it is read now, and compares the tests anew that it was or is of. `pending` are rows of these that count. */
async function putReread(
  scope: Scope,
  importId: string,
  { line, test_key: before }: { line: number; test_key: string | null },
  cells: readonly Cell[],
  reader: ReturnType<typeof correctedReader>,
) {
  const read = reader(cells)
  const { testKey, personKey } = keysOf(read)
  await putCorrected(scope, importId, { line, cells: [...cells], ...read, testKey, personKey })
  const bases = new Set([before, testKey].flatMap((key) => key?.split('.')[0] ?? []))
  const pending: PendingRow[] = []
  for (const base of bases) pending.push(...(await compareAgain(scope, importId, base)))
  return { read, personKey, testKey, pending }
}

/** Corrected rows that one step reads again. */
const rereadAtOnce = 50

/**
 * Reads the next corrected rows behind a line by what was answered since. Returns the line of the last one; undefined once there are no
 * more.
 */
export async function rereadCorrected(
  scope: Scope,
  importId: string,
  behind: number,
  { summary, head, answers }: { summary: ImportSummary; head: ImportHead; answers: ImportAnswers },
): Promise<number | undefined> {
  const rows = await findCorrected(scope, importId, behind, rereadAtOnce)
  if (rows.length === 0) return undefined
  const reader = correctedReader(summary, head, answers, await findKeeps(scope), scope.now)
  for (const row of rows) await putReread(scope, importId, row, row.cells, reader)
  return rows.length < rereadAtOnce ? undefined : rows.at(-1)?.line
}

/**
 * Answers whether the person of a row is the one who was asked about, for all rows that tell of them and wait for that answer.
 * Throws `not-found`, and `not-possible` for a row that asks nothing and while something is done with the file.
 */
export async function answerImportPerson(
  scope: ActorScope,
  importId: string,
  line: number,
  { answer }: Body<typeof answerEndpoint>,
): Promise<ImportRow> {
  found(await findImportSeen(scope, importId, { lock: true }))
  const held = await holdImport(scope, importId, ['read', 'done'])
  const row = found(await findRow(scope, importId, line))
  if (row.person_answer === answer) return shownRow(scope, row)
  const isAsked = row.problems.some(({ code }) => personQuestions.some((one) => one === code))
  if (held === undefined || held.head === null || held.answers === null) throw new Failure('not-possible')
  if (row.person_key === null || !isAsked || row.outcome !== 'wrong') throw new Failure('not-possible')
  await putAnswers(scope, importId, await linesOfPerson(scope, importId, line, row.person_key), answer)
  const { head, answers } = held
  await tellNamesakesApart(scope, { id: importId, head, answers }, [row.person_key])
  await putState(scope, importId, held.state, { preview: await countPreview(scope, importId) })
  await recordDone(scope, 'import.corrected', importId)
  return shownRow(scope, found(await findRow(scope, importId, line)))
}

/**
 * Says whether a field is taken from the file, where that says it otherwise than it is stored: of one row, or of all. Throws
 * `not-found`, and `not-possible` while something is done with the file.
 */
export async function chooseImportDifferences(
  scope: ActorScope,
  importId: string,
  choice: Body<typeof chooseEndpoint>,
): Promise<FileImport> {
  found(await findImportSeen(scope, importId, { lock: true }))
  const held = await holdImport(scope, importId, ['read', 'done'])
  if (held === undefined) throw new Failure('not-possible')
  if (choice.line !== null) found(await findRow(scope, importId, choice.line))
  await putChosen(scope, importId, choice)
  await putState(scope, importId, held.state, { preview: await countPreview(scope, importId) })
  await recordDone(scope, 'import.corrected', importId)
  return getImport(scope, importId)
}

/** The lines of the rows that tell of the person of a row, and do not contradict it. */
async function linesOfPerson(scope: ActorScope, importId: string, line: number, personKey: string): Promise<number[]> {
  const tellings = await findTellings(scope, importId, [personKey])
  const firsts = tellings.map(({ lines }) => lines[0] ?? 0)
  const contents = await readContents(scope, importId, [...firsts, line])
  const factsAt = (at: number) => {
    const person = contents.get(at)?.person
    return person ? factsOf(person) : {}
  }
  const own = factsAt(line)
  return tellings.flatMap(({ lines, isAsked }) => {
    const isOwn = lines.includes(line)
    const { contradicts, agrees } = compareFacts(own, factsAt(lines[0] ?? 0))
    return isOwn || (isAsked && contradicts.length === 0 && agrees.length > 0) ? lines : []
  })
}

/** Compares the rows of a test anew, and returns those that count. */
async function compareAgain(scope: Scope, importId: string, base: string): Promise<PendingRow[]> {
  const rows = await findComparable(scope, importId, base)
  const repeats = new Repeats()
  const compared = new Map<number, ComparedRow>()
  for (const { line, content, problems: before } of rows) {
    const found = repeats.take(line, { ...content, skipped: null, problems: [], testKey: base })
    const skipped = found.repeats !== null ? 'repeated' : null
    const problems = found.problem === null ? before.filter(({ code }) => code !== 'contradicts') : [found.problem]
    const isWrong = problems.length > 0
    compared.set(line, {
      line,
      test_key: found.testKey,
      outcome: isWrong ? 'wrong' : skipped === null ? 'right' : 'skipped',
      skipped: isWrong ? null : skipped,
      repeats: isWrong ? null : found.repeats,
      problems,
    })
    const replaced = found.replaces === null ? undefined : compared.get(found.replaces)
    if (replaced !== undefined) Object.assign(replaced, { outcome: 'skipped', skipped: 'repeated', repeats: line })
  }
  await putCompared(scope, importId, [...compared.values()])
  return rows.flatMap((row) => {
    const { outcome, test_key: testKey } = compared.get(row.line) ?? { outcome: 'wrong', test_key: null }
    return outcome === 'right' ? [{ ...row, testKey }] : []
  })
}

/**
 * Starts making what is right. Throws `not-found`, `stale-version`, and `not-possible` unless the file was read, or is done
 * and has rows that are right since.
 */
export async function startImport(
  scope: ActorScope,
  importId: string,
  version: number | undefined,
): Promise<FileImport> {
  const row = found(await findImportSeen(scope, importId, { lock: true }))
  if (row.state !== 'running') {
    asSeen(row, version)
    const held = await holdImport(scope, importId, ['read', 'done'])
    if (held === undefined) throw new Failure('not-possible')
    if (held.state === 'done') {
      await forgetJudged(scope, importId)
      await letClashesWait(scope, held)
    }
    if ((await countRight(scope, importId)) === 0) throw new Failure('not-possible')
    // Another file may have made since what this one calls an error, and one that has made tests may have been undone.
    await forgetLeftOut(scope, importId)
    await beginRun(scope, held, await countRight(scope, importId))
    await recordDone(scope, 'import.started', importId)
    // What is made comes from the rows.
    await scope.addJob('remove-import', importId)
    await scope.addJob('run-import', importId)
  }
  return getImport(scope, importId)
}

/** Tells what undoing an import would do now. Throws `not-found`. */
export async function foreseeImportUndo(scope: ActorScope, importId: string): Promise<ForeseenUndo> {
  const { state } = found(await findImportSeen(scope, importId))
  if (!mayBeUndone.includes(state)) return { tests: 0, testsLeft: 0, people: 0, peopleLeft: [] }
  return await foreseeUndo(scope, importId)
}

/** Starts undoing an import. Throws `not-found`, `stale-version`, and `not-possible` if there is nothing to undo. */
export async function undoImport(
  scope: ActorScope,
  importId: string,
  version: number | undefined,
): Promise<FileImport> {
  const row = found(await findImportSeen(scope, importId, { lock: true }))
  if (row.state !== 'undoing' && row.state !== 'undone') {
    asSeen(row, version)
    if (row.run === null || !mayBeUndone.includes(row.state)) throw new Failure('not-possible')
    await putState(scope, importId, 'undoing', { actingBy: scope.actor.id })
    await recordDone(scope, 'import.undone', importId)
    await scope.addJob('run-import', importId)
  }
  return getImport(scope, importId)
}
