import type { getDashboard } from '../../contract/dashboard/endpoints.ts'
import type { Reply } from '../../contract/endpoint.ts'

type Dashboard = Reply<typeof getDashboard>['data']

/** What the dashboard's endpoint tells: nothing was tested, but for what a test says otherwise. */
export function aDashboard(change: Partial<Dashboard> = {}): Dashboard {
  return {
    counts: { positive: 0, negative: 0, inconclusive: 0, invalid: 0 },
    read: { inTime: 0, early: 0, late: 0 },
    before: null,
    latest: [],
    meaning: null,
    phone: null,
    differing: null,
    outbreaks: null,
    duties: null,
    firstSteps: null,
    ...change,
  }
}

/** Loads the dashboard and its parts that come later, because a late import would suspend the page during a test. */
export async function loadDashboard(): Promise<void> {
  await Promise.all([
    import('../dashboard/dashboard-page.tsx'),
    import('../dashboard/charts/charts-top.tsx'),
    import('../dashboard/charts/other-charts.tsx'),
    import('../dashboard/charts/reading-chart.tsx'),
    import('../dashboard/charts/trend-chart.tsx'),
    import('../dashboard/latest-tests.tsx'),
    import('../dashboard/narrowing.tsx'),
    import('../dashboard/no-tests.tsx'),
  ])
}
