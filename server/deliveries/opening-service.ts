import { deliveryTries } from '../../contract/deliveries/endpoints.ts'
import { meaningIn } from '../../contract/assays/meanings.ts'
import type { OpenedResult } from '../../contract/deliveries/opening.ts'
import { recordAudit } from '../access/audit.ts'
import type { EnterAsAnyone, Scope } from '../access/scope.ts'
import { addressCounter, forgiveAttempts, spendAttempts } from '../access/throttle.ts'
import { hashToken, isSameSecret } from '../access/tokens.ts'
import { findDeliveredRow, markOpened, reserveTry, type DeliveredRow } from './opening-repository.ts'

/**
 * The result that a link leads to, or null where link or date of birth do not fit. The try is committed before anything is
 * looked up, and given back after a success, so that of many at once no more are compared than one after another. Each refusal
 * does the same work, whatever its reason. Throws `too-many-attempts`.
 */
export async function openResult(
  enter: EnterAsAnyone,
  { token, dateOfBirth }: { token: string; dateOfBirth: string },
  address: string,
): Promise<OpenedResult | null> {
  const tokenHash = hashToken(token)
  const { spent, tries } = await enter(async (scope) => ({
    spent: await spendAttempts(scope, [addressCounter('open-result', address)]),
    tries: await reserveTry(scope, tokenHash),
  }))
  return await enter(async (scope) => {
    const row = await findDeliveredRow(scope, tokenHash)
    const isOpen = row !== undefined && tries !== undefined && tries <= deliveryTries && isValid(row, scope)
    const isPersonRight = isSameSecret(dateOfBirth, (isOpen ? row.date_of_birth : null) ?? 'unknown')
    const opened = isOpen && isPersonRight ? row : undefined
    await recordAudit(scope, {
      action: 'test-record.delivered',
      outcome: opened === undefined ? 'refused' : 'done',
      ...(row && { resourceType: 'test-record', resourceId: row.id }),
      ...(row && opened === undefined && { details: { state: isOpen ? 'wrong-birth-date' : 'link-closed' } }),
    })
    if (opened === undefined) return null
    await markOpened(scope, opened.delivery_id)
    await forgiveAttempts(scope, spent)
    return toOpened(opened, scope)
  })
}

/** Whether a link still works, but for the tries at it. */
function isValid({ ended_at, expires_at }: DeliveredRow, { now }: Scope): boolean {
  return ended_at === null && expires_at > now
}

function toOpened(row: DeliveredRow, { locale }: Scope): OpenedResult {
  return {
    testId: row.test_id,
    result: row.result,
    analyteResults: row.analyte_results,
    performedAt: row.performed_at.toISOString(),
    performedZone: row.performed_zone,
    state: row.state,
    assayName: row.assay_name,
    organisationName: row.organisation_name,
    groupName: row.group_name,
    meaning: meaningIn(row.meanings, row.result, locale),
    changedAt: row.state === 'recorded' ? null : (row.changed_at ?? row.updated_at).toISOString(),
  }
}
