import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, id } from '../schema.ts'
import { ifMatch } from '../versions.ts'
import { subjectDetails, wholeIdentity } from './subject.ts'

/**
 * Why two subjects may be one: the same email or custom IDs, or the same local ID in one group; the same date of birth and a
 * similar name; or the same name with day and month of the date of birth swapped.
 */
const duplicateReasons = ['same-identifiers', 'same-birth-date', 'swapped-birth-date'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

/**
 * What keeps two subjects from being merged: one of them is known in a group that the actor does not see, or each is another
 * patient's.
 */
const obstacles = ['beyond-scope', 'two-accounts'] as const

/** A subject that may be the same as another. */
const possibleDuplicate = z.strictObject({
  subject: subjectDetails,
  reason: z.enum(duplicateReasons),
  obstacle: z.nullable(z.enum(obstacles)),
})
export type PossibleDuplicate = z.infer<typeof possibleDuplicate>

/** Days within which a merge can be undone. */
export const undoDays = 30

/** A merge that can be undone, or was. Instants are ISO 8601 in UTC. */
const subjectMerge = z.strictObject({
  id,
  /** The subject that was kept. */
  subjectId: id,
  mergedSubjectId: id,
  /** What the other was known by; null once undone. */
  identity: z.nullable(wholeIdentity),
  /** How many tests moved, voided ones too. */
  tests: z.int(),
  mergedBy: z.nullable(z.string()),
  mergedAt: z.string(),
  undoUntil: z.string(),
  undoneAt: z.nullable(z.string()),
})
export type SubjectMerge = z.infer<typeof subjectMerge>

const oneSubject = z.strictObject({ id })
const requires = { rule: 'mayMergeSubjects' } as const

/** The subjects of the actor's scope that may be the same as this one, the most likely first, at most 20. */
export const listDuplicates = endpoint({
  name: 'listDuplicates',
  method: 'GET',
  path: '/subjects/{id}/duplicates',
  summary: 'Test subjects that may be the same as this one',
  requires,
  params: oneSubject,
  replies: { 200: dataOf(z.array(possibleDuplicate)) },
})

/** The merges into this subject that the actor can undo, the latest first. */
export const listMerges = endpoint({
  name: 'listMerges',
  method: 'GET',
  path: '/subjects/{id}/merges',
  summary: 'Merges into this test subject that can be undone',
  requires,
  params: oneSubject,
  replies: { 200: dataOf(z.array(subjectMerge)) },
})

/**
 * Merges another subject into this one, which keeps what it is known by and takes over what it lacks, so that no email is lost:
 * except for an email or custom IDs by which one of its groups knows somebody else. All tests of the other, its groups and its
 * account become this one's. Its id answers as a missing one and it is in no list; but what it was identified by goes on to
 * find this one, and a test that somebody is recording of it becomes this one's. A repeat answers the same. 412 unless both
 * versions are the latest, 403 where a group of either is out of the actor's scope, 409 `not-possible` where each belongs to
 * another account, 409 `duplicate` where a group of the other knows somebody else by what identifies this one.
 */
export const mergeSubject = endpoint({
  name: 'mergeSubject',
  method: 'POST',
  path: '/subjects/{id}/merge',
  summary: 'Merge another test subject into this one',
  requires,
  params: oneSubject,
  headers: ifMatch,
  body: z.strictObject({ subjectId: id, version: z.int() }),
  replies: { 200: dataOf(subjectMerge) },
  audit: 'subject.merged',
})

/**
 * Makes two subjects of one again: the other gets back its groups, its account, what it was known by, and the tests that moved.
 * This one loses what it took over, unless that was changed since. Tests recorded since stay with it. Merges into one subject
 * are undone in any order; while this one is itself merged into a third, that merge goes first. A repeat answers the same. 404
 * after 30 days, 403 where a group of either is out of the actor's scope, 409 `not-possible` where the group that added the
 * merged one has somebody else by now with the same email or custom IDs.
 */
export const undoMerge = endpoint({
  name: 'undoMerge',
  method: 'POST',
  path: '/subjects/{id}/merges/{mergeId}/undo',
  summary: 'Undo a merge',
  requires,
  params: z.strictObject({ id, mergeId: id }),
  replies: { 200: dataOf(subjectMerge) },
  audit: 'subject.merge-undone',
})
