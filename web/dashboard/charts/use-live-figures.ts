import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getDashboardAssays,
  getDashboardGroups,
  getDashboardHours,
  getDashboardLots,
  getDashboardTrend,
} from '../../../contract/dashboard/charts.ts'
import { getDashboard, watchDashboard } from '../../../contract/dashboard/endpoints.ts'
import { call } from '../../api/client.ts'
import { useShownAnew } from '../../api/query.ts'
import { isSame } from '../../ui/same-value.ts'
import { dashboardQuery, filterOf, type Shown } from '../queries.ts'

const figures = [
  getDashboard,
  getDashboardTrend,
  getDashboardHours,
  getDashboardGroups,
  getDashboardAssays,
  getDashboardLots,
]

/** Milliseconds between two checks, so that tests recorded elsewhere appear within ten seconds. */
const pause = 8_000

/**
 * Checks every few seconds for changes, and refetches all figures if there are any. Pauses while the page is in the
 * background. A failed check is repeated at the next interval.
 */
export function useLiveFigures(shown: Shown): void {
  const queries = useQueryClient()
  const showAnew = useShownAnew(figures)
  const query = filterOf(shown)
  useQuery({
    queryKey: [watchDashboard.name, query],
    queryFn: async ({ signal }) => {
      const { data: now } = await call(watchDashboard, { query, signal, errors: 'unattended' })
      const before = queries.getQueryData(dashboardQuery(shown).queryKey)?.data
      const isNew = before !== undefined && !isSame(now, { counts: before.counts, read: before.read })
      if (isNew) showAnew()
      return now
    },
    // The figures themselves are being loaded at this moment.
    initialData: null,
    staleTime: Infinity,
    refetchOnMount: false,
    refetchInterval: pause,
    retry: false,
    notifyOnChangeProps: [],
  })
}
