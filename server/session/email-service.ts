import { recordDone } from '../access/audit/audit.ts'
import type { ActorScope, EnterAsActor } from '../access/scope.ts'
import { spendAttempts, takeAttempt } from '../access/serving/throttle.ts'
import { beginEmailChange } from '../accounts/service.ts'
import { queueMessage } from '../messages/service.ts'
import { Failure, invalid } from '../platform/failure.ts'
import { findAccount } from './account-repository.ts'
import { mailCounter } from './attempt-limits.ts'
import { endSessions, forgetBrowsers, rememberBrowser } from './repository.ts'
import { confirmPassword } from './service.ts'

/**
 * Begins a change of the actor's email and ends all their sessions; nobody logs in until the new address is verified.
 * The new address gets a link to verify it. The old address gets a notice, and can cancel the change by setting a new
 * password (see `setPassword`). If the new address has an account, only the mail differs: the change cannot be
 * verified, and that account's owner is told instead. `browser` is the token by which the browser is recognised when
 * the link is opened in it. Throws `validation` at the field, and `too-many-attempts`.
 */
export async function changeEmail(
  enter: EnterAsActor,
  { currentPassword, email }: { currentPassword: string; email: string },
  browser: string,
): Promise<void> {
  await enter(async ({ actor }) => {
    if (actor.email.toLowerCase() === email.toLowerCase()) throw invalid('email', 'sameEmail')
  })
  await confirmPassword(enter, currentPassword, 'user.email-change')
  await enter((scope) => saveNewEmail(scope, email, browser))
}

async function saveNewEmail(scope: ActorScope, email: string, browser: string): Promise<void> {
  const { id, email: earlier, lang } = scope.actor
  await spendAttempts(scope, [mailCounter('email-change', earlier)])
  // Both are always queried, so that the reply takes the same time.
  const owner = await findAccount(scope, email)
  const isWithinLimit = await takeAttempt(scope, mailCounter('registration', email))
  if (!(await beginEmailChange(scope, id, email))) throw new Failure('unauthenticated')
  await forgetBrowsers(scope, id, ['email'])
  await rememberBrowser(scope, id, 'email', browser)
  await endSessions(scope, id)
  await recordDone(scope, 'user.email-change', id)
  const beyond = 'refuse'
  await queueMessage(scope, { template: 'email-changed', user: { id, email: earlier, lang }, beyond })
  if (owner === undefined) await queueMessage(scope, { template: 'verify-email', user: { id, email, lang }, beyond })
  else if (isWithinLimit) await queueMessage(scope, { template: 'already-registered', user: owner, beyond })
}
