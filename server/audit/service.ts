import { randomUUID } from 'node:crypto'
import type { Door } from '../access/door.ts'
import type { Jobs } from '../platform/jobs.ts'
import { sealEvents } from './repository.ts'

/** Events sealed in one transaction: it holds back no change, but it must not take long. */
const eventsAtOnce = 1000

/**
 * Appends what was written since to the chain of each tenant that has such events. Processes may do it side by side: one of
 * them will. A tenant that fails does not hold up the others; the first such error is thrown when all are done.
 */
export async function sealAudit(door: Door, signal?: AbortSignal): Promise<void> {
  let failed: unknown
  for (const tenantId of await door.tenantsToSeal()) {
    if (signal?.aborted) break
    await sealTenant(door, tenantId).catch((error: unknown) => (failed ??= error))
  }
  if (failed !== undefined) throw failed
}

async function sealTenant(door: Door, tenantId: string): Promise<void> {
  for (;;) {
    const sealed = await door.enterTenant(tenantId, randomUUID(), (scope) => sealEvents(scope, eventsAtOnce))
    if (sealed < eventsAtOnce) return
  }
}

/** Seals from now on, in one process at a time. */
export async function startSealing(jobs: Jobs, door: Door): Promise<void> {
  await jobs.every('seal-audit', (signal) => sealAudit(door, signal))
}
