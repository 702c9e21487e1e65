import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { getDashboard } from '../../contract/dashboard/endpoints.ts'
import { queryOf } from '../api/query.ts'
import { userQuery } from '../session/queries.ts'
import { daysBefore, fixedDays, instantsOf, isBackwards, type RangeChoice } from '../ui/date-range.ts'

/**
 * Counts of a range and of the days before it, and the latest records. While another range loads, the last one stays. It
 * takes fixed days, so that figures and the lists behind them speak of the same ones.
 */
export function dashboardQuery(days: RangeChoice) {
  const earlier = daysBefore(days)
  const query = { ...instantsOf(days), ...(earlier && { before: instantsOf(earlier).from }) }
  return queryOptions({ ...queryOf(getDashboard, { query }), placeholderData: keepPreviousData })
}

/** The days that an address of the dashboard means: the last seven unless it says otherwise. */
export function daysOfDashboard(search: Partial<RangeChoice>, now = new Date()): RangeChoice {
  return fixedDays({ ...search, range: search.range ?? 'last-7-days' }, now)
}

/** Asks for what the dashboard shows this user first, ahead of the code that draws it. */
export async function startDashboard(queries: QueryClient, search: Partial<RangeChoice>): Promise<void> {
  const user = queries.getQueryData(userQuery.queryKey)
  if (user?.termsAccepted !== true || isBackwards(search)) return
  const days = user.userType.name === 'patient' ? { range: 'all' as const } : daysOfDashboard(search)
  await queries.prefetchQuery(dashboardQuery(days))
}
