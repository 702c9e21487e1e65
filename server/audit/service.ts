import { randomUUID } from 'node:crypto'
import type { Door } from '../access/door.ts'
import { inTurn } from '../platform/in-turn.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { KeptLines } from '../platform/kept-lines.ts'
import { writeHead } from './heads.ts'
import { findHead, sealEvents } from './repository.ts'

/** Events sealed in one transaction: it holds back no change, but it must not take long. */
const eventsAtOnce = 1000

/**
 * Appends what was written since to the chain of each tenant that has such events, a portion of each tenant in turn. Processes may do
 * it side by side: one of them will. A tenant that fails does not hold up the others; the first such error is thrown when all are done.
 */
export async function sealAudit(door: Door, signal?: AbortSignal): Promise<void> {
  const { failed } = await inTurn(
    await door.tenantsToSeal(),
    async (tenantId) => {
      const sealed = await door.enterTenant(tenantId, randomUUID(), (scope) => sealEvents(scope, eventsAtOnce))
      return { isMore: sealed >= eventsAtOnce }
    },
    () => signal?.aborted === true,
  )
  if (failed !== undefined) throw failed
}

/** Seals from now on, in one process at a time. */
export async function startSealing(jobs: Jobs, door: Door): Promise<void> {
  await jobs.every('seal-audit', (signal) => sealAudit(door, signal))
}

/** Tenants without a new event whose heads are kept again in one round: in their turn, so that a file that was lost is made up for. */
const idleAtOnce = 500

/**
 * Keeps the newest place and hash of each chain that has grown where whoever owns the database cannot change them: in the log, and in
 * the place of the operator's choice. A chain that is cut or written anew later no longer fits them. What could not be kept is kept in
 * the next round; the first error is thrown.
 */
export async function keepHeads(door: Door, { log, place }: HeadKeeping, signal?: AbortSignal): Promise<void> {
  const visited = await door.takeTurns('keep-audit-heads', idleAtOnce)
  const heads: string[] = []
  const { left, failed } = await inTurn(
    visited,
    async (tenantId) => {
      const head = await door.enterTenant(tenantId, randomUUID(), async (scope) => {
        const seal = await findHead(scope)
        return seal && { slug: scope.tenant.slug, ...seal }
      })
      if (head !== undefined) {
        log.info({ auditHead: head }, 'audit head')
        heads.push(writeHead(head))
      }
      return { isMore: false }
    },
    () => signal?.aborted === true,
  )
  if (heads.length > 0) await place?.keep(heads)
  await door.endTurns(
    'keep-audit-heads',
    visited.filter((id) => !left.includes(id)),
  )
  if (failed !== undefined) throw failed
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
