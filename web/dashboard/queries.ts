import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getDashboard } from '../../contract/dashboard/endpoints.ts'
import { queryOf } from '../api/query.ts'
import { daysBefore, instantsOf, type RangeChoice } from '../ui/date-range.ts'

/**
 * Counts of a range and of the days before it, and the latest records. While another range loads, the last one stays. It
 * takes fixed days, so that figures and the lists behind them speak of the same ones.
 */
export function dashboardQuery(days: RangeChoice) {
  const earlier = daysBefore(days)
  const query = { ...instantsOf(days), ...(earlier && { before: instantsOf(earlier).from }) }
  return queryOptions({ ...queryOf(getDashboard, { query }), placeholderData: keepPreviousData })
}
