import * as z from 'zod/mini'
import { listQuery, placeFilter, searchFilter } from '../listing.ts'
import { isTimeZone } from '../rules/dates.ts'
import { results, type Result } from '../rules/results.ts'
import { anyText, codeText, formalText, id, instant, month, rule } from '../schema.ts'
import { origins } from './origin.ts'
import { secondReadings } from './test-record.ts'

/** The results of which positivity is a share. */
export const conclusiveResults = ['positive', 'negative'] as const satisfies readonly Result[]

/** The words of the filter by result. `conclusive` occurs in older links and stands for both conclusive results. */
const resultWords: Readonly<Record<string, readonly Result[]>> = {
  conclusive: conclusiveResults,
  ...Object.fromEntries(results.map((result) => [result, [result]])),
}

/** The results in a filter, without duplicates and in their standard order; empty if it names none that is known. */
export function readResults(filter: string): readonly Result[] {
  const asked = new Set(filter.split(',').flatMap((word) => resultWords[word] ?? []))
  return results.filter((result) => asked.has(result))
}

/** Joins several results to one filter, which `readResults` reads; undefined for none. */
export function resultFilter(asked: readonly Result[]): string | undefined {
  return results.filter((result) => asked.includes(result)).join(',') || undefined
}

/** One or several results, separated by commas, in any order, of which a record must have one. */
const oneOfResults = z.pipe(
  codeText(60).check(
    // Written as an expression it would be built as the application starts, on every page.
    rule('malformed', (filter) => filter.split(',').every((word) => Object.hasOwn(resultWords, word))),
  ),
  z.transform((filter) => readResults(filter).join(',')),
)

/** The values of the filter by state. `current` is every record that was not voided; `all` includes the voided ones. */
export const stateFilters = ['current', 'corrected', 'voided', 'all'] as const
export type StateFilter = (typeof stateFilters)[number]

/** The values of the filter by the time of reading. */
export const readingFilters = ['early', 'late'] as const

/** An IANA time zone, which defines days and hours. */
export const timeZone = formalText(64).check(rule('timeZone', isTimeZone))

/** A whole number in an address, within two bounds. */
function wholeNumber(from: number, to: number) {
  const all = Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
  return z.pipe(
    z.enum(all),
    z.transform((value) => Number(value)),
  )
}

/**
 * The filter that list, count, dashboard and export share. `from` and `to` are instants, both included: the start and
 * the end of the chosen days in the user's time zone (spec §9). `search` is the start of a test ID, four characters or more of one, an email, a name or
 * a custom ID; `recorded_by` the user who recorded, `subject_id` the subject that was tested, `origin` where the record
 * comes from, `import_id` the import that made it, if the user may see that one; an import that
 * was undone has voided them. Voided records are left out unless `state` asks for them.
 *
 * Charts link to these filters: `lot` is a complete lot number, as it is stored or as recording would read it;
 * `analyte_id` a line of the test, with `analyte_result` the result of that line; `weekday` (1 is Monday) and `hour`
 * the time of the test by a clock in `zone`, by default UTC. `month`, YYYY-MM, is that of the monthly report: the month that the clock
 * showed where the test was performed.
 */
const testRecordFilter = {
  from: z.optional(instant),
  to: z.optional(instant),
  result: z.optional(oneOfResults),
  state: z._default(z.enum(stateFilters), 'current'),
  ...placeFilter,
  reading: z.optional(z.enum(readingFilters)),
  second_reading: z.optional(z.enum(secondReadings)),
  recorded_by: z.optional(id),
  origin: z.optional(z.enum(origins)),
  import_id: z.optional(id),
  subject_id: z.optional(id),
  assay_id: z.optional(id),
  analyte_id: z.optional(formalText(100)),
  analyte_result: z.optional(z.enum(results)),
  lot: z.optional(anyText(50)),
  weekday: z.optional(wholeNumber(1, 7)),
  hour: z.optional(wholeNumber(0, 23)),
  zone: z.optional(timeZone),
  month: z.optional(month),
  ...searchFilter,
}

export const testRecordList = listQuery({
  rows: 'test-record',
  filters: testRecordFilter,
  sorts: ['performed_at', '-performed_at', 'recorded_at', '-recorded_at', 'test_id', '-test_id', 'result', '-result'],
  default: '-performed_at',
})
export type TestRecordSort = (typeof testRecordList)['default']

/** The filter alone, for endpoints that count the same records. */
export const testRecordFilters = testRecordFilter
const filterObject = z.strictObject(testRecordFilter)
export type TestRecordFilter = z.infer<typeof filterObject>
