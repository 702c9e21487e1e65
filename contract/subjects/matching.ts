import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { searchLength } from '../listing.ts'
import { results } from '../rules/results.ts'
import { id, searchText } from '../schema.ts'
import { named, subject } from './subject.ts'

/** The characters that say enough to look for somebody while they are typed. */
export const shortestSearch = 2
/** The matches of one reply. Who is not among them is found by typing more. */
export const mostMatches = 8

/** A subject that may be the one who is typed, with what tells it from others of its name. */
export const subjectMatch = z.extend(subject, {
  id,
  /** Whether the group that was named knows it. */
  isKnownHere: z.boolean(),
  /** Those groups of the actor's scope that know it, by name. */
  groups: z.array(z.extend(named, { organisation: named })),
  /** Whether another subject of the actor's scope has the same name, whether or not it is among the matches. */
  isSameName: z.boolean(),
  /** Its last test in the actor's scope, voided ones aside; null also for whoever may not view tests. */
  lastTest: z.nullable(
    z.strictObject({ performedAt: z.iso.datetime(), performedZone: z.string(), result: z.enum(results) }),
  ),
})
export type SubjectMatch = z.infer<typeof subjectMatch>

/**
 * Subjects of the actor's scope that have a word beginning with each of those typed: those whom the named group knows first,
 * then in the order of the words. By POST, so that what is typed of people stays out of URLs and logs. It shows what the list
 * of subjects shows, as often as that; whom somebody chooses is opened by `getSubject`, which is audited.
 */
export const matchSubjects = endpoint({
  name: 'matchSubjects',
  method: 'POST',
  path: '/subjects/matches',
  summary: 'Test subjects that begin with what is typed',
  requires: { anyOf: ['view-subjects'] },
  body: z.strictObject({
    search: searchText(searchLength).check(z.minLength(shortestSearch)),
    groupId: z.optional(id),
  }),
  replies: { 200: z.strictObject({ data: z.array(subjectMatch), hasMore: z.boolean() }) },
})
