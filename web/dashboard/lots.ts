import type { QueryClient } from '@tanstack/react-query'
import { getDashboardLots } from '../../contract/dashboard/charts.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { can } from '../../contract/permissions/can.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { queryOf } from '../api/query.ts'
import type { DashboardSearch } from '../paths.ts'
import { currentHolder } from '../session/queries.ts'
import { daysEarlier, lastDays } from '../ui/date-range.ts'
import { filterOf, shownFirst, type Shown } from './queries.ts'

/** The number of lots that were compared, and those to show. */
export type Lots = Reply<typeof getDashboardLots>['data']

/** A lot of a test kit with its invalid tests, beside those of the kit's other lots. */
export type Lot = Lots['lots'][number]

/** Loads every lot with its invalid tests. A failure is reported in its place, and the rest of the page stays. */
export function lotsQuery(shown: Shown) {
  return queryOf(getDashboardLots, { query: filterOf(shown), errors: 'caller' })
}

/** Starts loading the lots for this user's first view, before they are drawn. */
export async function startLots(queries: QueryClient, search: DashboardSearch): Promise<void> {
  const holder = currentHolder(queries)
  const shown = shownFirst(queries, search)
  if (shown === undefined || !holder || holder.userType === 'patient' || !can(holder, 'view-tests')) return
  await queries.prefetchQuery(lotsQuery(shownForLots(shown)))
}

/** A week has too few tests of a lot for a comparison, so at least this many days are examined. */
const daysOfLots = 30

/** Extends the shown days backwards to at least `daysOfLots`, for the comparison of lots. */
export function shownForLots(shown: Shown, now = presentTime()): Shown {
  if (shown.range === 'all' || shown.from === undefined) return shown
  const to = shown.to ?? lastDays(1, now).to
  if (to === undefined) return shown
  const earliest = daysEarlier(to, daysOfLots - 1)
  return shown.from <= earliest ? shown : { ...shown, from: earliest, to }
}

/** The share of invalid tests among all, from 0 to 1. */
export function invalidShare({ total, invalid }: Pick<Lot, 'total' | 'invalid'>): number {
  return total === 0 ? 0 : invalid / total
}
