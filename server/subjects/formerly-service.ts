import { typedWords } from '../../contract/rules/folding.ts'
import { searchWordsOf } from '../../contract/subjects/search-words.ts'
import { anonymizedId, subjectName, type Subject, type WholeIdentity } from '../../contract/subjects/subject.ts'
import type { Scope } from '../access/scope.ts'
import { findFormerOf } from './merged-repository.ts'

/**
 * Tells, by the id of each of these subjects, what a search found it by if that is not its own any more: the name, else the email or the ID
 * of somebody who was merged into it. Only subjects that are not found by what is their own are looked up, which hardly any are.
 */
export async function findFormerly(
  scope: Scope,
  search: string | undefined,
  subjects: readonly Subject[],
): Promise<Map<string, string>> {
  const typed = typedWords(search ?? '')
  const unexplained = new Map<string, string[]>()
  for (const subject of subjects) {
    const left = typed.filter((word) => !begins(word, subject))
    if (left.length > 0) unexplained.set(subject.id, left)
  }
  const told = new Map<string, string>()
  if (unexplained.size === 0) return told
  const ids = [...unexplained.keys()].filter((id) => id !== anonymizedId)
  for (const former of await findFormerOf(scope, ids)) {
    const word = unexplained.get(former.subjectId)?.find((left) => begins(left, former))
    if (word !== undefined && !told.has(former.subjectId)) told.set(former.subjectId, foundIn(word, former))
  }
  return told
}

function begins(word: string, identity: WholeIdentity): boolean {
  return searchWordsOf(identity).some((start) => start.startsWith(word))
}

const nothing = { email: null, firstName: null, lastName: null, localId: null, customId1: null, customId2: null }

/** The part of an identity in which a word begins that is typed: the whole name, the email, the local ID, or the custom IDs. */
function foundIn(word: string, { firstName, lastName, email, localId, customId1, customId2 }: WholeIdentity): string {
  const parts = [
    { ...nothing, firstName, lastName },
    { ...nothing, email },
    { ...nothing, localId },
    { ...nothing, customId1, customId2 },
  ]
  const part = parts.find((identity) => begins(word, { ...identity, dateOfBirth: null }))
  return part?.localId ?? subjectName({ ...nothing, ...part, dateOfBirth: null }) ?? ''
}
