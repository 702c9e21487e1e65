import { randomUUID } from 'node:crypto'
import type { Door } from '../access/door.ts'
import { leaveEntriesOf } from '../access/operator-entry.ts'
import { tellOfRefusals } from '../access/refusal-counts.ts'
import type { Scope } from '../access/scope.ts'
import { removeUnusedPhotos, startRemovingPhotos } from '../device-images/service.ts'
import type { Files } from '../platform/files.ts'
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

/**
 * Removes what is over from every tenant, suspended ones too. Processes may do it side by side. A tenant that fails does
 * not hold up the others; the first such error is thrown when all are done.
 */
export async function removeEnded(door: Door, signal?: AbortSignal): Promise<void> {
  let failed: unknown
  for (const tenantId of await door.tenantIds()) {
    if (signal?.aborted) break
    await removeEndedOf(door, tenantId, signal).catch((error: unknown) => (failed ??= error))
  }
  if (failed !== undefined) throw failed
}

async function removeEndedOf(door: Door, tenantId: string, signal: AbortSignal | undefined): Promise<void> {
  let isMore = true
  while (isMore && !signal?.aborted) {
    isMore = await door.enterTenant(tenantId, randomUUID(), async (scope) => {
      const counts: number[] = []
      for (const remove of removals) counts.push(await remove(scope, rowsAtOnce))
      return counts.some((count) => count === rowsAtOnce)
    })
  }
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
