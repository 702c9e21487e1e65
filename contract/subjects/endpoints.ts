import { endpoint } from '../endpoint.ts'
import { dataOf } from '../schema.ts'
import { foundSubject, newSubject, subject, subjectLookup } from './subject.ts'

/**
 * By POST, so that identifiers stay out of URLs and logs. One of the named group comes first; else one that another group
 * of the user's scope knows. 404 with spec §8's words when there is none.
 */
export const lookUpSubject = endpoint({
  name: 'lookUpSubject',
  method: 'POST',
  path: '/subjects/lookup',
  summary: 'Find a test subject by email or by custom IDs',
  requires: { anyOf: ['create-tests', 'view-subjects'] },
  body: subjectLookup,
  replies: { 200: dataOf(foundSubject) },
  audit: 'subject.opened',
})

/** Creates a subject; 409 `duplicate` when the group already has one with this email or these custom IDs. */
export const createSubject = endpoint({
  name: 'createSubject',
  method: 'POST',
  path: '/subjects',
  summary: 'Add a test subject to a group',
  requires: { anyOf: ['create-tests'] },
  body: newSubject,
  replies: { 201: dataOf(subject) },
  audit: 'subject.created',
})
