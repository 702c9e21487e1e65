import type { ImportField } from '../../contract/imports/fields.ts'
import type { FileImport, ImportRow } from '../../contract/imports/import.ts'

type Head = NonNullable<FileImport['head']>

/** What a row tells: enough to know which person and test it is about. Dates are in words, or as in the file if none was read. */
export interface RowFacts {
  name: string
  dateOfBirth: string
  /** The date of the test, the diseases with their results, and the facility. */
  test: string[]
}

/** `written` puts the dates that were read into words. */
export function factsOf({ columns }: Head, { cells, read }: ImportRow, written: DatesInWords): RowFacts {
  const filled = (...fields: ImportField[]) =>
    fields.flatMap((field) =>
      columns.flatMap((column, at) => (column?.field === field ? [cells[at]?.trim() ?? ''] : [])),
    )
  const first = (...fields: ImportField[]) => filled(...fields).find((text) => text !== '') ?? ''
  const results = columns.flatMap((column, at) => {
    const text = cells[at]?.trim() ?? ''
    if (column?.field !== 'result' || text === '') return []
    return [[column.condition ?? first('condition', 'testCode'), text].filter((part) => part !== '').join(': ')]
  })
  return {
    name: [first('firstName'), first('middleName'), first('lastName')].filter((part) => part !== '').join(' '),
    dateOfBirth: read.dateOfBirth === null ? first('dateOfBirth') : written.day(read.dateOfBirth),
    test: [
      read.performed === null
        ? first('performedAt', 'orderedAt')
        : written.instant(read.performed.at, read.performed.zone),
      ...results,
      first('facility', 'laboratory'),
    ].filter((part) => part !== ''),
  }
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
  if (cells[column] === '') return undefined
  if (field === 'dateOfBirth' && dateOfBirth !== null) return written.day(dateOfBirth)
  if (field === 'symptomOnset' && symptomOnset !== null) return written.day(symptomOnset)
  if (field === 'performedAt' && performed !== null) return written.instant(performed.at, performed.zone)
  if (field === 'reportedAt' && reportedAt !== null) return written.instant(reportedAt, zone)
  return undefined
}

/** The name of a column, for a header that may be empty or missing. */
export function headerAt({ headers }: Head, column: number, unnamed: (number: number) => string): string {
  return headers[column]?.trim() || unnamed(column + 1)
}
