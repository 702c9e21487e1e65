import type { Query, Reply } from '../../contract/endpoint.ts'
import type { getDashboard as endpoint } from '../../contract/dashboard/endpoints.ts'
import { can } from '../../contract/permissions/can.ts'
import type { ActorScope } from '../access/scope.ts'
import { countTestRecords, latestTestRecords, meaningOfTest } from '../test-records/service.ts'

const latestRecords = 5

/** Counts for a range, for the range before it, and the latest records. */
export async function getDashboard(
  scope: ActorScope,
  { from, to, before }: Query<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const nothing = { positive: 0, negative: 0, inconclusive: 0, invalid: 0 }
  if (!can({ ...scope.actor, features: scope.tenant.features }, 'view-tests')) {
    return { data: { counts: nothing, before: null, latest: [], meaning: null } }
  }
  const [counts, countsBefore, latest] = await Promise.all([
    countTestRecords(scope, { from, to, state: 'current' }),
    from === undefined || before === undefined
      ? null
      : countTestRecords(scope, { from: before, to: justBefore(from), state: 'current' }),
    latestTestRecords(scope, latestRecords),
  ])
  const [own] = scope.actor.userType === 'patient' ? latest : []
  const meaning = own === undefined ? null : await meaningOfTest(scope, own)
  return { data: { counts, before: countsBefore, latest, meaning } }
}

/** The last instant before another, as the stored times know them: to the millisecond. */
function justBefore(instant: string): string {
  return new Date(Date.parse(instant) - 1).toISOString()
}
