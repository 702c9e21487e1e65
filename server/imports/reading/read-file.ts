import { proposedAnswers, type ImportAnswers } from '../../../contract/imports/answers.ts'
import { DateQuestions } from '../../../contract/imports/date-questions.ts'
import { rowReader } from '../../../contract/imports/imported-row.ts'
import { findHeaderRow, headersOf, noHeaderRow } from '../../../contract/imports/header-row.ts'
import type { FileProblem } from '../../../contract/imports/problems.ts'
import { recognise } from '../../../contract/imports/recognising.ts'
import { unclearWords } from '../../../contract/imports/unclear-words.ts'
import { nameOfWord } from '../../../contract/imports/word-answers.ts'
import { mostImportColumns, mostImportRows, mostRowsAbove } from '../../../contract/limits-and-times.ts'
import { importInMark, restoredCell } from '../resent-rows.ts'
import { keysOf } from './keys-of.ts'
import { ReadSummary } from './read-summary.ts'
import type { ReadMessage, ReadSettings, RowMessage } from './read-messages.ts'
import { Repeats } from './repeats.ts'
import { RefusedFile } from './refused-file.ts'
import { rowsOf } from './table.ts'
import type { NumberedRow } from './workbook-rows.ts'

/** More than any header has: lists of imports show the headers of each. */
const mostHeaderCharacters = 1000

/** Reads a file to its end. */
export async function* readFile(chunks: AsyncIterable<Buffer>, settings: ReadSettings): AsyncGenerator<ReadMessage> {
  try {
    yield* messagesOf(rowsOf(chunks, settings.answers?.sheet ?? null), settings)
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    yield { kind: 'refused', problem }
  }
}

/** What was refused, or that the file needs more memory than it may; undefined for a mistake of ours. */
function problemOf(error: unknown): FileProblem | undefined {
  if (error instanceof RefusedFile) return error.problem
  const isTooHeavy = error instanceof RangeError && /allocation failed|invalid string length/i.test(error.message)
  return isTooHeavy ? { code: 'tooHeavy' } : undefined
}

/** Collects the rows among which the headers are looked for. */
async function firstOf(rows: AsyncGenerator<NumberedRow>): Promise<NumberedRow[]> {
  const first: NumberedRow[] = []
  while (first.length < mostRowsAbove && (first.at(-1)?.line ?? 0) < mostRowsAbove) {
    const { value, done } = (await rows.next()) as IteratorResult<NumberedRow, undefined>
    if (done) break
    first.push(value)
  }
  return first
}

async function* messagesOf(
  rows: AsyncGenerator<NumberedRow>,
  { now, keeps, words, ...given }: ReadSettings,
): AsyncGenerator<ReadMessage> {
  const first = await firstOf(rows)
  if (first.length === 0) throw new RefusedFile('empty')
  const chosen = given.answers?.headerRow ?? findHeaderRow(first)
  const at = first.findIndex(({ line }) => line === chosen)
  const [above, below] = [first.slice(0, Math.max(at, 0)), first.slice(at + 1)]
  const header = first[at] ?? { line: noHeaderRow, cells: below[0]?.cells.map(() => '') ?? [] }
  const headers = headersOf(header, above)
  if (headers.some((name) => name.length > mostHeaderCharacters)) throw new RefusedFile('cellTooLong', header.line)
  if (headers.length > mostImportColumns) throw new RefusedFile('tooManyColumns', mostImportColumns)
  const [second] = below
  if (second === undefined) throw new RefusedFile('empty')

  const recognised = recognise(headers, second.cells)
  const proposed = given.answers ?? { ...proposedAnswers(recognised.layout, given.zone), words }
  const columns = given.answers?.columns?.map((field) => field && { field }) ?? recognised.columns
  const behind = await taken(rows, judgedRows)
  const beginning = [...below, ...behind]
  // A workbook says from when it counts days; a text does not.
  const { is1904 } = second
  const isSaid = given.answers === null && is1904 !== undefined
  const answers: ImportAnswers = isSaid ? { ...proposed, serialDates: is1904 ? '1904' : '1900' } : proposed
  const { sheet, otherSheets } = second
  const sheets = sheet !== undefined && { sheet, otherSheets }
  yield {
    kind: 'head',
    layout: recognised.layout,
    headers,
    columns: [...columns],
    answers,
    line: header.line,
    ...sheets,
  }

  const unclear = unclearWords(
    headers,
    columns,
    beginning.map(({ cells }) => cells),
    behind.length === judgedRows,
  )
  const isResent = importInMark(headers) !== undefined
  // What was asked about a file was not clear there, and its rows that wait need not show why.
  const asked = isResent && given.answers !== null ? (given.answers.words ?? []).map(nameOfWord) : []
  const read = rowReader(columns, answers, keeps, now, new Set([...unclear, ...asked]))
  const [summary, repeats] = [new ReadSummary(new DateQuestions(columns, answers, now)), new Repeats()]
  /** A row that tells of nobody: what stands above the headers, and lines that programs add for people. */
  const leftOut = ({ line, cells }: NumberedRow): RowMessage => {
    const nothing = {
      person: null,
      test: null,
      named: null,
      results: [],
      problems: [],
      words: [],
      isOneName: false,
      personKey: null,
      testKey: null,
    }
    const message = { ...nothing, kind: 'row', line, cells, skipped: 'heading', repeats: null, replaces: null } as const
    summary.take(message)
    return message
  }
  const messageOf = ({ line, cells: written, isHidden = false }: NumberedRow): RowMessage => {
    const cells = isResent ? written.map(restoredCell) : written
    if (summary.rows >= mostImportRows) throw new RefusedFile('tooManyRows', mostImportRows)
    if (cells[0]?.startsWith('#') && headers[0]?.startsWith('#') !== true) return leftOut({ line, cells })
    const row = read(cells)
    const keyed = { ...row, ...keysOf(row) }
    const { problem, ...compared } = repeats.take(line, keyed)
    const problems = problem === null ? [...row.problems] : [problem]
    if (isHidden) problems.push({ column: null, code: 'hiddenRow' })
    const message = { kind: 'row' as const, line, cells, ...keyed, problems, ...compared }
    summary.take(message)
    return message
  }
  for (const row of above) yield leftOut(row)
  for (const row of beginning) yield messageOf(row)
  for await (const row of rows) yield messageOf(row)
  yield { kind: 'end', summary: summary.end() }
}

/** The rows behind the first by which it is judged how words and numbers of days are meant. */
const judgedRows = 200

async function taken(rows: AsyncGenerator<NumberedRow>, most: number): Promise<NumberedRow[]> {
  const found: NumberedRow[] = []
  while (found.length < most) {
    const { value, done } = await rows.next()
    if (done) break
    found.push(value)
  }
  return found
}
