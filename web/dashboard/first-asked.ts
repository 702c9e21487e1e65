import type { QueryClient } from '@tanstack/react-query'
import { can } from '../../contract/permissions/can.ts'
import type { DashboardSearch } from '../paths.ts'
import { currentHolder, userQuery } from '../session/queries.ts'
import { isBackwards } from '../ui/date-range.ts'
import { alsoSay } from '../ui/phrases.ts'
import { dashboardQuery, shownBy, type Shown } from './queries.ts'

/** Asks for what the dashboard shows this user first, ahead of the code that draws it. The charts, which are large, come meanwhile. */
export async function startDashboard(queries: QueryClient, search: DashboardSearch): Promise<void> {
  const user = queries.getQueryData(userQuery.queryKey)
  const holder = currentHolder(queries)
  if (user?.termsAccepted !== true || holder === undefined || isBackwards(search)) return
  const isPatient = user.userType.name === 'patient'
  const shown = isPatient ? { range: 'all' as const } : shownBy(search)
  await Promise.all([
    queries.prefetchQuery(dashboardQuery(shown)),
    !isPatient && can(holder, 'view-tests') && startCharts(queries, shown),
  ])
}

async function startCharts(queries: QueryClient, shown: Shown): Promise<void> {
  const [{ startTop }] = await Promise.all([import('./charts/charts.tsx'), alsoSay('charts')])
  await startTop(queries, shown)
}
