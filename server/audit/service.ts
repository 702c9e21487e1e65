import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Door } from '../access/door.ts'
import { sealEvents } from './repository.ts'

/** An event waits at most about this long for its seal. */
const pauseMs = 30_000
/** Events sealed in one transaction: it holds back no change, but it must not take long. */
const eventsAtOnce = 1000

/** Appends what was written since to the chain of each tenant. Processes may do it side by side: one of them will. */
export async function sealAudit(door: Door): Promise<void> {
  for (const tenantId of await door.tenantIds()) {
    for (;;) {
      const sealed = await door.enterTenant(tenantId, randomUUID(), (scope) => sealEvents(scope, eventsAtOnce))
      if (sealed < eventsAtOnce) break
    }
  }
}

/** Seals from now on, until the answer is called, which waits for a pass that runs. */
export function startSealing(door: Door, onError: (error: unknown) => void): () => Promise<void> {
  const stopping = new AbortController()
  const working = (async () => {
    while (!stopping.signal.aborted) {
      await sealAudit(door).catch(onError)
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    stopping.abort()
    await working
  }
}
