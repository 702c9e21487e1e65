import { dateFields, type ImportField } from '../../contract/imports/fields.ts'
import type { FileImport, ImportRow } from '../../contract/imports/import.ts'
import { nameOfWord, undeterminedWords } from '../../contract/imports/word-answers.ts'
import { results, type Result } from '../../contract/rules/results.ts'

type Head = NonNullable<FileImport['head']>

/** What a row tells: enough to know which person and test it is about. Dates are in words, or as in the file if none was read. */
export interface RowFacts {
  name: string
  dateOfBirth: string
  /** The date of the test, the diseases with their results, and the facility. */
  test: string[]
}

/** `written` puts the dates that were read into words, and `meant` tells what was answered that a word of a result is stored as. */
export function factsOf(
  { columns }: Head,
  { cells, read }: ImportRow,
  written: DatesInWords,
  meant: (word: string) => string | undefined,
): RowFacts {
  const filled = (...fields: ImportField[]) =>
    fields.flatMap((field) =>
      columns.flatMap((column, at) => (column?.field === field ? [cells[at]?.trim() ?? ''] : [])),
    )
  const first = (...fields: ImportField[]) => filled(...fields).find((text) => text !== '') ?? ''
  const results = columns.flatMap((column, at) => {
    const text = cells[at]?.trim() ?? ''
    if (column?.field !== 'result' || text === '') return []
    const result = [text, meant(text)].filter(Boolean).join(' → ')
    return [[column.condition ?? first('condition', 'testCode'), result].filter((part) => part !== '').join(': ')]
  })
  return {
    name: [first('firstName'), first('middleName'), first('lastName')].filter((part) => part !== '').join(' '),
    dateOfBirth: read.dateOfBirth === null ? clearDay(first('dateOfBirth'), written) : written.day(read.dateOfBirth),
    test: [
      read.performed === null
        ? clearDay(first('performedAt', 'orderedAt'), written)
        : written.instant(read.performed.at, read.performed.zone),
      ...results,
      first('facility', 'laboratory'),
    ].filter((part) => part !== ''),
  }
}

/** What a word of a result is stored as by the answers about its file; undefined for one that was not asked about. */
export function meantResult(answers: FileImport['answers'], word: string): Result | undefined {
  const name = nameOfWord({ field: 'result', word })
  if (undeterminedWords.some((one) => nameOfWord({ field: 'result', word: one }) === name)) {
    return results.find((one) => one === answers?.undetermined)
  }
  const answer = answers?.words?.find((one) => nameOfWord(one) === name)
  return results.find((one) => one === answer?.meant)
}

/**
 * A date that was not read, as it is written; in words if it can be read in one way alone, as the cells of a workbook, which are
 * YYYY-MM-DD with the time that they hold.
 */
function clearDay(cell: string, written: DatesInWords): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?$/.exec(cell) ?? []
  if (day === undefined || !isDay(day)) return cell
  return [written.day(day), time === '00:00' ? undefined : time].filter(Boolean).join(', ')
}

function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

/** Puts a day, YYYY-MM-DD, and an instant by the clock of a zone into words that nobody can take for another date. */
interface DatesInWords {
  day: (day: string) => string
  instant: (at: string, zone: string) => string
}

/** The date that was read of the cell of a column, in words; undefined for a cell with no date, or none that was read. */
export function dateAt(
  { columns }: Head,
  { read, cells }: ImportRow,
  column: number,
  zone: string,
  written: DatesInWords,
): string | undefined {
  const field = columns[column]?.field
  const { dateOfBirth, symptomOnset, performed, reportedAt } = read
  const text = cells[column] ?? ''
  if (text === '') return undefined
  if (field === 'dateOfBirth' && dateOfBirth !== null) return written.day(dateOfBirth)
  if (field === 'symptomOnset' && symptomOnset !== null) return written.day(symptomOnset)
  if (field === 'performedAt' && performed !== null) return written.instant(performed.at, performed.zone)
  if (field === 'reportedAt' && reportedAt !== null) return written.instant(reportedAt, zone)
  const clear = dateFields.some((one) => one === field) ? clearDay(text.trim(), written) : text
  return clear === text.trim() ? undefined : clear
}

/** The name of a column, for a header that may be empty or missing. */
export function headerAt({ headers }: Head, column: number, unnamed: (number: number) => string): string {
  return headers[column]?.trim() || unnamed(column + 1)
}
