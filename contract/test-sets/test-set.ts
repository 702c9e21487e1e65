import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../listing.ts'
import { results } from '../rules/results.ts'
import { dataOf, id } from '../schema.ts'
import { subject } from '../subjects/subject.ts'
import { recordStates, secondReadings } from '../test-records/test-record.ts'
import { kitOfStep, setOutcome, testSetStates } from './outcome.ts'

const named = z.strictObject({ id, name: z.string() })

/** Why a set was stopped without an outcome. */
export const stopReasons = ['left', 'declined', 'kit-unavailable', 'referred', 'mistake'] as const
export type StopReason = (typeof stopReasons)[number]

const listed = {
  id,
  /** By the name and in the version that it began with. */
  algorithm: z.strictObject({ id, name: z.string(), version: z.int() }),
  subject,
  organisation: named,
  group: named,
  state: z.enum(testSetStates),
  outcome: z.nullable(setOutcome),
  startedAt: z.string(),
  startedBy: named,
  endedAt: z.nullable(z.string()),
  stopReason: z.nullable(z.enum(stopReasons)),
  version: z.int(),
}

export const testSetListItem = z.strictObject(listed)
export type TestSetListItem = z.infer<typeof testSetListItem>

/** A test of a set, as an ordinary record. */
const testOfSet = z.strictObject({
  id,
  testId: z.string(),
  step: z.int(),
  stepName: z.string(),
  assayName: z.string(),
  result: z.enum(results),
  performedAt: z.string(),
  performedZone: z.string(),
  state: z.enum(recordStates),
  secondReading: z.nullable(z.enum(secondReadings)),
  /** True if the path goes through it. A test that was voided, or to which the path no longer leads, does not count. */
  counts: z.boolean(),
})
export type TestOfSet = z.infer<typeof testOfSet>

export const testSet = z.strictObject({
  ...listed,
  /** In the order in which they were recorded. */
  tests: z.array(testOfSet),
  /** The step that is to be tested next; null once the set is not open any more, and while a second reading is awaited. */
  next: z.nullable(
    z.strictObject({
      step: z.int(),
      name: z.string(),
      assay: kitOfStep,
    }),
  ),
  /** The test whose two readings must agree before the path goes on. */
  awaitsReading: z.nullable(id),
})
export type TestSet = z.infer<typeof testSet>

export const testSetList = listQuery({
  filters: { state: z._default(z.enum([...testSetStates, 'all']), 'all'), subject_id: z.optional(id) },
  sorts: ['-started_at'],
  default: '-started_at',
})

const seeing = { rule: 'mayUseTestSets' } as const
const testing = { rule: 'mayMakeTestSets' } as const

export const listTestSets = endpoint('listTestSets', 'GET /test-sets', {
  summary: 'Sets of tests by an algorithm at the user’s places, the latest first',
  requires: seeing,
  whenEntered: 'read',
  query: testSetList.page,
  replies: { 200: listOf(testSetListItem) },
})

export const getTestSet = endpoint('getTestSet', 'GET /test-sets/{id}', {
  summary: 'One set of tests, with what comes next',
  requires: seeing,
  whenEntered: 'read',
  replies: { 200: dataOf(testSet) },
  audit: 'test-set.opened',
})

/**
 * Begins a set. Its tests are recorded by `recordTest` and by tests in progress with its id. Somebody whose set of this algorithm,
 * in whatever version, is open at this place has no second one begun: the answer is 200 with the open one.
 */
export const startTestSet = endpoint('startTestSet', 'POST /test-sets', {
  summary: 'Begin a set of tests by an algorithm',
  requires: testing,
  headers: doneOncePerKey,
  body: z.strictObject({ algorithmId: id, organisationId: id, groupId: id, subjectId: id }),
  replies: { 201: dataOf(testSet), 200: dataOf(testSet) },
  audit: 'test-set.started',
})

/** Stops a set without an outcome. Its results stay with the staff. 409 `not-possible` unless it is open. */
export const stopTestSet = endpoint('stopTestSet', 'PUT /test-sets/{id}/stop', {
  summary: 'Stop a set of tests without an outcome',
  requires: testing,
  body: z.strictObject({ reason: z.enum(stopReasons) }),
  replies: { 200: dataOf(testSet) },
  audit: 'test-set.stopped',
})

/** Notes that the sheet of a set is printed, before the browser prints it. 409 `set-under-way` unless it has ended. */
export const printTestSet = endpoint('printTestSet', 'POST /test-sets/{id}/prints', {
  summary: 'Note in the audit trail that the sheet of a set is printed',
  requires: testing,
  replies: { 204: null },
  audit: 'test-set.printed',
})
