import { missingIdentifiers, type WholeIdentity } from '../../contract/subjects/subject.ts'
import type { SubjectIdentity } from '../../contract/subjects/whole-subject.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { duplicate, Failure } from '../platform/failure.ts'
import { differing, whatContradicts } from './comparing-service.ts'
import { areCustomIdsLikeKnown, findNamesakes, isLocalIdKnown } from './repository.ts'

/** An email may belong to a parent, while a pair of custom IDs belongs to one subject. */
export function taken({ kind }: Pick<SubjectIdentity, 'kind'>): Failure {
  return kind === 'human' ? duplicate('email', 'emailOfSubject') : new Failure('duplicate')
}

/**
 * Throws `validation` for a person without what the tenant identifies people by. A missing first name is accepted only from somebody
 * who says that the person has one name.
 */
export function requireIdentified({ tenant }: Scope, identity: SubjectIdentity, hasOneName: boolean): void {
  if (identity.kind !== 'human') return
  const missing = missingIdentifiers({ ...identity, hasOneName }, tenant.identifiesBy)
  if (missing.length === 0) return
  throw new Failure('validation', { fields: missing.map((field) => ({ field, phrase: 'required', values: {} })) })
}

/** A subject by the identity of a form, or by the one that is stored. */
type Identified = SubjectIdentity | (Pick<SubjectIdentity, 'kind'> & WholeIdentity)

/** The groups of a subject, and its id once it is stored. */
interface Placed {
  groups: readonly { id: string }[]
  subject_id?: string
}

/**
 * Somebody with the same names and date of birth is probably the same person, or may be another one if anything else
 * that is stored of them contradicts, such as their email, which the failure names. Twins and namesakes are real, so the
 * form can confirm that it is somebody else.
 */
export async function refuseNamesake(scope: ActorScope, identity: Identified, placed: Required<Placed>): Promise<void> {
  if (identity.kind !== 'human') return
  const { firstName, lastName, dateOfBirth } = identity
  if (lastName === null || dateOfBirth === null) return
  const groupIds = placed.groups.map(({ id }) => id)
  const found = await findNamesakes(scope, { firstName, lastName, dateOfBirth }, groupIds, placed.subject_id)
  if (found.length === 0) return
  const parts = await whatContradicts(scope, placed.subject_id, found)
  if (parts.length === 0) throw duplicate('lastName', 'namesakeOfSubject')
  const asked = { field: 'lastName', phrase: 'mayBeAnother', values: {} } as const
  throw new Failure('duplicate', { fields: [asked, ...differing(parts)] })
}

/** Local IDs are repeated by mistake, but in some groups on purpose, which the form then has to confirm. */
export async function refuseKnownLocalId(
  scope: ActorScope,
  identity: Identified,
  { groups, subject_id }: Placed,
): Promise<void> {
  if (identity.kind !== 'human' || identity.localId === null) return
  for (const { id: groupId } of groups) {
    const wanted = { localId: identity.localId, groupId, besides: subject_id }
    if (await isLocalIdKnown(scope, wanted)) throw duplicate('localId', 'localIdOfSubject')
  }
}

/** A tag is often typed with other spaces and dashes, but two tags may differ in nothing else, which the form then has to confirm. */
export async function refuseSimilarIds(
  scope: ActorScope,
  identity: Identified,
  { groups, subject_id }: Required<Placed>,
): Promise<void> {
  if (identity.kind === 'human') return
  const { customId1, customId2 } = identity
  if (customId1 === null || customId2 === null) return
  const groupIds = groups.map(({ id }) => id)
  const isKnown = await areCustomIdsLikeKnown(scope, { customId1, customId2 }, groupIds, subject_id)
  if (isKnown) throw duplicate('customId1', 'idsLikeOfSubject')
}
