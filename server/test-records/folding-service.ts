import { randomUUID } from 'node:crypto'
import type { Door } from '../access/door.ts'
import { inTurn } from '../platform/in-turn.ts'
import type { Jobs } from '../platform/jobs.ts'
import { foldDeltas } from './folding-repository.ts'

/** Deltas that are folded in one transaction, which must not take long. */
const deltasAtOnce = 2000

/**
 * Folds into counts what the records of each tenant have changed since, a portion of each tenant in turn, so that nobody waits for
 * another's backlog. Processes may do it side by side. A tenant that fails does not hold up the others; the first such error is thrown
 * when all are done.
 */
export async function foldRecordCounts(door: Door, signal?: AbortSignal): Promise<void> {
  const { failed } = await inTurn(
    await door.tenantsToFold(),
    async (tenantId) => {
      const folded = await door.enterTenant(tenantId, randomUUID(), (scope) => foldDeltas(scope, deltasAtOnce))
      return { isMore: folded >= deltasAtOnce }
    },
    () => signal?.aborted === true,
  )
  if (failed !== undefined) throw failed
}

/** Folds from now on, in one process at a time. */
export async function startFolding(jobs: Jobs, door: Door): Promise<void> {
  await jobs.every('fold-record-counts', (signal) => foldRecordCounts(door, signal))
}
