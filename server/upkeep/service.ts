import { randomUUID } from 'node:crypto'
import type { Door } from '../access/door.ts'
import { leaveEntriesOf } from '../access/operator-entry.ts'
import { tellOfRefusals } from '../access/refusal-counts.ts'
import type { Scope } from '../access/scope.ts'
import { removeUnusedPhotos, startRemovingPhotos } from '../device-images/service.ts'
import type { Files } from '../platform/files.ts'
import { inTurn } from '../platform/in-turn.ts'
import type { Jobs } from '../platform/jobs.ts'
import { abandonRuns } from '../test-runs/service.ts'
import { deleteEndedRows, endedRows } from './repository.ts'

/** Rows of one kind that are removed in one transaction, which must not take long. */
const rowsAtOnce = 500

/** Each removes rows of one kind that are over, or ends them, at most so many, and answers how many there were. */
const removals: ((scope: Scope, most: number) => Promise<number>)[] = [
  leaveEnded,
  // The table's keys are its own, which the type of `Object.keys` does not say.
  ...(Object.keys(endedRows) as (keyof typeof endedRows)[]).map(
    (table) => (scope: Scope, most: number) => deleteEndedRows(scope, table, most),
  ),
  (scope, most) => tellOfRefusals(scope, null, most),
  removeUnusedPhotos,
  abandonRuns,
]

/** Tenants in which nothing happened since that are visited in one round all the same, in their turn: what they hold ends by its age. */
const idleAtOnce = 500

/** A round ends after so many milliseconds; the next goes on with what is left. */
const roundLimitMs = 20 * 60_000

/**
 * Removes what is over from tenants, suspended ones too: from those in which something happened since, and from as many others as are
 * visited at once; a portion of each tenant in turn. Processes may do it side by side. A tenant that fails does not hold up the others;
 * the first such error is thrown when all are done.
 */
export async function removeEnded(door: Door, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + roundLimitMs
  const visited = await door.takeTurns('remove-ended', idleAtOnce)
  const { left, failed } = await inTurn(
    visited,
    (tenantId) => removePortion(door, tenantId),
    () => signal?.aborted === true || performance.now() > end,
  )
  await door.endTurns(
    'remove-ended',
    visited.filter((id) => !left.includes(id)),
  )
  if (failed !== undefined) throw failed
}

async function removePortion(door: Door, tenantId: string): Promise<{ isMore: boolean }> {
  return await door.enterTenant(tenantId, randomUUID(), async (scope) => {
    const counts: number[] = []
    for (const remove of removals) counts.push(await remove(scope, rowsAtOnce))
    return { isMore: counts.some((count) => count === rowsAtOnce) }
  })
}

/** Leaves what operators have entered with sessions that have ended meanwhile, so that the tenant knows that nobody reads there. */
export async function leaveEndedEntries(door: Door): Promise<void> {
  const operatorTenantId = await door.operatorTenantId()
  if (operatorTenantId !== undefined) await door.enterTenant(operatorTenantId, randomUUID(), leaveEnded)
}

/** Before the sessions are removed that tell what was entered; answers 0, because none is removed here. */
async function leaveEnded(scope: Scope): Promise<number> {
  await leaveEntriesOf(scope, { areOver: true })
  return 0
}

/** Removes from now on what is over, in one process at a time, and the files that belonged to it. */
export async function startUpkeep(jobs: Jobs, door: Door, files: Files): Promise<void> {
  await startRemovingPhotos(jobs, door, files)
  await jobs.every('leave-entries', () => leaveEndedEntries(door))
  await jobs.every('remove-ended', (signal) => removeEnded(door, signal))
}
