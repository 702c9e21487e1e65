import { randomUUID } from 'node:crypto'
import type { Door } from '../access/door/door.ts'
import { inDueTenants } from '../access/each-tenant.ts'
import { inTurn } from '../platform/in-turn.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { KeptLines } from '../platform/kept-lines.ts'
import { writeHead } from './heads.ts'
import { findHead, sealEvents } from './repository.ts'

/** Events sealed in one transaction. Sealing blocks no change, but must not take long. */
const eventsAtOnce = 1000

/**
 * Appends new events to the chain of each tenant that has some, in portions that alternate between tenants. Processes
 * may run it side by side; one of them does the work. A failing tenant does not hold up the others; at the end an error
 * says how many failed.
 */
export async function sealAudit(door: Door, signal?: AbortSignal): Promise<void> {
  const failed = await inDueTenants(
    door,
    door.tenantsToSeal(),
    async (tenantId) => {
      const sealed = await door.enterTenant(tenantId, randomUUID(), (scope) => sealEvents(scope, eventsAtOnce))
      return { isMore: sealed >= eventsAtOnce }
    },
    () => signal?.aborted === true,
  )
  if (failed !== undefined) throw failed
}

/** Starts sealing regularly, in one process at a time. */
export async function startSealing(jobs: Jobs, door: Door): Promise<void> {
  await jobs.every('seal-audit', (signal) => sealAudit(door, signal))
}

/**
 * The number of tenants without new events whose heads are kept again per round, in turn, so that a lost file is
 * restored over time.
 */
const idleAtOnce = 500

/**
 * Writes the newest position and hash of each chain that has grown to places that the owner of the database cannot
 * change: the log, and the place of the operator's choice. A chain that is cut or rewritten later no longer matches
 * them. Heads that could not be written are written in the next round, and an error says of how many.
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
  /** Undefined without `AUDIT_HEADS`. */
  place: KeptLines | undefined
}

/** Starts keeping the heads every hour, in one process at a time. */
export async function startKeepingHeads(jobs: Jobs, door: Door, keeping: HeadKeeping): Promise<void> {
  await jobs.every('keep-audit-heads', (signal) => keepHeads(door, keeping, signal))
}
