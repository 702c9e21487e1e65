import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { anyText, dataOf, id, typedText } from '../schema.ts'
import { subject } from '../subjects/subject.ts'
import { analyteResult, contentTexts, coordinates, keyed, performedOffset } from './content-parts.ts'

const place = z.strictObject({ id, name: typedText(100) })

/** A draft may hold longer texts than a saved record: the check reports them, and until then they are kept. */
const line = typedText(500)

/**
 * A test that is being recorded, as typed: nothing in it need be complete or valid yet. A subject that was found is
 * kept by id alone and shown through the scope of the user who continues; only one that is being added is kept in
 * words.
 */
const content = {
  /** The key is sent with every attempt to save, so that a test whose reply was lost is not stored twice. */
  idempotencyKey: anyText(64).check(z.regex(/^[\x21-\x7e]{1,64}$/)),
  /** Null until a place is chosen, which determines the offered assays. */
  assayId: z.nullable(id),
  /** The set of tests of which it is a step; null for a test by itself, and for older drafts. */
  testSetId: z._default(z.nullable(id), null),
  organisation: z.nullable(place),
  group: z.nullable(place),
  typedSubject: z.strictObject({
    email: line,
    customId1: line,
    customId2: line,
    dateOfBirth: line,
    firstName: line,
    lastName: line,
    localId: line,
    // Missing in drafts from before it was asked for.
    hasOneName: z._default(z.boolean(), false),
  }),
  isNewSubject: z.boolean(),
  /** The results of the lines that already have one. */
  analyteResults: z.array(analyteResult).check(z.maxLength(20)),
  performedDate: z.nullable(line),
  performedTime: z.nullable(line),
  performedZone: line,
  /** The offset of a time that was suggested, or chosen from two; null for a typed time and for older drafts. */
  performedOffset,
  coordinates: z.nullable(coordinates),
  image: z.nullable(z.strictObject({ id, name: line })),
  // A text is missing in drafts from before it was asked for. The first ones must be sent.
  ...keyed(contentTexts, () => z._default(line, '')),
  specimen: line,
  location: line,
  lot: line,
  lotExpiry: line,
  expiredLotReason: z._default(typedText(2000), ''),
  note: typedText(5000),
}

export const testDraft = z.strictObject({ ...content, subjectId: z.nullable(id) })
export type TestDraft = z.infer<typeof testDraft>

/** A draft to be continued. Its subject is null if none was chosen, or if the chosen one is no longer visible. */
export const keptTestDraft = z.strictObject({
  ...content,
  subject: z.nullable(subject),
  startedAt: z.iso.datetime(),
})
export type KeptTestDraft = z.infer<typeof keptTestDraft>

/** Returns the user's own unsaved test, or null; nobody else can read it. See `draftHours` for how long it is kept. */
export const getTestDraft = endpoint('getTestDraft', 'GET /test-records/draft', {
  summary: 'The user’s own test that is being recorded',
  requires: { anyOf: ['create-tests'] },
  replies: { 200: dataOf(z.nullable(keptTestDraft)) },
  audit: 'test-draft.opened',
})

/** Replaces the user's draft. A draft whose key has already saved a test is not kept. */
export const keepTestDraft = endpoint('keepTestDraft', 'PUT /test-records/draft', {
  summary: 'Keep the test that the user is recording, as far as it is',
  requires: { anyOf: ['create-tests'] },
  body: testDraft,
  replies: { 204: null },
  audit: 'test-draft.kept',
})

/** Removes the draft with this key; the draft of another window stays. */
export const discardTestDraft = endpoint('discardTestDraft', 'DELETE /test-records/draft', {
  summary: 'Discard the test that the user was recording',
  requires: { anyOf: ['create-tests'] },
  query: z.strictObject({ idempotency_key: testDraft.shape.idempotencyKey }),
  replies: { 204: null },
  audit: 'test-draft.discarded',
})
