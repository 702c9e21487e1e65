import { randomUUID } from 'node:crypto'
import type { Door } from '../access/door.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { KeptLines } from '../platform/kept-lines.ts'
import { writeHead } from './heads.ts'
import { findHead, sealEvents } from './repository.ts'

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

/**
 * Keeps the newest place and hash of each chain where whoever owns the database cannot change them: in the log, and in the
 * place of the operator's choice. A chain that is cut or written anew later no longer fits them.
 */
export async function keepHeads(door: Door, { log, place }: HeadKeeping, signal?: AbortSignal): Promise<void> {
  const heads: string[] = []
  for (const tenantId of await door.tenantIds()) {
    if (signal?.aborted) return
    const head = await door.enterTenant(tenantId, randomUUID(), async (scope) => {
      const seal = await findHead(scope)
      return seal && { slug: scope.tenant.slug, ...seal }
    })
    if (head === undefined) continue
    log.info({ auditHead: head }, 'audit head')
    heads.push(writeHead(head))
  }
  if (heads.length > 0) await place?.keep(heads)
}

interface HeadKeeping {
  log: { info(what: object, message: string): void }
  /** None without `AUDIT_HEADS`. */
  place: KeptLines | undefined
}

/** Keeps the heads from now on, every hour, in one process at a time. */
export async function startKeepingHeads(jobs: Jobs, door: Door, keeping: HeadKeeping): Promise<void> {
  await jobs.every('keep-audit-heads', (signal) => keepHeads(door, keeping, signal))
}
