import { randomUUID } from 'node:crypto'
import type { AuditChain } from '../../contract/audit/endpoints.ts'
import { recordAudit } from '../access/audit/audit.ts'
import type { Door } from '../access/door/door.ts'
import type { ActorScope } from '../access/scope.ts'
import { inTurn } from '../platform/in-turn.ts'
import type { Jobs } from '../platform/jobs.ts'
import { findVerification, verifyEvents } from './verification-repository.ts'

/** Events recomputed in one transaction. Verifying blocks no change. */
const eventsAtOnce = 2000
/** A round ends after this many milliseconds; the next one continues with the tenant that has waited longest. */
const roundLimitMs = 5 * 60_000

interface AlarmLog {
  error(what: object, message: string): void
}

/**
 * Verifies the chain of each tenant from where the last round ended, and the whole chain anew every week, in portions
 * that alternate between tenants so that a long chain does not delay the others. Damage is written to the log and the
 * trail and raises an alarm. Processes may run it side by side; one of them does the work. A failing tenant does not
 * hold up the others, and the first error is thrown at the end.
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
      // Logged before the commit. If that fails, the next round finds and logs the damage again.
      log.error({ auditChain: { slug: scope.tenant.slug, position: found.brokenAt } }, 'audit chain broken')
    }
    return found
  })
}

/** Starts verifying regularly, in one process at a time. */
export async function startVerifying(jobs: Jobs, door: Door, log: AlarmLog): Promise<void> {
  await jobs.every('verify-audit', (signal) => verifyAudit(door, log, signal))
}

/** Returns how far the tenant's chain was verified, and the alarm if one stands. */
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
