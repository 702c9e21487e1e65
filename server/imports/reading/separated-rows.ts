import { parse } from 'csv-parse'
import { mostCellCharacters, mostImportColumns } from '../../../contract/limits-and-times.ts'
import { RefusedFile } from './refused-file.ts'

/** The most characters of a row: more than any table has, and little enough to show a hundred rows at once. */
export const mostRowCharacters = 128 * 1024

/**
 * Reads the rows of a CSV file, whose separator may also be a semicolon or a tab. Blank lines are rows, so that the rows
 * have the numbers that a spreadsheet shows.
 */
export async function* separatedRows(texts: AsyncIterable<string>): AsyncGenerator<string[]> {
  const { beginning, rest } = await beginningOf(texts)
  const rows = isOfBrowser(firstLineOf(beginning)) ? browserRows(rest) : parsedRows(rest, separatorOf(beginning))
  let line = 0
  for await (const row of rows) {
    line += 1
    if (row.length > 2 * mostImportColumns) throw new RefusedFile('tooManyColumns', mostImportColumns)
    if (row.some((cell) => cell.length > mostCellCharacters)) throw new RefusedFile('cellTooLong', line)
    yield row
  }
}

/** A line that tells a spreadsheet the separator, which is no row of the table. */
const separatorLine = /^"?sep=([^\r\n"])"?(?:\r\n|\r|\n)/i

/** Collects the first lines, which may come in several chunks. `rest` is everything, including them. */
async function beginningOf(texts: AsyncIterable<string>) {
  const iterator = texts[Symbol.asyncIterator]()
  let read = ''
  while (read.length < beginningCharacters) {
    const { value, done } = await iterator.next()
    if (done) break
    read += value
  }
  const beginning = read.replace(/^\ufeff/, '')
  async function* all(): AsyncGenerator<string> {
    yield beginning.replace(separatorLine, '')
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  return { beginning, rest: all() }
}

/** Enough for the separator to be told by several lines, of which the first may be a title. */
const beginningCharacters = 16 * 1024

function firstLineOf(text: string): string {
  const end = /\r?\n|\r/.exec(text)
  return end === null ? text : text.slice(0, end.index) + end[0]
}

/** The separator that a file names, or that stands in most of its first lines. */
function separatorOf(beginning: string): string {
  const named = separatorLine.exec(beginning)?.[1]
  if (named !== undefined) return named
  const lines = beginning
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, mostLines)
  const signs = [',', ';', '\t', '|'] as const
  const usual = (sign: string) => median(lines.map((line) => line.split(sign).length))
  return signs.reduce((best, sign) => (usual(sign) > usual(best) ? sign : best))
}

/** The lines by which the separator is told. */
const mostLines = 40

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}

async function* parsedRows(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: mostRowCharacters,
  })
  const feed = feedInto(parser, texts)
  try {
    // Without `columns`, each record is a list of texts.
    for await (const row of parser) yield row as string[]
    await feed
  } catch (error) {
    // The cell that does not end is in the row after the last one that did.
    throw isOfFile(error) ? new RefusedFile('cellTooLong', parser.info.records + 1) : error
  }
}

async function feedInto(parser: ReturnType<typeof parse>, texts: AsyncIterable<string>): Promise<void> {
  try {
    for await (const text of texts) {
      if (parser.destroyed) return
      if (!parser.write(text)) await drained(parser)
    }
    parser.end()
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

function drained(parser: ReturnType<typeof parse>): Promise<void> {
  const events = ['drain', 'close', 'error']
  return new Promise((resolve) => {
    const goOn = () => {
      for (const event of events) parser.off(event, goOn)
      resolve()
    }
    for (const event of events) parser.on(event, goOn)
  })
}

/** True for a cell that is too long, or has a quotation mark that is never closed. */
function isOfFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')
}

/**
 * SimpleReport's browser put every cell in quotes and escaped none of those inside, so that its rows are told apart by the
 * signs between them.
 */
function isOfBrowser(firstLine: string): boolean {
  return /^"[^"]*"(,"[^"]*")+\r?\n$/.test(firstLine) && firstLine.includes('"Patient last name"')
}

/** Undoes what the browser did: it joined cells by `","` and rows by `"`, a line feed and `"`. */
async function* browserRows(texts: AsyncIterable<string>): AsyncGenerator<string[]> {
  let open = ''
  let isBegun = false
  let line = 0
  for await (const text of texts) {
    open += isBegun ? text : text.replace(/^"/, '')
    isBegun = true
    const rows = open.split(/"\r?\n"/)
    open = rows.pop() ?? ''
    if (open.length > mostRowCharacters) throw new RefusedFile('cellTooLong', line + rows.length + 1)
    line += rows.length
    for (const row of rows) yield row.split('","')
  }
  yield open.replace(/"[\r\n]*$/, '').split('","')
}
