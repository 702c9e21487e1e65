import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, id } from '../schema.ts'
import { testRecordFilters, timeZone } from '../test-records/filter.ts'
import { resultCounts } from './counts.ts'

/**
 * Aggregates over all test records of a filter. Each chart takes the list's own filter, and each of its figures is the
 * total of the list with that filter and the one that the figure names. Voided records are left out unless `state` asks
 * for them.
 */
const filtered = z.strictObject(testRecordFilters)

/** Days and hours are by a clock in `zone`. */
const filteredInZone = z.strictObject({ ...testRecordFilters, zone: timeZone })

const named = z.strictObject({ id, name: z.string() })

/** The most groups, assays and lots in a reply, those with the most tests; `isCapped` tells that there are more. */
export const mostInChart = 1000

export const getDashboardTrend = endpoint('getDashboardTrend', 'GET /dashboard/trend', {
  summary: 'Tests by day and result, in the user’s scope',
  requires: { anyOf: ['view-tests'] },
  forTokens: true,
  whenEntered: 'read',
  query: filteredInZone,
  replies: {
    /** Days with tests, earliest first, as YYYY-MM-DD in the zone. */
    200: dataOf(z.array(z.strictObject({ day: z.string(), counts: resultCounts }))),
  },
})

export const getDashboardHours = endpoint('getDashboardHours', 'GET /dashboard/hours', {
  summary: 'Tests by weekday and hour, in the user’s scope',
  requires: { anyOf: ['view-tests'] },
  forTokens: true,
  whenEntered: 'read',
  query: filteredInZone,
  replies: {
    /** Hours with tests: the weekday from 1, Monday, to 7, and the hour from 0 to 23 by the zone's clock. */
    200: dataOf(z.array(z.strictObject({ weekday: z.int(), hour: z.int(), counts: resultCounts }))),
  },
})

const place = { ...named.shape, status: z.enum(['active', 'suspended']), counts: resultCounts }

export const getDashboardGroups = endpoint('getDashboardGroups', 'GET /dashboard/groups', {
  summary: 'Tests by organisation and group and result, in the user’s scope',
  requires: { anyOf: ['view-tests'] },
  forTokens: true,
  whenEntered: 'read',
  query: filtered,
  replies: {
    /** Those with tests, the most first, by their present names. */
    200: dataOf(
      z.strictObject({
        organisations: z.array(z.strictObject(place)),
        groups: z.array(z.strictObject({ ...place, organisation: named })),
        isCapped: z.boolean(),
      }),
    ),
  },
})

export const getDashboardAssays = endpoint('getDashboardAssays', 'GET /dashboard/assays', {
  summary: 'Tests by assay, analyte and result, in the user’s scope',
  requires: { anyOf: ['view-tests'] },
  forTokens: true,
  whenEntered: 'read',
  query: filtered,
  replies: {
    /** Assays with tests, the most first, by their present names. */
    200: dataOf(
      z.strictObject({
        assays: z.array(
          z.strictObject({
            ...named.shape,
            /** Counts of whole tests. */
            counts: resultCounts,
            /**
             * Counts for each line, if tests have several, by its present name in the assay, or by that in the tests if
             * the assay no longer has it.
             */
            analytes: z.array(z.strictObject({ id: z.string(), name: z.string(), counts: resultCounts })),
          }),
        ),
        isCapped: z.boolean(),
      }),
    ),
  },
})

const invalidOf = { total: z.int(), invalid: z.int() }

export const getDashboardLots = endpoint('getDashboardLots', 'GET /dashboard/lots', {
  summary: 'Invalid tests by lot, in the user’s scope, with the lots that stand out',
  requires: { anyOf: ['view-tests'] },
  forTokens: true,
  whenEntered: 'read',
  query: filtered,
  replies: {
    /**
     * Lots with tests, first the conspicuous ones, then by the number of tests. Tests without a recorded lot are in
     * none.
     */
    200: dataOf(
      z.strictObject({
        lots: z.array(
          z.strictObject({
            assay: named,
            lot: z.string(),
            ...invalidOf,
            /** The tests of the same assay with other lots. */
            elsewhere: z.strictObject(invalidOf),
            /**
             * The probability of this many invalid tests if the lot is like the others; null if there are no others.
             */
            chance: z.nullable(z.number()),
            standsOut: z.boolean(),
          }),
        ),
        /**
         * The number of lots that were compared with the others of their assay; the bound for conspicuous lots allows
         * for all of them.
         */
        compared: z.int(),
        isCapped: z.boolean(),
      }),
    ),
  },
})
