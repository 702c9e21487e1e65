import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { searchLength } from '../listing.ts'
import { shortestSearch } from '../limits-and-times.ts'
import { results } from '../rules/results.ts'
import { id, searchText } from '../schema.ts'
import { formerly, named, subject } from './subject.ts'

/** The most matches in a reply. Users type more to find others. */
export const mostMatches = 8

/** A possible match for the typed text, with details that tell namesakes apart. */
export const subjectMatch = z.extend(subject, {
  id,
  /** True if the named group knows it. */
  isKnownHere: z.boolean(),
  /** The groups of the actor's scope that know it, sorted by name. */
  groups: z.array(z.extend(named, { organisation: named })),
  /** True if another subject of the actor's scope has the same name, whether or not it is among the matches. */
  isSameName: z.boolean(),
  formerly,
  /** Its last test in the actor's scope, voided ones aside; null also for actors who may not view tests. */
  lastTest: z.nullable(
    z.strictObject({
      performedAt: z.iso.datetime(),
      performedZone: z.string(),
      result: z.enum(results),
      /** True for a result that is held back, as in the list of tests; else left out. */
      isHeldBack: z.optional(z.literal(true)),
    }),
  ),
})
export type SubjectMatch = z.infer<typeof subjectMatch>

/**
 * Finds subjects of the actor's scope with a word that begins with each of the typed words: first those that the named
 * group knows, then in the order of the words. It uses POST, so that typed personal data stays out of URLs and logs. It
 * reveals what the list of subjects does, with the same limit; a chosen subject is opened by `getSubject`, which is
 * audited.
 */
export const matchSubjects = endpoint('matchSubjects', 'POST /subjects/matches', {
  summary: 'Test subjects that begin with what is typed',
  requires: { anyOf: ['view-subjects'] },
  body: z.strictObject({
    search: searchText(searchLength).check(z.minLength(shortestSearch)),
    groupId: z.optional(id),
  }),
  replies: { 200: z.strictObject({ data: z.array(subjectMatch), hasMore: z.boolean() }) },
})
