import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf } from '../schema.ts'
import { keptTestDraft } from './test-draft.ts'

/** Opening a draft stands apart from recording: the dashboard asks for it first, and needs none of the rules of recording. */

/** A draft that was not touched for this long is over, in hours. */
export const draftHours = 24

/** The user's own test that is not saved yet, or null; nobody else can read it. See `draftHours` for how long it is kept. */
export const getTestDraft = endpoint({
  name: 'getTestDraft',
  method: 'GET',
  path: '/test-records/draft',
  summary: 'The user’s own test that is being recorded',
  requires: { anyOf: ['create-tests'] },
  replies: { 200: dataOf(z.nullable(keptTestDraft)) },
  audit: 'test-draft.opened',
})
