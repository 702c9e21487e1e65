import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { placeFilter } from '../listing.ts'
import { dataOf, month } from '../schema.ts'
import { timeZone } from '../test-records/filter.ts'
import { dataValueSet, valuePlace } from './data-values.ts'
import { changedCode, reportCode } from './report-codes.ts'
import { reportRow } from './report-rows.ts'

/** The most rows of a report; one with more is narrowed to an organisation or a group. */
export const mostReportRows = 20_000

/**
 * Each test belongs to the month, YYYY-MM, that the clock showed where it was performed, so that everybody counts the same. With `zone`,
 * all are counted by a clock there.
 */
const query = z.strictObject({ month, zone: z.optional(timeZone), ...placeFilter })

const requires = { anyOf: ['export-tests'] } as const

const codes = z.array(reportCode)

/**
 * The tests of a month that a user sees, without the voided ones, with the codes of the tenant for what they
 * count. Rows without tests are left out. `made` is what earlier files for DHIS2 counted of these places. 422 at `month` if there
 * are more than `mostReportRows`.
 */
export const getMonthlyReport = endpoint('getMonthlyReport', 'GET /monthly-report', {
  summary: 'Tests of a month by group, assay, result, age group and sex, in the user’s scope',
  requires,
  forTokens: true,
  query,
  replies: { 200: dataOf(z.strictObject({ rows: z.array(reportRow), codes, made: z.array(valuePlace) })) },
})

/**
 * The tests of the monthly report as DHIS2 imports them, without a `data` around it. What has no code is left out, and the page of the
 * report says what that is. Each value is remembered, so that a later one says 0 where it counts nothing any more. Once the month is
 * over, that of one place says that the data set is complete.
 */
export const getDataValueSet = endpoint('getDataValueSet', 'GET /monthly-report/data-value-set', {
  summary: 'Tests of a month as a DHIS2 data value set, with the tenant’s own codes',
  requires,
  forTokens: true,
  query,
  replies: { 200: dataValueSet },
  audit: 'tenant.month-reported',
})

/** Sets codes and, with null, removes them; others stay as they are. 422 at `codes` for places and assays of nobody. */
export const changeReportCodes = endpoint('changeReportCodes', 'PUT /monthly-report/codes', {
  summary: 'Set the ids that a ministry’s system has for places, tests and people',
  requires: { rule: 'mayKeepReportCodes' },
  body: z.strictObject({ codes: z.array(changedCode).check(z.minLength(1), z.maxLength(1000)) }),
  replies: { 200: dataOf(codes) },
  audit: 'tenant.report-codes-changed',
})
