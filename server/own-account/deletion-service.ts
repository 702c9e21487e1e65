import type { Body } from '../../contract/endpoint.ts'
import type { deleteMyAccount } from '../../contract/own-account/endpoints.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { ErasedIds, Person } from '../access/person.ts'
import type { ActorScope, EnterAsActor, Scope } from '../access/scope.ts'
import * as accounts from '../accounts/service.ts'
import * as deliveries from '../deliveries/service.ts'
import { queueErasure } from '../erasures/service.ts'
import * as imports from '../imports/service.ts'
import * as invites from '../invites/service.ts'
import * as messages from '../messages/service.ts'
import * as notifications from '../notifications/service.ts'
import { Failure } from '../platform/failure.ts'
import * as rounds from '../rounds/service.ts'
import * as session from '../session/service.ts'
import * as subjectMerges from '../subject-merges/service.ts'
import * as subjects from '../subjects/service.ts'
import * as testRuns from '../test-runs/service.ts'
import * as testRecords from '../test-records/service.ts'
import { insertReason } from './deletion-repository.ts'

type Deletion = Body<typeof deleteMyAccount>

/**
 * Deletes the actor's account for good. Everything that identifies them is erased at once; their records and audit
 * events stay and point to an anonymous user. Throws `validation` at the field of a wrong password,
 * `too-many-attempts`, and `not-possible` for a tenant's last administrator, without whom nobody could manage it.
 */
export async function deleteAccount(enter: EnterAsActor, deletion: Deletion): Promise<void> {
  await session.confirmPassword(enter, deletion.currentPassword, 'user.deleted')
  await enter((scope) => erase(scope, deletion))
}

/** Locks counters first, then the person, then the rest, in the order of every other transaction that changes several. */
async function erase(scope: ActorScope, { reason, reasonText }: Deletion): Promise<void> {
  const { id, userType, email: known, lang } = scope.actor
  await session.forgetAttempts(scope, known)
  if (await accounts.isLastAdministrator(scope)) throw new Failure('not-possible')
  const person = await accounts.lockPerson(scope, id)
  // The form was sent twice at once, and the other request has deleted the account.
  if (person === undefined) throw new Failure('unauthenticated')
  const erased = await erasePerson(scope, person)
  await insertReason(scope, { userType, reason, reasonText })
  await recordDone(scope, 'user.deleted', id, { reason })
  await queueErasure(scope, id, erased)
  await messages.queueFarewell(scope, { email: person.email, lang })
}

/**
 * Erases everything that identifies a person, and returns what else than the account that was. Each noun erases its own
 * part. The account comes last, because the others find their part through it.
 */
export async function erasePerson(scope: Scope, person: Person): Promise<ErasedIds> {
  const inviteIds = await invites.erasePerson(scope, person)
  await deliveries.erasePerson(scope, person)
  await imports.erasePerson(scope, person)
  await messages.erasePerson(scope, person, inviteIds)
  await testRuns.erasePerson(scope, person)
  await rounds.erasePerson(scope, person)
  await testRecords.erasePerson(scope, person)
  await notifications.erasePerson(scope, person)
  await subjectMerges.erasePerson(scope, person)
  const subjectIds = await subjects.erasePerson(scope, person)
  await session.erasePerson(scope, person)
  await accounts.erasePerson(scope, person)
  return { subjectIds, inviteIds }
}
