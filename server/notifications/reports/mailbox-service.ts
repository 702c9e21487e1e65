import type { Sending } from '../../../contract/notifications/sending.ts'
import { recordDone } from '../../access/audit/audit.ts'
import type { ActorScope } from '../../access/scope.ts'
import { hashToken } from '../../access/sessions/tokens.ts'
import { queueMailboxCode } from '../../messages/service.ts'
import { Failure, found, invalid } from '../../platform/failure.ts'
import { confirmMailbox, countWrongCode, findCode, mostWrongCodes } from './mailbox-repository.ts'
import { lockRule } from './sending-repository.ts'
import { getSending } from './settings-service.ts'

/**
 * Confirms the mailbox of a rule by the code that was sent there, or sends another one without `code`. One that is
 * confirmed stays so. A wrong code is counted, so its outcome is returned instead of thrown: throwing would undo that.
 * Throws `not-found`, `not-possible` without a mailbox, `validation` at `code` for one that has expired or was tried too
 * often, and `sending-limit`.
 */
export async function enterMailboxCode(
  scope: ActorScope,
  ruleId: string,
  code: string | null,
): Promise<Sending | 'wrong-code'> {
  found(await lockRule(scope, ruleId))
  const known = await findCode(scope, ruleId)
  if (known?.mail_address == null) throw new Failure('not-possible')
  if (known.mail_confirmed_at !== null) return await getSending(scope, ruleId)
  if (code === null) {
    await queueMailboxCode(scope, ruleId, known.mail_address)
    await recordDone(scope, 'notification-rule.sending-changed', ruleId)
    return await getSending(scope, ruleId)
  }
  const { mail_code_hash: hash, mail_code_until: until, mail_code_tries: tries } = known
  if (hash === null || until === null || until <= scope.now || tries >= mostWrongCodes) {
    throw invalid('code', 'codeUsedUp')
  }
  if (!hash.equals(hashToken(code))) {
    await countWrongCode(scope, ruleId)
    return 'wrong-code'
  }
  await confirmMailbox(scope, ruleId)
  await recordDone(scope, 'notification-rule.mailbox-confirmed', ruleId)
  return await getSending(scope, ruleId)
}
