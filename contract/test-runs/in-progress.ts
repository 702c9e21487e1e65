import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf } from '../schema.ts'
import { readingDraft } from './reading-draft.ts'
import { testRun } from './test-run.ts'

const requires = { anyOf: ['create-tests'] } as const

/** The most tests in a reply, latest first; `total` is their full number. */
export const mostRunsListed = 300

/** `now` is the server's present time, with which devices compare their clocks. */
export const listTestRuns = endpoint('listTestRuns', 'GET /test-runs', {
  summary: 'Tests in progress in the user’s scope, the latest first',
  requires,
  forTokens: true,
  isUnattended: true,
  replies: { 200: z.strictObject({ data: z.array(testRun), now: z.string(), total: z.int() }) },
})

/** The user's own unsaved reading; nobody else receives it. */
const keptReadingDraft = z.strictObject({ ...readingDraft.shape, keptAt: z.iso.datetime() })
export type KeptReadingDraft = z.infer<typeof keptReadingDraft>

export const getTestRun = endpoint('getTestRun', 'GET /test-runs/{id}', {
  summary: 'One test in progress, also after it was read or cancelled',
  requires,
  forTokens: true,
  replies: { 200: z.strictObject({ data: testRun, now: z.string(), draft: z.nullable(keptReadingDraft) }) },
  audit: 'test-run.opened',
})

/** Returns the number of tests in progress, for the navigation. */
export const countTestRuns = endpoint('countTestRuns', 'GET /test-runs/count', {
  summary: 'How many tests are in progress in the user’s scope',
  requires,
  isUnattended: true,
  replies: { 200: dataOf(z.strictObject({ running: z.int() })) },
})
