import type { Query, Reply } from '../../contract/endpoint.ts'
import type { getDashboard as endpoint, watchDashboard as watching } from '../../contract/dashboard/endpoints.ts'
import { can } from '../../contract/permissions/can.ts'
import type { TestRecordFilter } from '../../contract/test-records/filter.ts'
import type { ActorScope } from '../access/scope.ts'
import { countByReading, countByResult, latestTestRecords, meaningOfTest } from '../test-records/service.ts'

const latestRecords = 5

/** Counts for a filter, for the range before its own, and the latest records. */
export async function getDashboard(
  scope: ActorScope,
  { before, ...filter }: Query<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  if (!mayCount(scope)) return { data: { ...nothing, before: null, latest: [], meaning: null } }
  const { from, to: _to, ...ofAllTime } = filter
  const [now, countedBefore, latest] = await Promise.all([
    countAll(scope, filter),
    from === undefined || before === undefined
      ? null
      : countAll(scope, { ...filter, from: before, to: justBefore(from) }),
    latestTestRecords(scope, ofAllTime, latestRecords),
  ])
  const [own] = scope.actor.userType === 'patient' ? latest : []
  const meaning = own === undefined ? null : await meaningOfTest(scope, own)
  return { data: { ...now, before: countedBefore, latest, meaning } }
}

/** The counts of `getDashboard` alone. */
export async function watchDashboard(
  scope: ActorScope,
  filter: Query<typeof watching>,
): Promise<Reply<typeof watching>> {
  return { data: mayCount(scope) ? await countAll(scope, filter) : nothing }
}

const nothing = {
  counts: { positive: 0, negative: 0, inconclusive: 0, invalid: 0 },
  read: { inTime: 0, early: 0, late: 0 },
}

function mayCount(scope: ActorScope): boolean {
  return can({ ...scope.actor, features: scope.tenant.features }, 'view-tests')
}

async function countAll(scope: ActorScope, filter: TestRecordFilter) {
  const [counts, read] = await Promise.all([countByResult(scope, filter), countByReading(scope, filter)])
  return { counts, read }
}

/** The last instant before another, as the stored times know them: to the millisecond. */
function justBefore(instant: string): string {
  return new Date(Date.parse(instant) - 1).toISOString()
}
