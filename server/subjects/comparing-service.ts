import { joinFacts, type PersonFacts } from '../../contract/imports/person-facts.ts'
import { fieldOfPart, type PersonPart } from '../../contract/subjects/person-parts.ts'
import {
  comparePeople,
  factsKnown,
  type ComparedPeople,
  type KnownPerson,
} from '../../contract/subjects/same-person.ts'
import type { SubjectDetails } from '../../contract/subjects/subject.ts'
import type { ActorScope } from '../access/scope.ts'
import type { FieldFailure } from '../platform/failure.ts'
import { findDetailsOf, findTold } from './details-repository.ts'
import { findSubjects } from './list-repository.ts'
import { findFormerOf } from './merged-repository.ts'
import { toDetails } from './shown-subject.ts'

type Person = Pick<SubjectDetails, 'id' | 'firstName' | 'lastName' | 'dateOfBirth' | 'email' | 'localId' | 'groups'>

/** Compares a person with others by all that is known of them, in their order. */
export async function compareWith(
  scope: ActorScope,
  one: Person,
  others: readonly Person[],
): Promise<ComparedPeople[]> {
  const ids = [one, ...others].map(({ id }) => id)
  const details = new Map((await findDetailsOf(scope, ids)).map((row) => [row.subjectId, row.details]))
  const told = new Map<string, PersonFacts>()
  for (const { subjectId, facts } of await findTold(scope, ids)) {
    told.set(subjectId, joinFacts(told.get(subjectId) ?? {}, facts))
  }
  const formerOf = Map.groupBy(await findFormerOf(scope, ids), ({ subjectId }) => subjectId)
  const known = ({ id, groups, ...person }: Person): KnownPerson => {
    const formerly = formerOf.get(id) ?? []
    return {
      ...person,
      formerly,
      facts: factsKnown([person, ...formerly], details.get(id), scope.tenant.subjectDetails),
      told: told.get(id) ?? {},
      groupIds: groups.map((group) => group.id),
    }
  }
  const first = known(one)
  return others.map((other) => comparePeople(first, known(other)))
}

/** Tells what says that two people of the actor's scope may be two; nothing for other subjects. */
export async function whatTellsApart(scope: ActorScope, ids: readonly [string, string]): Promise<PersonPart[]> {
  const found = (await findSubjects(scope, ids)).map(toDetails)
  const [one, other] = ids.map((id) => found.find((subject) => subject.id === id && subject.kind === 'human'))
  if (one === undefined || other === undefined) return []
  return (await compareWith(scope, one, [other]))[0]?.contradicts ?? []
}

/**
 * Tells what says that a stored person may be somebody else than those of these people of the actor's scope who are most like
 * them; nothing for somebody who is probably the same.
 */
export async function whatContradicts(
  scope: ActorScope,
  subjectId: string,
  others: readonly string[],
): Promise<PersonPart[]> {
  const found = (await findSubjects(scope, [subjectId, ...others])).map(toDetails)
  const one = found.find(({ id }) => id === subjectId)
  if (one === undefined) return []
  const compared = await compareWith(
    scope,
    one,
    found.filter((other) => other !== one),
  )
  const [closest] = compared.toSorted((a, b) => a.contradicts.length - b.contradicts.length)
  return closest?.contradicts ?? []
}

/** Names what two people differ in, at the fields of a request. No values are said. */
export function differing(
  parts: readonly PersonPart[],
  phrase: 'differsFromKnown' | 'twoDiffer' = 'differsFromKnown',
): FieldFailure[] {
  return parts.map((part) => ({ field: fieldOfPart[part], phrase, values: {} }))
}
