import { proposedAnswers } from '../../../contract/imports/answers.ts'
import { rowReader } from '../../../contract/imports/imported-row.ts'
import type { FileProblem } from '../../../contract/imports/problems.ts'
import { recognise, repeatedHeaders } from '../../../contract/imports/recognising.ts'
import { mostImportColumns, mostImportRows } from '../../../contract/limits-and-times.ts'
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
    yield* messagesOf(rowsOf(chunks), settings)
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

async function* messagesOf(
  rows: AsyncGenerator<NumberedRow>,
  { now, zone, keeps, ...given }: ReadSettings,
): AsyncGenerator<ReadMessage> {
  const { value: first } = (await rows.next()) as { value: NumberedRow | undefined }
  if (first === undefined) throw new RefusedFile('empty')
  const headers = first.cells.map((cell) => cell ?? '')
  if (headers.some((header) => header.length > mostHeaderCharacters)) throw new RefusedFile('cellTooLong', first.line)
  if (headers.length > mostImportColumns) throw new RefusedFile('tooManyColumns', mostImportColumns)
  const [twice] = repeatedHeaders(headers)
  if (twice !== undefined) throw new RefusedFile('headerTwice', twice)
  const { value: second } = (await rows.next()) as { value: NumberedRow | undefined }
  if (second === undefined) throw new RefusedFile('empty')

  const recognised = recognise(headers, second.cells)
  const answers = given.answers ?? proposedAnswers(recognised.layout, zone)
  const columns = answers.columns?.map((field) => field && { field }) ?? recognised.columns
  yield { kind: 'head', layout: recognised.layout, headers, columns: [...columns], answers }

  const read = rowReader(columns, answers, keeps, now)
  const [summary, repeats] = [new ReadSummary(), new Repeats()]
  const messageOf = ({ line, cells }: NumberedRow): RowMessage => {
    if (summary.rows >= mostImportRows) throw new RefusedFile('tooManyRows', mostImportRows)
    const row = read(cells)
    const keyed = { ...row, ...keysOf(row) }
    const { problem, ...compared } = repeats.take(line, keyed)
    const problems = problem === null ? row.problems : [problem]
    const message = { kind: 'row' as const, line, cells, ...keyed, problems, ...compared }
    summary.take(message)
    return message
  }
  yield messageOf(second)
  for await (const row of rows) yield messageOf(row)
  yield { kind: 'end', summary: summary.end() }
}
