import type { Place } from '../../server/places.ts'
import { ofItsCaller, type Walks } from '../noun-walks.ts'

/** The filter of charts. */
const chartOf = ({ organisationId, groupId }: Place) => ({ organisation_id: organisationId, group_id: groupId })

export const walks: Walks = {
  calls: {
    getDashboard: () => ({ query: { from: '2026-01-01T00:00:00Z', to: '2026-12-31T23:59:59.999Z' } }),
    hideFirstSteps: () => ({}),
    watchDashboard: () => ({ query: { from: '2026-01-01T00:00:00Z', to: '2026-12-31T23:59:59.999Z' } }),
    getDashboardTrend: (place) => ({ query: { ...chartOf(place), zone: 'Europe/Dublin' } }),
    getDashboardHours: (place) => ({ query: { ...chartOf(place), zone: 'Europe/Dublin' } }),
    getDashboardGroups: (place) => ({ query: chartOf(place) }),
    getDashboardAssays: (place) => ({ query: chartOf(place) }),
    getDashboardLots: (place) => ({ query: chartOf(place) }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    getDashboard: [401, 200, 200, 200, 200, 200, 200, 200],
    hideFirstSteps: [401, 204, 204, 204, 204, 204, 204, 204],
    watchDashboard: [401, 200, 200, 200, 200, 200, 200, 200],
    getDashboardTrend: [401, 200, 200, 200, 200, 200, 200, 200],
    getDashboardHours: [401, 200, 200, 200, 200, 200, 200, 200],
    getDashboardGroups: [401, 200, 200, 200, 200, 200, 200, 200],
    getDashboardAssays: [401, 200, 200, 200, 200, 200, 200, 200],
    getDashboardLots: [401, 200, 200, 200, 200, 200, 200, 200],
  },
  namesNothing: {
    hideFirstSteps: ofItsCaller,
    getDashboard: 'counts what its caller sees; the scope walk compares it with the list',
    watchDashboard: 'counts what its caller sees; the scope walk compares it with the list',
  },
}
