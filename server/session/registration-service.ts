import type { SelfRegistration } from '../../contract/session/registration.ts'
import { hasBegunIn } from '../../contract/rules/birth-date.ts'
import { recordAudit } from '../access/audit/audit.ts'
import type { EnterAsAnyone, Scope } from '../access/scope.ts'
import { askingCounters, forgiveAttempts, spendAttempts, takeAttempt, type Spent } from '../access/serving/throttle.ts'
import { hashPassword, insertPatient, passwordProblem, type NewPatient } from '../accounts/service.ts'
import { queueMessage } from '../messages/service.ts'
import { Failure, type FieldFailure } from '../platform/failure.ts'
import { checkPhone } from '../tenants/service.ts'
import { findAccount, findRegistrationRules, type Account } from './account-repository.ts'
import { mailCounter } from './attempt-limits.ts'
import { rememberBrowser } from './repository.ts'

type Rules = Awaited<ReturnType<typeof findRegistrationRules>>

/**
 * Creates a patient and sends the mail that verifies their email. If the email has an account, nothing changes and its
 * owner is told by mail. The caller cannot tell the two apart, not even by the time, because the password is hashed
 * first. It runs in steps so that no connection waits for the hash. `browser` is the token by which the browser is
 * recognised when the mail's link is opened in it. Throws `too-many-attempts`, `self-registration-disabled` and
 * `validation`.
 */
export async function register(
  enter: EnterAsAnyone,
  form: SelfRegistration,
  { address, browser }: { address: string; browser: string },
): Promise<void> {
  // The attempt is committed before anything is refused, so that it counts.
  const { rules, isOpen, spent, now } = await enter(async (scope) => {
    const spent = await spendAttempts(scope, askingCounters('registration', address))
    const rules = await findRegistrationRules(scope)
    const isPrevented = scope.tenant.features.includes('PREVENT_SELF_REGISTRATION')
    return { rules, isOpen: !isPrevented && rules.status === 'active', spent, now: scope.now }
  })
  if (!isOpen) throw new Failure('self-registration-disabled')
  const mobile = await checkPhone('mobile', form.mobile, rules)
  const fields = [...('problem' in mobile ? [mobile.problem] : []), ...(await problemsOf(form, rules, now))]
  if ('problem' in mobile || fields.length > 0) throw new Failure('validation', { fields })
  const passwordHash = await hashPassword(form.password)
  await enter((scope) => savePatient(scope, { ...form, mobile: mobile.number, passwordHash }, { browser, spent }))
}

/** Lists what this tenant refuses, apart from the mobile number. */
async function problemsOf(
  { fullName, email, password, country, dateOfBirth }: SelfRegistration,
  rules: Rules,
  now: Date,
): Promise<FieldFailure[]> {
  const fields: FieldFailure[] = []
  const add = (field: string, phrase: FieldFailure['phrase']) => fields.push({ field, phrase, values: {} })
  if (!rules.countries.includes(country)) add('country', 'choice')
  if (!hasBegunIn(rules.countries, dateOfBirth, now)) add('dateOfBirth', 'dateInFuture')
  const problem = await passwordProblem(password, { ...rules, email, full_name: fullName })
  if (problem !== undefined) add('password', problem)
  return fields
}

async function savePatient(
  scope: Scope,
  patient: NewPatient,
  { browser, spent }: { browser: string; spent: readonly Spent[] },
): Promise<void> {
  const { email, lang } = patient
  // The account is always queried, so that the reply takes the same time.
  const owner = await findAccount(scope, email)
  const isWithinLimit = await takeAttempt(scope, mailCounter('registration', email))
  // Given back whether or not there is an account, because the remaining number must not tell.
  if (isWithinLimit) await forgiveAttempts(scope, spent)
  const id = await insertPatient(scope, patient)
  if (id === undefined) return await tellOwner(scope, owner, isWithinLimit)
  await rememberBrowser(scope, id, 'email', browser)
  await recordAudit(scope, { action: 'user.self-registered', actorId: id, resourceType: 'user', resourceId: id })
  await queueMessage(scope, { template: 'verify-registration', user: { id, email, lang } })
}

/**
 * Tells the owner of an email that somebody tried to register with it, but only a few times, however often somebody
 * tries.
 */
async function tellOwner(scope: Scope, owner: Account | undefined, isWithinLimit: boolean): Promise<void> {
  await recordAudit(scope, {
    action: 'user.self-registered',
    outcome: 'refused',
    ...(owner && { resourceType: 'user', resourceId: owner.id }),
  })
  if (owner !== undefined && isWithinLimit) await queueMessage(scope, { template: 'already-registered', user: owner })
}
