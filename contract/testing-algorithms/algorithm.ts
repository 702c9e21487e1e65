import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../listing.ts'
import { dataOf, id, rule, text } from '../schema.ts'
import { kitOfStep, outcomeResults } from '../test-sets/outcome.ts'
import { ifMatch, ifMatchOptional } from '../versions.ts'
import { faultsOf } from './path.ts'

/** The most steps and the most outcomes of an algorithm. */
export const mostSteps = 12

const place = z.int().check(z.minimum(0), z.maximum(mostSteps - 1))

/** Where a result of a step leads: to a later step or to an outcome, each by its place in the list, from 0. */
const way = z.union([z.strictObject({ step: place }), z.strictObject({ outcome: place })])
export type Way = z.infer<typeof way>

const ways = z.strictObject({
  positive: z.nullable(way),
  negative: z.nullable(way),
  inconclusive: z.nullable(way),
  invalid: z.nullable(way),
})

const step = z.strictObject({
  /** Its name within the algorithm, such as A1. */
  name: text(30),
  assayId: id,
  /** One for each result, also for those that its test kit does not offer now, because a later version of the kit may. */
  ways,
})

const outcome = z.strictObject({
  name: text(100),
  result: z.enum(outcomeResults),
  /** Days after the last test on which to test again; null if that is not needed. */
  followUpDays: z.nullable(
    z.int().check(rule('wholeNumber', (days) => days >= 1 && days <= 366, { least: 1, most: 366 })),
  ),
})

/**
 * Tests in order. A way may only lead to a later step, so each path ends. Refused is whatever leaves a result without a
 * way, and a step or an outcome to which no path leads.
 */
export const testingAlgorithmForm = z
  .strictObject({
    name: text(100),
    steps: z.array(step).check(z.minLength(1), z.maxLength(mostSteps)),
    outcomes: z.array(outcome).check(z.minLength(1), z.maxLength(mostSteps)),
  })
  .check(({ value, issues }) => {
    for (const { path, phrase } of faultsOf(value)) {
      issues.push({ code: 'custom', input: undefined, path, params: { phrase, values: {} } })
    }
  })
export type TestingAlgorithmForm = z.infer<typeof testingAlgorithmForm>
export type AlgorithmStep = TestingAlgorithmForm['steps'][number]
export type AlgorithmOutcome = TestingAlgorithmForm['outcomes'][number]

const listed = {
  id,
  name: z.string(),
  /** The first test kit, by which recording proposes the algorithm. */
  firstAssay: z.strictObject({ id, name: z.string() }),
  steps: z.int(),
  retiredAt: z.nullable(z.string()),
  /** Each change creates a new version. A set that is under way keeps the version that it began with. */
  version: z.int(),
}

export const testingAlgorithmListItem = z.strictObject(listed)
export type TestingAlgorithmListItem = z.infer<typeof testingAlgorithmListItem>

export const testingAlgorithm = z.strictObject({
  ...listed,
  form: z.strictObject({
    name: z.string(),
    steps: z.array(z.strictObject({ name: z.string(), assayId: id, ways })),
    outcomes: z.array(
      z.strictObject({
        name: z.string(),
        result: outcome.shape.result,
        followUpDays: z.nullable(z.int()),
      }),
    ),
  }),
  /** The test kits of its steps. */
  assays: z.array(kitOfStep),
})
export type TestingAlgorithm = z.infer<typeof testingAlgorithm>

export const testingAlgorithmList = listQuery({
  filters: { status: z.optional(z.enum(['active', 'retired'])) },
  sorts: ['name'],
  default: 'name',
})

const seeing = { rule: 'mayUseTestSets' } as const
const keeping = { rule: 'mayKeepTestingAlgorithms' } as const

export const listTestingAlgorithms = endpoint('listTestingAlgorithms', 'GET /testing-algorithms', {
  summary: 'Testing algorithms of the tenant, by name',
  requires: seeing,
  whenEntered: 'read',
  query: testingAlgorithmList.page,
  replies: { 200: listOf(testingAlgorithmListItem) },
})

export const getTestingAlgorithm = endpoint('getTestingAlgorithm', 'GET /testing-algorithms/{id}', {
  summary: 'One testing algorithm with its steps and outcomes',
  requires: seeing,
  whenEntered: 'read',
  replies: { 200: dataOf(testingAlgorithm) },
})

/** 409 `duplicate` at `name` if the tenant has an algorithm of that name. */
export const createTestingAlgorithm = endpoint('createTestingAlgorithm', 'POST /testing-algorithms', {
  summary: 'Create a testing algorithm',
  requires: keeping,
  headers: doneOncePerKey,
  body: testingAlgorithmForm,
  replies: { 201: dataOf(testingAlgorithm), 200: dataOf(testingAlgorithm) },
  audit: 'testing-algorithm.created',
})

/** Creates a new version of an algorithm; sets that are under way keep theirs. */
export const updateTestingAlgorithm = endpoint('updateTestingAlgorithm', 'PUT /testing-algorithms/{id}', {
  summary: 'Change a testing algorithm',
  requires: keeping,
  headers: ifMatch,
  body: testingAlgorithmForm,
  replies: { 200: dataOf(testingAlgorithm) },
  audit: 'testing-algorithm.changed',
})

const standing = {
  requires: keeping,
  headers: ifMatchOptional,
  replies: { 200: dataOf(testingAlgorithm) },
} as const

/** Retires an algorithm: no set begins with it any more. Sets that are under way go on. Safe to repeat. */
export const retireTestingAlgorithm = endpoint('retireTestingAlgorithm', 'PUT /testing-algorithms/{id}/retire', {
  ...standing,
  summary: 'Retire a testing algorithm',
  audit: 'testing-algorithm.retired',
})

export const restoreTestingAlgorithm = endpoint('restoreTestingAlgorithm', 'PUT /testing-algorithms/{id}/restore', {
  ...standing,
  summary: 'Offer a retired testing algorithm again',
  audit: 'testing-algorithm.restored',
})
