import type { QueryClient } from '@tanstack/react-query'
import type { DashboardSearch } from '../paths.ts'
import { startDraftReminder } from '../test-records/recording/offered-draft.ts'
import { startLots } from './lots.ts'
import { startFigures } from './queries.ts'

/**
 * Starts loading the first content of the dashboard, before the code that draws it has arrived: the figures, the lots
 * above them, and an unfinished test.
 */
export async function startDashboard(queries: QueryClient, search: DashboardSearch): Promise<void> {
  await Promise.all([startFigures(queries, search), startLots(queries, search), startDraftReminder(queries)])
}
