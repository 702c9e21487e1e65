import { randomUUID } from 'node:crypto'
import type { Door } from '../access/door.ts'
import type { Jobs } from '../platform/jobs.ts'
import { foldDeltas } from './folding-repository.ts'

/** Deltas that are folded in one transaction, which must not take long. */
const deltasAtOnce = 5000

/**
 * Folds into counts what the records of each tenant have changed since. Processes may do it side by side. A tenant that fails does
 * not hold up the others; the first such error is thrown when all are done.
 */
export async function foldRecordCounts(door: Door, signal?: AbortSignal): Promise<void> {
  let failed: unknown
  for (const tenantId of await door.tenantsToFold()) {
    if (signal?.aborted) break
    await foldTenant(door, tenantId, signal).catch((error: unknown) => (failed ??= error))
  }
  if (failed !== undefined) throw failed
}

async function foldTenant(door: Door, tenantId: string, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    const folded = await door.enterTenant(tenantId, randomUUID(), (scope) => foldDeltas(scope, deltasAtOnce))
    if (folded < deltasAtOnce || signal?.aborted) return
  }
}

/** Folds from now on, in one process at a time. */
export async function startFolding(jobs: Jobs, door: Door): Promise<void> {
  await jobs.every('fold-record-counts', (signal) => foldRecordCounts(door, signal))
}
