import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { listOf } from '../listing.ts'
import { dataOf } from '../schema.ts'
import { ifMatch } from '../versions.ts'
import { subjectList } from './subject-list.ts'
import { foundSubject, listedSubject, subject, subjectLookup } from './subject.ts'
import { knowinglyLike, newSubject, openedSubject, subjectIdentity } from './whole-subject.ts'

/**
 * Lists the subjects that a group of the actor's scope knows, by name unless sorted otherwise. Erased ones are in no
 * list.
 */
export const listSubjects = endpoint('listSubjects', 'GET /subjects', {
  summary: 'Test subjects in the user’s scope',
  requires: { anyOf: ['view-subjects'] },
  forTokens: true,
  whenEntered: 'read',
  query: subjectList.page,
  prints: subjectList,
  replies: { 200: listOf(listedSubject) },
})

/**
 * Uses POST, so that identifiers stay out of URLs and logs. A subject of the named group comes first, else one that
 * another group of the user's scope knows. 404 with spec §8's text if there is none.
 */
export const lookUpSubject = endpoint('lookUpSubject', 'POST /subjects/lookup', {
  summary: 'Find a test subject by email, by names and date of birth, or by custom IDs',
  requires: { anyOf: ['create-tests', 'view-subjects'] },
  forTokens: true,
  body: subjectLookup,
  replies: { 200: dataOf(foundSubject) },
  audit: 'subject.opened',
})

/**
 * Creates a subject. 409 `duplicate` if the group already has one with this email or these custom IDs, with a message
 * at `email`, or one with this local ID, with a message at `localId`, unless `isLocalIdShared` is sent, or one with this
 * NHS number, with a message at `details.nhsNumber`. Also if the group has somebody with these names and this date of
 * birth, with a message at `lastName`, unless `isNamesake` is sent: that is probably the same person, but may be a twin
 * or a namesake. If anything else contradicts that it is the same person, such as an email, a telephone or the sex, there
 * is a message at each of these fields, too. Where the tenant identifies people by their names, both names are required,
 * unless `hasOneName` says that the person has one name, which is sent as the last name. With a message at `customId1`, unless `hasSimilarIds` is
 * sent, if the group has an animal or a sample whose custom IDs differ only in dashes, spaces and spelling.
 */
export const createSubject = endpoint('createSubject', 'POST /subjects', {
  summary: 'Add a test subject to a group',
  requires: { anyOf: ['create-tests'] },
  forTokens: true,
  headers: doneOncePerKey,
  body: newSubject,
  replies: { 201: dataOf(subject), 200: dataOf(subject) },
  audit: 'subject.created',
})

/** The details of a person are those that the tenant keeps; the others are null. */
export const getSubject = endpoint('getSubject', 'GET /subjects/{id}', {
  summary: 'One test subject',
  requires: { anyOf: ['view-subjects'] },
  forTokens: true,
  whenEntered: 'read',
  replies: { 200: dataOf(openedSubject) },
  audit: 'subject.opened',
})

/**
 * Changes the identifying fields of a subject and its details, in all of its groups. Details that are left out stay as
 * they are; 422 at `details.KIND` for a value of a kind that the tenant does not keep. 409 `duplicate`, as for `createSubject`, if one of
 * the groups has another subject with this email or these custom IDs, or with this local ID or similar custom IDs if they change. An account
 * that the subject got as a patient by an email or a date of birth that changes is detached, unless the account has the
 * new values.
 */
export const updateSubject = endpoint('updateSubject', 'PUT /subjects/{id}', {
  summary: 'Change what is known of a test subject',
  requires: { anyOf: ['create-tests'] },
  headers: ifMatch,
  body: subjectIdentity,
  replies: { 200: dataOf(openedSubject) },
  audit: 'subject.changed',
})

/**
 * Makes a subject of the actor's scope known to another group, where it can be tested from then on. It stays one subject, with one
 * account and one identity. Nothing happens if the group knows it already. 409 `duplicate`, as for `createSubject`, if the group has
 * somebody else with these identifiers, with this local ID, or who is or may be the same person. As for `createSubject`, the body
 * can say that it is somebody else.
 */
export const acquaintSubject = endpoint('acquaintSubject', 'PUT /subjects/{id}/groups/{groupId}', {
  summary: 'Make a test subject known to another group',
  requires: { anyOf: ['create-tests'] },
  body: z._default(knowinglyLike, {}),
  replies: { 204: null },
  audit: 'subject.changed',
})
