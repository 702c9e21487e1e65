import type { Reply } from '../../contract/endpoint.ts'
import type { InviteeAccount, redeemInvite, verifyInvite } from '../../contract/invites/endpoints.ts'
import { inviteCode } from '../../contract/rules/invite-code.ts'
import { countryOfPhone } from '../../contract/rules/phone-and-postcode.ts'
import { recordAudit } from '../access/audit/audit.ts'
import type { EnterAsAnyone, Scope } from '../access/scope.ts'
import { addressCounter, forgiveAttempts, spendAttempts, type Spent } from '../access/serving/throttle.ts'
import { hashPassword, insertPatient, passwordProblem } from '../accounts/service.ts'
import { endInviteMessages, queueMessage } from '../messages/service.ts'
import { Failure, invalid } from '../platform/failure.ts'
import { rememberBrowser } from '../session/service.ts'
import { linkSubjects } from '../subjects/service.ts'
import { expectBornByNow } from '../tenants/service.ts'
import { findInviteOfCode, isCodeOfInvite, markRedeemed, type InviteOfCode } from './changes-repository.ts'
import { refuseWhereDisabled } from './service.ts'

/** Returns the invite of a code. Throws `too-many-attempts`, `invites-disabled` and `code-invalid`. */
export async function openInvite(
  enter: EnterAsAnyone,
  typed: string,
  address: string,
): Promise<Reply<typeof verifyInvite>['data']> {
  const code = inviteCode.safeParse(typed).data
  const { invite } = await inviteOf(enter, code, 'invite.opened', address)
  const { email, organisation_name, group_name, lang } = invite
  return { email, organisation: organisation_name, group: group_name, lang }
}

/**
 * Makes a patient's account from an invite, in steps so that no connection waits for the hash. The code is used up in
 * the same transaction, so a refused password does not spoil it. `browser` is the token that marks the browser as known
 * when the email is verified in it. Throws as `openInvite` does, and `validation`.
 */
export async function redeem(
  enter: EnterAsAnyone,
  form: InviteeAccount,
  { address, browser }: { address: string; browser: string },
): Promise<Reply<typeof redeemInvite>['data']> {
  const { invite, spent } = await inviteOf(enter, form.code, 'invite.redeemed', address)
  await enter((scope) => expectBornByNow(scope, form.dateOfBirth))
  const problem = await passwordProblem(form.password, { ...invite, full_name: form.fullName })
  if (problem !== undefined) throw invalid('password', problem)
  const passwordHash = await hashPassword(form.password)
  await enter(async (scope) => {
    await saveInvitee(scope, invite, form, { passwordHash, browser })
    await forgiveAttempts(scope, spent)
  })
  return { email: invite.email, emailVerification: verifiesEmail(invite) ? 'verified' : 'unverified' }
}

type Action = 'invite.opened' | 'invite.redeemed'

/**
 * The attempt is committed before anything is refused and given back on success, because many people share an address.
 * Looking at a code gives it back here; redeeming gives it back once the account is made, which also limits hashing.
 */
async function inviteOf(
  enter: EnterAsAnyone,
  code: string | undefined,
  action: Action,
  address: string,
): Promise<{ invite: InviteOfCode; spent: Spent[] }> {
  const spent = await enter((scope) => spendAttempts(scope, [addressCounter(action, address)]))
  const invite = await enter(async (scope) => {
    const found = code === undefined ? undefined : await findInviteToRedeem(scope, code)
    // Whoever has an invite's code has guessed nothing. A used one is opened again, because it is shown where people are tested.
    const isKnown = found !== undefined || (code !== undefined && (await isCodeOfInvite(scope, code)))
    if (isKnown && action === 'invite.opened') await forgiveAttempts(scope, spent)
    // A redemption is audited in the transaction that makes the account.
    if (found === undefined || action === 'invite.opened') {
      await recordAudit(scope, {
        action,
        outcome: found === undefined ? 'refused' : 'done',
        ...(found && { resourceType: 'invite', resourceId: found.id }),
      })
    }
    return found
  })
  if (invite === undefined) throw new Failure('code-invalid')
  return { invite, spent }
}

/** Only a person who reads the email has its code. */
function verifiesEmail({ channel }: InviteOfCode): boolean {
  return channel === 'email'
}

async function saveInvitee(
  scope: Scope,
  invite: InviteOfCode,
  form: InviteeAccount,
  { passwordHash, browser }: { passwordHash: string; browser: string },
): Promise<void> {
  const { email, mobile } = invite
  const { code, lang } = form
  const [firstCountry] = invite.countries
  const country = (mobile === null ? undefined : countryOfPhone(mobile)) ?? firstCountry
  if (country === undefined) throw new Error('A tenant has a country')
  const id = await insertPatient(scope, {
    ...form,
    email,
    mobile,
    country,
    passwordHash,
    invitation: { by: invite.invited_by, at: invite.sent_at, verifiesEmail: verifiesEmail(invite) },
  })
  if (id === undefined) throw new Failure('code-invalid')
  await takeInvite(scope, invite, { code, userId: id })
  if (verifiesEmail(invite)) return await linkSubjects(scope, id)
  await rememberBrowser(scope, id, 'email', browser)
  await queueMessage(scope, { template: 'verify-registration', user: { id, email, lang }, beyond: 'refuse' })
}

/** Finds the invite that a code opens. Throws `invites-disabled`. */
async function findInviteToRedeem(scope: Scope, code: string): Promise<InviteOfCode | undefined> {
  refuseWhereDisabled(scope)
  return await findInviteOfCode(scope, code)
}

/** Uses up an invite for its new account. Throws `code-invalid` when its code no longer works. */
async function takeInvite(
  scope: Scope,
  { id, channel }: InviteOfCode,
  { code, userId }: { code: string; userId: string },
): Promise<void> {
  refuseWhereDisabled(scope)
  if (!(await markRedeemed(scope, code, userId))) throw new Failure('code-invalid')
  // The codes stay: they open nothing any more, and still tell in a round whose they are.
  await endInviteMessages(scope, id)
  await recordAudit(scope, {
    action: 'invite.redeemed',
    actorId: userId,
    resourceType: 'invite',
    resourceId: id,
    details: { channel, userId },
  })
}
