import {
  getDashboardAssays,
  getDashboardGroups,
  getDashboardHours,
  getDashboardLots,
  getDashboardTrend,
} from '../../../contract/dashboard/charts.ts'
import { queryOf } from '../../api/query.ts'
import { lastDays } from '../../ui/date-range.ts'
import { filterOf, type Shown } from '../queries.ts'
import { daysEarlier, daysOfMean } from './trend.ts'

/** A chart that fails says so in its place; the rest of the page stays. */
const errors = 'caller'

/** The zone of the clock here, whose days and hours charts tell apart. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** With the days before the range that the mean of its first days takes in. */
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

export function lotsQuery(shown: Shown) {
  return queryOf(getDashboardLots, { query: filterOf(shown), errors })
}

/** A week has too few tests of a lot to tell it from others, so lots that stand out are looked for in so many days at least. */
const daysOfLots = 30

/** The days in which lots that stand out are looked for: those that are shown, with as many before them as make `daysOfLots`. */
export function shownForLots(shown: Shown, now = new Date()): Shown {
  if (shown.range === 'all' || shown.from === undefined) return shown
  const to = shown.to ?? lastDays(1, now).to
  if (to === undefined) return shown
  const earliest = daysEarlier(to, daysOfLots - 1)
  return shown.from <= earliest ? shown : { ...shown, from: earliest, to }
}
