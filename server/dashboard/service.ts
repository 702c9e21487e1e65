import type { Query, Reply } from '../../contract/endpoint.ts'
import type { getDashboard as endpoint, watchDashboard as watching } from '../../contract/dashboard/endpoints.ts'
import { can, mayCorrectTests } from '../../contract/permissions/can.ts'
import { firstStepsFor, type FirstSteps } from '../../contract/dashboard/first-steps.ts'
import { noCounts, totalOf } from '../../contract/rules/results.ts'
import type { TestRecordFilter } from '../../contract/test-records/filter.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { hideFirstSteps as noteHidden } from '../accounts/service.ts'
import { countDuties } from '../notifications/service.ts'
import { countOpenOutbreaks } from '../outbreaks/service.ts'
import { findShownRow, meaningOfTest } from '../results/service.ts'
import { countByReading, countByResult, latestTestRecords } from '../test-records/service.ts'
import { findFirstSteps } from './first-steps-repository.ts'

const latestRecords = 5

/** Returns the counts for a filter and for the range before it, with the latest records. */
export async function getDashboard(
  scope: ActorScope,
  { before, ...filter }: Query<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  if (!mayCount(scope)) {
    const firstSteps = await getFirstSteps(scope)
    const none = {
      before: null,
      latest: [],
      meaning: null,
      phone: null,
      differing: null,
      outbreaks: null,
      duties: null,
    }
    return { data: { ...nothing, ...none, firstSteps } }
  }
  const { from, to: _to, ...ofAllTime } = filter
  const [now, countedBefore, latest, differing, outbreaks, duties, firstSteps] = await Promise.all([
    countAll(scope, filter),
    from === undefined || before === undefined
      ? null
      : countAll(scope, { ...filter, from: before, to: justBefore(from) }),
    latestTestRecords(scope, ofAllTime, latestRecords),
    countDiffering(scope),
    countOpenOutbreaks(scope),
    countDuties(scope),
    getFirstSteps(scope),
  ])
  const [own] = scope.actor.userType === 'patient' ? latest : []
  const [meaning, shown] =
    own === undefined ? [null] : await Promise.all([meaningOfTest(scope, own.id), findShownRow(scope, { id: own.id })])
  const phone = shown?.phone ?? null
  return { data: { ...now, before: countedBefore, latest, meaning, phone, differing, outbreaks, duties, firstSteps } }
}

async function countDiffering(scope: ActorScope): Promise<number | null> {
  if (!mayCorrectTests({ ...scope.actor, features: scope.tenant.features })) return null
  const counts = await countByResult(scope, { second_reading: 'differ', state: 'current' })
  return totalOf(counts)
}

/** Returns the first steps that the actor may take; null when all are done or the actor has hidden the list. */
async function getFirstSteps(scope: ActorScope): Promise<FirstSteps | null> {
  const steps = firstStepsFor({ ...scope.actor, features: scope.tenant.features })
  const found = steps.length === 0 ? undefined : await findFirstSteps(scope)
  if (found === undefined || steps.every((step) => found[step])) return null
  return steps.map((step) => ({ step, isDone: found[step] }))
}

/** Hides the list of first steps from the actor for good. Hiding it again, such as in another tab, leaves no trace. */
export async function hideFirstSteps(scope: ActorScope): Promise<void> {
  if (!(await noteHidden(scope))) return
  const { id } = scope.actor
  await recordDone(scope, 'user.first-steps-hidden', id)
}

/** Returns only the counts of `getDashboard`. */
export async function watchDashboard(
  scope: ActorScope,
  filter: Query<typeof watching>,
): Promise<Reply<typeof watching>> {
  return { data: mayCount(scope) ? await countAll(scope, filter) : nothing }
}

const nothing = {
  counts: noCounts,
  read: { inTime: 0, early: 0, late: 0 },
}

function mayCount(scope: ActorScope): boolean {
  return can({ ...scope.actor, features: scope.tenant.features }, 'view-tests')
}

async function countAll(scope: ActorScope, filter: TestRecordFilter) {
  const [counts, read] = await Promise.all([countByResult(scope, filter), countByReading(scope, filter)])
  return { counts, read }
}

/** Returns the last instant before another at the precision of stored times, a millisecond. */
function justBefore(instant: string): string {
  return new Date(Date.parse(instant) - 1).toISOString()
}
