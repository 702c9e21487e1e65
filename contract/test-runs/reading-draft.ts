import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, typedText } from '../schema.ts'
import { analyteResult } from '../test-records/content-parts.ts'

/** What somebody has entered of a test in progress and not saved, as entered: nothing in it need be complete or right. */
export const readingDraft = z.strictObject({
  /** The results of the lines that have one already. */
  analyteResults: z.array(analyteResult).check(z.maxLength(20)),
  image: z.nullable(z.strictObject({ id, name: typedText(500) })),
  note: typedText(5000),
  readingReason: typedText(2000),
})
export type ReadingDraft = z.infer<typeof readingDraft>

/**
 * Keeps what the user has entered of a test in progress, which they alone are answered when they open it; one that holds nothing
 * is removed. Of a test that was ended meanwhile nothing is kept. See `draftHours` for how long it is.
 */
export const keepReadingDraft = endpoint({
  name: 'keepReadingDraft',
  method: 'PUT',
  path: '/test-runs/{id}/reading-draft',
  summary: 'Keep what the user has entered of a test in progress, as far as it is',
  requires: { anyOf: ['create-tests'] },
  params: z.strictObject({ id }),
  body: readingDraft,
  replies: { 204: null },
  audit: 'test-draft.kept',
})
