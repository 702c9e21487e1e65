import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getDashboard } from '../../contract/dashboard/endpoints.ts'
import { queryOf } from '../api/query.ts'
import { instantsOf, type RangeChoice } from '../ui/date-range.ts'

/** Counts of a range and the latest records. While another range loads, the last one stays. */
export function dashboardQuery(choice: RangeChoice) {
  return queryOptions({ ...queryOf(getDashboard, { query: instantsOf(choice) }), placeholderData: keepPreviousData })
}
