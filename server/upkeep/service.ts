import { randomUUID } from 'node:crypto'
import type { Door } from '../access/door.ts'
import type { Scope } from '../access/scope.ts'
import { removeUnusedPhotos, startRemovingPhotos } from '../device-images/service.ts'
import type { Files } from '../platform/files.ts'
import type { Jobs } from '../platform/jobs.ts'
import { deleteEndedRows, endedRows } from './repository.ts'

/** Rows of one kind that are removed in one transaction, which must not take long. */
const rowsAtOnce = 500

/** Each removes rows of one kind that are over, at most so many, and answers how many there were. */
const removals: ((scope: Scope, most: number) => Promise<number>)[] = [
  // The table's keys are its own, which the type of `Object.keys` does not say.
  ...(Object.keys(endedRows) as (keyof typeof endedRows)[]).map(
    (table) => (scope: Scope, most: number) => deleteEndedRows(scope, table, most),
  ),
  removeUnusedPhotos,
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

/** Removes from now on what is over, in one process at a time, and the files that belonged to it. */
export async function startUpkeep(jobs: Jobs, door: Door, files: Files): Promise<void> {
  await startRemovingPhotos(jobs, door, files)
  await jobs.every('remove-ended', (signal) => removeEnded(door, signal))
}
