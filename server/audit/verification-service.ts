import { randomUUID } from 'node:crypto'
import type { AuditChain } from '../../contract/audit/endpoints.ts'
import { recordAudit } from '../access/audit.ts'
import type { Door } from '../access/door.ts'
import type { ActorScope } from '../access/scope.ts'
import { inTurn } from '../platform/in-turn.ts'
import type { Jobs } from '../platform/jobs.ts'
import { findVerification, verifyEvents } from './verification-repository.ts'

/** Events that are recomputed in one transaction, which holds back no change. */
const eventsAtOnce = 2000
/** A round ends after so many milliseconds; the next goes on with whoever has waited longest. */
const roundLimitMs = 5 * 60_000

interface AlarmLog {
  error(what: object, message: string): void
}

/**
 * Verifies the chain of each tenant that has something to verify, from where the last round ended, and all of it anew every
 * week; a portion of each tenant in turn, so that nobody's long chain keeps the others waiting. Where one is found broken, the log and
 * the trail say so, and an alarm stands. Processes may do it side by side: one of them will. A tenant that fails does not hold up the
 * others; the first such error is thrown when all are done.
 */
export async function verifyAudit(door: Door, log: AlarmLog, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + roundLimitMs
  const { failed } = await inTurn(
    await door.tenantsToVerify(),
    (tenantId) => verifyStep(door, tenantId, log),
    () => signal?.aborted === true || performance.now() > end,
  )
  if (failed !== undefined) throw failed
}

async function verifyStep(door: Door, tenantId: string, log: AlarmLog): Promise<{ isMore: boolean }> {
  return await door.enterTenant(tenantId, randomUUID(), async (scope) => {
    const found = await verifyEvents(scope, eventsAtOnce)
    if (found.brokenAt !== undefined) {
      await recordAudit(scope, { action: 'audit.chain-broken', details: { position: found.brokenAt } })
      // Said before the commit: where that fails, the next round finds and says it again.
      log.error({ auditChain: { slug: scope.tenant.slug, position: found.brokenAt } }, 'audit chain broken')
    }
    return found
  })
}

/** Verifies from now on, in one process at a time. */
export async function startVerifying(jobs: Jobs, door: Door, log: AlarmLog): Promise<void> {
  await jobs.every('verify-audit', (signal) => verifyAudit(door, log, signal))
}

/** How far the chain of the tenant was verified, and whether an alarm stands. */
export async function getAuditChain(scope: ActorScope): Promise<AuditChain> {
  const state = await findVerification(scope)
  if (state === undefined) return { verified: null, alarm: null }
  const { position, verified_at, broken_position, broken_at } = state
  return {
    verified: { position, at: verified_at.toISOString() },
    alarm:
      broken_position === null || broken_at === null
        ? null
        : { position: broken_position, foundAt: broken_at.toISOString() },
  }
}
