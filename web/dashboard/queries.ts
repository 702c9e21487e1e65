import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { getDashboard } from '../../contract/dashboard/endpoints.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { queryOf } from '../api/query.ts'
import type { DashboardSearch } from '../paths.ts'
import { userQuery } from '../session/queries.ts'
import { daysBefore, fixedDays, instantsOf, isBackwards, type RangeChoice } from '../ui/date-range.ts'

/**
 * What the figures of a dashboard are of: fixed days, so that figures and the lists behind them speak of the same ones, and
 * what narrows them. It is the beginning of the address of every list that a figure leads to.
 */
export interface Shown extends RangeChoice {
  organisation?: string
  group?: string
  assay?: string
}

/** The filter of the records that are shown, as the server is asked for them. */
export function filterOf({ organisation, group, assay, ...days }: Shown) {
  return { ...instantsOf(days), organisation_id: organisation, group_id: group, assay_id: assay }
}

/** Counts of a range and of the days before it, and the latest records. While another range loads, the last one stays. */
export function dashboardQuery(shown: Shown) {
  const earlier = daysBefore(shown)
  const query = { ...filterOf(shown), ...(earlier && { before: instantsOf(earlier).from }) }
  return queryOptions({ ...queryOf(getDashboard, { query }), placeholderData: keepPreviousData })
}

/** What an address of the dashboard means: the last seven days of everything unless it says otherwise. */
export function shownBy({ range = 'last-7-days', from, to, ...narrowed }: DashboardSearch, now = presentTime()): Shown {
  return { ...narrowed, ...fixedDays({ range, from, to }, now) }
}

/** What the dashboard shows this user first, or undefined where that is no figures. */
export function shownFirst(queries: QueryClient, search: DashboardSearch): Shown | undefined {
  const user = queries.getQueryData(userQuery.queryKey)
  if (user?.termsAccepted !== true || isBackwards(search)) return undefined
  return user.userType.name === 'patient' ? { range: 'all' } : shownBy(search)
}

/** Asks for the figures that this user is shown first, ahead of drawing them. */
export async function startFigures(queries: QueryClient, search: DashboardSearch): Promise<void> {
  const shown = shownFirst(queries, search)
  if (shown !== undefined) await queries.prefetchQuery(dashboardQuery(shown))
}
