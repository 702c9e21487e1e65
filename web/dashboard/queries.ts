import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { getDashboard } from '../../contract/dashboard/endpoints.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { queryOf } from '../api/query.ts'
import type { DashboardSearch } from '../paths.ts'
import { userQuery } from '../session/queries.ts'
import { daysBefore, fixedDays, instantsOf, isBackwards, type RangeChoice } from '../ui/date-range.ts'

/**
 * The filters of the dashboard: fixed days, so that figures and the lists behind them mean the same ones, and the place
 * and assay. They start the address of every list that a figure links to.
 */
export interface Shown extends RangeChoice {
  organisation?: string
  group?: string
  assay?: string
}

export function filterOf({ organisation, group, assay, ...days }: Shown) {
  return { ...instantsOf(days), organisation_id: organisation, group_id: group, assay_id: assay }
}

/**
 * Loads the counts of a range and of the days before it, and the latest records. While another range loads, the
 * previous one stays in sight.
 */
export function dashboardQuery(shown: Shown) {
  const earlier = daysBefore(shown)
  const query = { ...filterOf(shown), ...(earlier && { before: instantsOf(earlier).from }) }
  return queryOptions({ ...queryOf(getDashboard, { query }), placeholderData: keepPreviousData })
}

/** The filters of a dashboard address: by default the last seven days of everything. */
export function shownBy({ range = 'last-7-days', from, to, ...narrowed }: DashboardSearch, now = presentTime()): Shown {
  return { ...narrowed, ...fixedDays({ range, from, to }, now) }
}

/** The first view of the dashboard for this user, or undefined if it has no figures. */
export function shownFirst(queries: QueryClient, search: DashboardSearch): Shown | undefined {
  const user = queries.getQueryData(userQuery.queryKey)
  if (user?.termsAccepted !== true || isBackwards(search)) return undefined
  return user.userType.name === 'patient' ? { range: 'all' } : shownBy(search)
}

/** Starts loading the figures of this user's first view, before they are drawn. */
export async function startFigures(queries: QueryClient, search: DashboardSearch): Promise<void> {
  const shown = shownFirst(queries, search)
  if (shown !== undefined) await queries.prefetchQuery(dashboardQuery(shown))
}
