import { randomUUID } from 'node:crypto'
import type { Door } from '../../access/door/door.ts'
import { inDueTenants } from '../../access/each-tenant.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { foldDeltas } from './folding-repository.ts'

/** Deltas folded in one transaction, which must not take long. */
const deltasAtOnce = 2000

/**
 * Folds the deltas of every tenant into its counts, in portions that alternate between tenants so that nobody waits for
 * another's backlog. Processes may run it side by side. A failing tenant does not hold up the others; at the end an
 * error says how many failed.
 */
export async function foldRecordCounts(door: Door, signal?: AbortSignal): Promise<void> {
  const failed = await inDueTenants(
    door,
    door.tenantsToFold(),
    async (tenantId) => {
      const folded = await door.enterTenant(tenantId, randomUUID(), (scope) => foldDeltas(scope, deltasAtOnce))
      return { isMore: folded >= deltasAtOnce }
    },
    () => signal?.aborted === true,
  )
  if (failed !== undefined) throw failed
}

/** Starts folding regularly, in one process at a time. */
export async function startFolding(jobs: Jobs, door: Door): Promise<void> {
  await jobs.every('fold-record-counts', (signal) => foldRecordCounts(door, signal))
}
