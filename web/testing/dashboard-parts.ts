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
