import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, id } from '../schema.ts'
import { ifMatch } from '../versions.ts'
import { personParts } from './person-parts.ts'
import { subjectDetails, wholeIdentity } from './subject.ts'

/**
 * Why two subjects may be the same: equal email or custom IDs, or an equal local ID in one group; an equal NHS number; equal dates of birth
 * and similar names; or equal names with day and month of the date of birth swapped.
 */
const duplicateReasons = ['same-identifiers', 'same-nhs-number', 'same-birth-date', 'swapped-birth-date'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

/**
 * Why two subjects cannot be merged: a group of one is invisible to the actor, or each belongs to a different patient's
 * account.
 */
const obstacles = ['beyond-scope', 'two-accounts'] as const

const possibleDuplicate = z.strictObject({
  subject: subjectDetails,
  reason: z.enum(duplicateReasons),
  /** What the two people have in common, and what they differ in, of what is known of both. */
  agrees: z.array(z.enum(personParts)),
  differs: z.array(z.enum(personParts)),
  obstacle: z.nullable(z.enum(obstacles)),
})
export type PossibleDuplicate = z.infer<typeof possibleDuplicate>

/** The number of days within which a merge can be undone. */
export const undoDays = 30

/** A merge that can be undone, or was undone. Instants are ISO 8601 in UTC. */
const subjectMerge = z.strictObject({
  id,
  subjectId: id,
  mergedSubjectId: id,
  /** The identifying fields of the other subject; null once undone. */
  identity: z.nullable(wholeIdentity),
  /** The tests of the other subject, including voided ones: those that moved, and those that were recorded for it since. */
  tests: z.int(),
  /** The tests recorded since for the kept subject, which stay with it. A server of the version before does not count them. */
  testsStaying: z.optional(z.int()),
  mergedBy: z.nullable(z.string()),
  mergedAt: z.string(),
  undoUntil: z.string(),
  undoneAt: z.nullable(z.string()),
})
export type SubjectMerge = z.infer<typeof subjectMerge>

const requires = { rule: 'mayMergeSubjects' } as const

/** Lists the possible duplicates in the actor's scope, most likely first, at most 20. */
export const listDuplicates = endpoint('listDuplicates', 'GET /subjects/{id}/duplicates', {
  summary: 'Test subjects that may be the same as this one',
  requires,
  replies: { 200: dataOf(z.array(possibleDuplicate)) },
})

/** Lists the merges into this subject that the actor can undo, latest first. */
export const listMerges = endpoint('listMerges', 'GET /subjects/{id}/merges', {
  summary: 'Merges into this test subject that can be undone',
  requires,
  replies: { 200: dataOf(z.array(subjectMerge)) },
})

/**
 * Merges another subject into this one. This one keeps its identifying fields and takes over missing ones, so that no
 * email is lost, except for an email or custom IDs by which one of its groups knows somebody else. All tests, groups
 * and the account of the other become this one's. The other's id counts as missing and it is in no list, but its
 * identifiers still find this subject, and a test of it that is being recorded becomes this one's. A repeat has the
 * same reply. 409 `may-be-two`, with a message at each field, if what is known of two people contradicts that they are one,
 * unless `isSamePerson` says that they are. 412 unless both versions are the latest, 403 if a group of either is out of the actor's scope, 409
 * `not-possible` if each belongs to another account, 409 `duplicate` if a group of the other knows somebody else by an
 * identifier of this one.
 */
export const mergeSubject = endpoint('mergeSubject', 'POST /subjects/{id}/merge', {
  summary: 'Merge another test subject into this one',
  requires,
  headers: ifMatch,
  body: z.strictObject({ subjectId: id, version: z.int(), isSamePerson: z.optional(z.boolean()) }),
  replies: { 200: dataOf(subjectMerge) },
  audit: 'subject.merged',
})

/**
 * Separates a merged subject again: it gets back its groups, its account, its identifiers, the tests that moved, and those
 * that were recorded since by its id, or by the rows of files that only name the merged one. This subject loses the fields
 * that it took over, unless they were changed since. All other tests recorded since the merge stay with it, and
 * `testsStaying` counts them. Merges into one subject can be undone in any order; while this one is itself merged into a third, that merge
 * must be undone first. A repeat has the same reply. 404 after 30 days, 403 if a group of either is out of the actor's
 * scope, 409 `not-possible` if the group that added the merged one now has another subject with the same email or
 * custom IDs.
 */
export const undoMerge = endpoint('undoMerge', 'POST /subjects/{id}/merges/{mergeId}/undo', {
  summary: 'Undo a merge',
  requires,
  replies: { 200: dataOf(subjectMerge) },
  audit: 'subject.merge-undone',
})
