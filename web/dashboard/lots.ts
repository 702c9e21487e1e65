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

/** How many lots were compared, and those that are shown. */
export type Lots = Reply<typeof getDashboardLots>['data']

/** A lot of a test kit with its invalid tests, beside those of the kit's other lots. */
export type Lot = Lots['lots'][number]

/** Every lot with its invalid tests. What fails says so in its place; the rest of the page stays. */
export function lotsQuery(shown: Shown) {
  return queryOf(getDashboardLots, { query: filterOf(shown), errors: 'caller' })
}

/** Asks for the lots that this user is told of first, ahead of drawing them. */
export async function startLots(queries: QueryClient, search: DashboardSearch): Promise<void> {
  const holder = currentHolder(queries)
  const shown = shownFirst(queries, search)
  if (shown === undefined || !holder || holder.userType === 'patient' || !can(holder, 'view-tests')) return
  await queries.prefetchQuery(lotsQuery(shownForLots(shown)))
}

/** A week has too few tests of a lot to tell it from others, so lots that stand out are looked for in so many days at least. */
const daysOfLots = 30

/** The days in which lots that stand out are looked for: those that are shown, with as many before them as make `daysOfLots`. */
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
