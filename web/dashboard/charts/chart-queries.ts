import {
  getDashboardAssays,
  getDashboardGroups,
  getDashboardHours,
  getDashboardTrend,
} from '../../../contract/dashboard/charts.ts'
import { ownZone } from '../../browser.ts'
import { queryOf } from '../../api/query.ts'
import { daysEarlier } from '../../ui/date-range.ts'
import { filterOf, type Shown } from '../queries.ts'
import { daysOfMean } from '../../../contract/limits-and-times.ts'

/** A failed chart shows its own message, and the rest of the page stays. */
const errors = 'caller'

/** Loads the trend, with the days before the range that the mean of its first days needs. */
export function trendQuery(shown: Shown) {
  const from = shown.from === undefined ? undefined : daysEarlier(shown.from, daysOfMean - 1)
  return queryOf(getDashboardTrend, { query: { ...filterOf({ ...shown, from }), zone: ownZone() }, errors })
}

export function hoursQuery(shown: Shown) {
  return queryOf(getDashboardHours, { query: { ...filterOf(shown), zone: ownZone() }, errors })
}

export function groupsQuery(shown: Shown) {
  return queryOf(getDashboardGroups, { query: filterOf(shown), errors })
}

export function assaysQuery(shown: Shown) {
  return queryOf(getDashboardAssays, { query: filterOf(shown), errors })
}
