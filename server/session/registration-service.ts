import type { SelfRegistration } from '../../contract/session/registration.ts'
import { hasBegunIn } from '../../contract/rules/birth-date.ts'
import { recordAudit } from '../access/audit.ts'
import type { EnterAsAnyone, Scope } from '../access/scope.ts'
import { askingCounters, forgiveAttempts, spendAttempts, takeAttempt, type Spent } from '../access/throttle.ts'
import { hashPassword, insertPatient, passwordProblem, type NewPatient } from '../accounts/service.ts'
import { queueMessage } from '../messages/service.ts'
import { Failure, type FieldFailure } from '../platform/failure.ts'
import { checkPhone } from '../tenants/service.ts'
import { findAccount, findRegistrationRules, type Account } from './account-repository.ts'
import { mailCounter } from './limits.ts'
import { rememberBrowser } from './repository.ts'

type Rules = Awaited<ReturnType<typeof findRegistrationRules>>

/**
 * Creates a patient and sends the mail that verifies their email. When the email has an account, nothing changes and its
 * owner is told by mail; the caller cannot tell the two apart, not even by the time, because the password is hashed
 * before. In steps, so that no connection waits for the hash. Throws `too-many-attempts`, `self-registration-disabled`
 * and `validation`. `browser` is what the browser is recognised by when the link of the mail is opened in it.
 */
export async function register(
  enter: EnterAsAnyone,
  form: SelfRegistration,
  { address, browser }: { address: string; browser: string },
): Promise<void> {
  // Committed before anything is refused: attempts count.
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

/** What this tenant refuses beside a mobile number. */
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
  // Asked in any case, so that the reply takes the same time.
  const owner = await findAccount(scope, email)
  const isWithinLimit = await takeAttempt(scope, mailCounter('registration', email))
  // Whether there is an account or not: how many are left must not tell.
  if (isWithinLimit) await forgiveAttempts(scope, spent)
  const id = await insertPatient(scope, patient)
  if (id === undefined) return await tellOwner(scope, owner, isWithinLimit)
  await rememberBrowser(scope, id, 'email', browser)
  await recordAudit(scope, { action: 'user.self-registered', actorId: id, resourceType: 'user', resourceId: id })
  await queueMessage(scope, { template: 'verify-registration', user: { id, email, lang } })
}

/** Tells whoever has the email that somebody tried to register with it; a few times, not as often as somebody tries. */
async function tellOwner(scope: Scope, owner: Account | undefined, isWithinLimit: boolean): Promise<void> {
  await recordAudit(scope, {
    action: 'user.self-registered',
    outcome: 'refused',
    ...(owner && { resourceType: 'user', resourceId: owner.id }),
  })
  if (owner !== undefined && isWithinLimit) await queueMessage(scope, { template: 'already-registered', user: owner })
}
