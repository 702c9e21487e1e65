import type { Query, Reply } from '../../contract/endpoint.ts'
import type { getDashboard as endpoint } from '../../contract/dashboard/endpoints.ts'
import { can } from '../../contract/permissions/can.ts'
import type { ActorScope } from '../access/scope.ts'
import { countTestRecords, latestTestRecords } from '../test-records/service.ts'

const latestRecords = 5

/** Counts for a range, for the range of the same length before it, and the latest records. */
export async function getDashboard(
  scope: ActorScope,
  { from, to }: Query<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const nothing = { positive: 0, negative: 0, inconclusive: 0, invalid: 0 }
  if (!can({ ...scope.actor, features: scope.tenant.features }, 'view-tests')) {
    return { data: { counts: nothing, before: null, latest: [] } }
  }
  const before = rangeBefore(from, to)
  const [counts, countsBefore, latest] = await Promise.all([
    countTestRecords(scope, { from, to }),
    before === undefined ? null : countTestRecords(scope, before),
    latestTestRecords(scope, latestRecords),
  ])
  return { data: { counts, before: countsBefore, latest } }
}

/** Undefined for a range without both ends, one that ends before it starts, and one that reaches back to before the year 1. */
function rangeBefore(from: string | undefined, to: string | undefined) {
  if (from === undefined || to === undefined || to < from) return undefined
  const start = Date.parse(from)
  const length = Date.parse(to) - start + 1
  if (start - length < Date.parse('0001-01-01')) return undefined
  return { from: new Date(start - length).toISOString(), to: new Date(start - 1).toISOString() }
}
