import type { Query, Reply } from '../../contract/endpoint.ts'
import { type listInvites as listEndpoint, type Invite, type NewInvite } from '../../contract/invites/endpoints.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { placeOfGroup } from '../groups/service.ts'
import { endInviteMessages, queueInviteMessage } from '../messages/service.ts'
import { Failure, found, invalid, type FieldFailure } from '../platform/failure.ts'
import { checkPhone } from '../tenants/service.ts'
import {
  findMobileRules,
  findObstacle,
  insertInvite,
  markExpired,
  markRevoked,
  reopenInvite,
  deleteInviteCodes,
  type InviteToSend,
} from './changes-repository.ts'
import { findInviteRow, findPersonOfCode, listInviteRows, type InviteRow } from './repository.ts'

export { erasePerson } from './changes-repository.ts'
export { makeInviteCode } from './changes-repository.ts'

/** Throws `invites-disabled` where the tenant does not invite patients. */
export function refuseWhereDisabled({ tenant }: Scope): void {
  if (tenant.features.includes('PREVENT_PATIENT_INVITES')) throw new Failure('invites-disabled')
}

export async function listInvites(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  refuseWhereDisabled(scope)
  const { items, page } = await listInviteRows(scope, query)
  return { data: items.map(toInvite), page }
}

/** Returns the reason why an email cannot be invited, or null. */
export async function checkInvite(scope: ActorScope, email: string) {
  refuseWhereDisabled(scope)
  return await findObstacle(scope, email)
}

/** Tells whom the invite of a code is for. Throws `code-invalid` for an invite that is unknown or beyond the actor's scope. */
export async function findInvitedPerson(scope: ActorScope, code: string) {
  refuseWhereDisabled(scope)
  const person = await findPersonOfCode(scope, code)
  if (person === undefined) throw new Failure('code-invalid')
  return person
}

/** Invites a patient into a group of the actor's scope. Throws `validation` with everything that is wrong. */
export async function createInvite(scope: ActorScope, form: NewInvite, id: string): Promise<Invite> {
  refuseWhereDisabled(scope)
  const checked = await checkedInvite(scope, form)
  await markExpired(scope, checked.email)
  if (!(await insertInvite(scope, id, checked))) throw invalid('email', 'emailInvited')
  const { groupId, mobile } = checked
  await recordDone(scope, 'invite.created', id, { groupId, channels: mobile === null ? ['email'] : ['email', 'text'] })
  await queueInviteMessage(scope, { ...checked, id })
  return await getInvite(scope, id)
}

async function checkedInvite(scope: ActorScope, form: NewInvite): Promise<InviteToSend> {
  const { groupId, email, lang } = form
  const fields: FieldFailure[] = []
  const fail = (field: string, phrase: FieldFailure['phrase']) => fields.push({ field, phrase, values: {} })
  const place = await placeOfGroup(scope, groupId)
  if ('problem' in place) fail('groupId', place.problem)
  const obstacle = await findObstacle(scope, email)
  if (obstacle !== null) fail('email', obstacle === 'registered' ? 'emailRegistered' : 'emailInvited')
  const mobile = await checkPhone('mobile', form.mobile, await findMobileRules(scope))
  if ('problem' in mobile) fields.push(mobile.problem)
  if (fields.length > 0 || 'problem' in place || 'problem' in mobile) throw new Failure('validation', { fields })
  return { organisationId: place.organisationId, groupId, email, lang, mobile: mobile.number }
}

/** Sends an invite again and restarts its time limit. Throws `not-found`, `not-possible` and `sending-limit`. */
export async function resendInvite(scope: ActorScope, id: string): Promise<Invite> {
  refuseWhereDisabled(scope)
  const invite = await getInvite(scope, id)
  if ('problem' in (await placeOfGroup(scope, invite.group.id))) throw new Failure('not-possible')
  if (invite.state !== 'pending') await markExpired(scope, invite.email)
  if (!(await reopenInvite(scope, id))) throw new Failure('not-possible')
  await recordDone(scope, 'invite.resent', id, { from: invite.state })
  await queueInviteMessage(scope, invite)
  await deleteInviteCodes(scope, id)
  return await getInvite(scope, id)
}

/** Revokes an invite, also where the tenant no longer invites patients. Throws `not-found` and `not-possible`. */
export async function revokeInvite(scope: ActorScope, id: string): Promise<Invite> {
  const { state } = await getInvite(scope, id)
  const isRevoked = await markRevoked(scope, id)
  if (isRevoked) {
    await endInviteMessages(scope, id)
    await deleteInviteCodes(scope, id)
    await recordDone(scope, 'invite.revoked', id, { from: state })
  }
  const invite = await getInvite(scope, id)
  if (invite.state !== 'revoked') throw new Failure('not-possible')
  return invite
}

/** Returns an invite in the actor's scope. Throws `not-found`. */
export async function getInvite(scope: ActorScope, id: string): Promise<Invite> {
  return toInvite(found(await findInviteRow(scope, id)))
}

function toInvite(row: InviteRow): Invite {
  return {
    id: row.id,
    email: row.email,
    mobile: row.mobile,
    lang: row.lang,
    organisation: { id: row.organisation_id, name: row.organisation_name },
    group: { id: row.group_id, name: row.group_name },
    state: row.state,
    deliveries: row.deliveries,
    invitedBy: row.invited_by_name,
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    redeemedAt: row.redeemed_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    version: row.version,
  }
}
