import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { changeReportCodes, getDataValueSet, getMonthlyReport } from '../../contract/monthly-reports/endpoints.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { ownZone } from '../browser.ts'
import { useCreation } from '../editing/row-changes.ts'
import type { MonthlyReportSearch } from '../paths.ts'
import { latestMonths } from '../ui/months.ts'

/** The month of an address; by default the last whole one. */
export function monthOf({ month }: MonthlyReportSearch): string {
  return month ?? latestMonths(2, ownZone()).at(-1) ?? ''
}

function asked(search: MonthlyReportSearch) {
  const { organisation, group } = search
  return { month: monthOf(search), organisation_id: organisation, group_id: group }
}

/** Loads the report of a month; the previous one stays in sight until it arrives. */
export function monthlyReportQuery(search: MonthlyReportSearch) {
  return queryOptions({
    ...queryOf(getMonthlyReport, { query: asked(search), errors: 'caller' }),
    placeholderData: keepPreviousData,
  })
}

/** Has the file for DHIS2 made, which the server remembers. */
export const makeDataValueSet = (search: MonthlyReportSearch) =>
  call(getDataValueSet, { query: asked(search), errors: 'caller' })

export const useChangeReportCodes = () => useCreation(changeReportCodes, { shownBy: [getMonthlyReport] })
