import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, typedText } from '../schema.ts'
import { analyteResult } from '../test-records/content-parts.ts'

/** A user's unsaved reading of a test in progress, as entered: nothing in it need be complete or valid. */
export const readingDraft = z.strictObject({
  /** The results of the lines that already have one. */
  analyteResults: z.array(analyteResult).check(z.maxLength(20)),
  image: z.nullable(z.strictObject({ id, name: typedText(500) })),
  note: typedText(5000),
  readingReason: typedText(2000),
})
export type ReadingDraft = z.infer<typeof readingDraft>

/**
 * Stores the user's unsaved reading of a test in progress, which only they receive when they open it; an empty one is
 * removed. Nothing is stored for a test that has ended. See `draftHours` for how long it is kept.
 */
export const keepReadingDraft = endpoint('keepReadingDraft', 'PUT /test-runs/{id}/reading-draft', {
  summary: 'Keep what the user has entered of a test in progress, as far as it is',
  requires: { anyOf: ['create-tests'] },
  body: readingDraft,
  replies: { 204: null },
  audit: 'test-draft.kept',
})
