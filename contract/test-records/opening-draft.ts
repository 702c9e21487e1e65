import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf } from '../schema.ts'
import { keptTestDraft } from './test-draft.ts'

/**
 * Opening a draft is declared apart from recording, because the dashboard needs it first, without the rules of
 * recording.
 */

/** Returns the user's own unsaved test, or null; nobody else can read it. See `draftHours` for how long it is kept. */
export const getTestDraft = endpoint('getTestDraft', 'GET /test-records/draft', {
  summary: 'The user’s own test that is being recorded',
  requires: { anyOf: ['create-tests'] },
  replies: { 200: dataOf(z.nullable(keptTestDraft)) },
  audit: 'test-draft.opened',
})
