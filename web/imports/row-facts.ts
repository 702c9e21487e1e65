import type { ImportField } from '../../contract/imports/fields.ts'
import type { FileImport, ImportRow } from '../../contract/imports/import.ts'

type Head = NonNullable<FileImport['head']>

/** What a row tells, as it is written in the file: enough to know which person and test it is about. */
export interface RowFacts {
  name: string
  dateOfBirth: string
  /** The date of the test, the diseases with their results, and the facility. */
  test: string[]
}

export function factsOf({ columns }: Head, { cells }: ImportRow): RowFacts {
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
    dateOfBirth: first('dateOfBirth'),
    test: [first('performedAt', 'orderedAt'), ...results, first('facility', 'laboratory')].filter(
      (part) => part !== '',
    ),
  }
}

/** The name of a column, for a header that may be empty or missing. */
export function headerAt({ headers }: Head, column: number, unnamed: (number: number) => string): string {
  return headers[column]?.trim() || unnamed(column + 1)
}
