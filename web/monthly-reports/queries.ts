import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { changeReportCodes, getMonthlyReport } from '../../contract/monthly-reports/endpoints.ts'
import { queryOf } from '../api/query.ts'
import { ownZone } from '../browser.ts'
import { useCreation } from '../editing/row-changes.ts'
import type { MonthlyReportSearch } from '../paths.ts'
import { latestMonths } from '../ui/months.ts'

/** The month of an address; by default the last whole one. */
export function monthOf({ month }: MonthlyReportSearch): string {
  return month ?? latestMonths(2, ownZone()).at(-1) ?? ''
}

/** Loads the report of a month; the previous one stays in sight until it arrives. */
export function monthlyReportQuery(search: MonthlyReportSearch) {
  const { organisation, group } = search
  const query = { month: monthOf(search), zone: ownZone(), organisation_id: organisation, group_id: group }
  return queryOptions({
    ...queryOf(getMonthlyReport, { query, errors: 'caller' }),
    placeholderData: keepPreviousData,
  })
}

export const useChangeReportCodes = () => useCreation(changeReportCodes, { shownBy: [getMonthlyReport] })
