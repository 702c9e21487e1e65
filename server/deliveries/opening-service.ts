import { v7 as newId } from 'uuid'
import { deliveryTries } from '../../contract/limits-and-times.ts'
import type { OpenedResult } from '../../contract/deliveries/open-result.ts'
import { recordAudit } from '../access/audit/audit.ts'
import type { EnterAsAnyone, Scope } from '../access/scope.ts'
import { addressCounter, forgiveAttempts, spendAttempts } from '../access/serving/throttle.ts'
import { hashToken, isSameSecret } from '../access/sessions/tokens.ts'
import { findShownRow, meaningOfTest, showResult } from '../results/service.ts'
import { findDelivery, markOpened, reserveTry, type FoundDelivery } from './opening-repository.ts'

/**
 * Returns the result behind a link, or null when the link or the date of birth does not match. The try is committed
 * before anything is looked up and given back on success, so that parallel guesses are limited like sequential ones.
 * Every refusal does the same work. Throws `too-many-attempts`.
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
    const delivery = await findDelivery(scope, tokenHash)
    const row = await findShownRow(scope, { id: delivery?.test_record_id ?? newId() })
    const isOpen = tries !== undefined && tries <= deliveryTries && isValid(delivery, scope) && row?.is_shown !== false
    const isPersonRight = isSameSecret(dateOfBirth, (isOpen ? row?.date_of_birth : null) ?? 'unknown')
    const opened = isOpen && isPersonRight ? row : undefined
    await recordAudit(scope, {
      action: 'test-record.delivered',
      outcome: opened === undefined ? 'refused' : 'done',
      ...(row && { resourceType: 'test-record', resourceId: row.id }),
      ...(row && opened === undefined && { details: { state: isOpen ? 'wrong-birth-date' : 'link-closed' } }),
    })
    if (opened === undefined || delivery === undefined) return null
    await markOpened(scope, delivery.id)
    await forgiveAttempts(scope, spent)
    return {
      ...(await showResult(scope, opened)),
      organisationName: opened.organisation_name,
      groupName: opened.group_name,
      phone: opened.phone,
      meaning: await meaningOfTest(scope, opened.id),
    }
  })
}

/** Tells whether a link still works, apart from its number of tries. */
function isValid(delivery: FoundDelivery | undefined, { now }: Scope): boolean {
  return delivery !== undefined && delivery.ended_at === null && delivery.expires_at > now && !delivery.is_outdated
}
