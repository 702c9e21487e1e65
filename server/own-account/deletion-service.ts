import type { Body } from '../../contract/endpoint.ts'
import type { deleteMyAccount } from '../../contract/own-account/endpoints.ts'
import { recordAudit } from '../access/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { queueFarewell } from '../messages/service.ts'
import { Failure } from '../platform/failure.ts'
import { confirmPassword, forgetAttempts, type EnterAsActor } from '../session/service.ts'
import { eraseDrafts, eraseInvites, eraseMail, eraseSubjects, eraseUser } from './erasure-repository.ts'
import { holdPerson, insertReason, isLastAdministrator } from './deletion-repository.ts'

type Deletion = Body<typeof deleteMyAccount>

/**
 * Deletes the actor's account for good. What identifies them is erased everywhere at once; their records and audit stay,
 * and point to a user who is nobody. Throws `validation` at the field of a wrong password, `too-many-attempts`, and
 * `not-possible` for a tenant's last administrator, without whom nobody could manage it.
 */
export async function deleteAccount(enter: EnterAsActor, deletion: Deletion): Promise<void> {
  await confirmPassword(enter, deletion.currentPassword, 'user.deleted')
  await enter((scope) => erase(scope, deletion))
}

/** Counters first, then the person, then the rest: the order of everything else that changes several of them. */
async function erase(scope: ActorScope, { reason, reasonText }: Deletion): Promise<void> {
  const { id, userType, email: known, lang } = scope.actor
  await forgetAttempts(scope, known)
  if (await isLastAdministrator(scope)) throw new Failure('not-possible')
  const person = await holdPerson(scope)
  // Somebody sent the form twice at once: the other request has done it.
  if (person === undefined) throw new Failure('unauthenticated')
  const invites = await eraseInvites(scope, person)
  await eraseMail(scope, person, invites)
  await eraseDrafts(scope, person)
  await eraseSubjects(scope, person)
  await eraseUser(scope, person)
  await insertReason(scope, { userType, reason, reasonText })
  await recordAudit(scope, { action: 'user.deleted', resourceType: 'user', resourceId: id, details: { reason } })
  await queueFarewell(scope, { email: person.email, lang })
}
