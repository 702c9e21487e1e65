import * as z from 'zod/mini'
import { results } from '../rules/results.ts'
import { id } from '../schema.ts'
import { subject } from '../subjects/subject.ts'

const named = z.strictObject({ id, name: z.string() })

const runStates = ['running', 'finished', 'cancelled'] as const

/** Why the server ends a test: nobody read it for days, or the personal data of its subject was erased. */
export const ownCancelReasons = ['abandoned', 'subject-erased'] as const

/** The number of days after which an unfinished test is abandoned. */
export const abandonedDays = 7

/** A test whose sample is on the device. All times are the server's, as ISO 8601 in UTC. */
export const testRun = z.strictObject({
  id,
  state: z.enum(runStates),
  subject,
  organisation: named,
  group: named,
  /** The version of the assay with which the test was started, as far as reading needs it. */
  assay: z.strictObject({
    id,
    name: z.string(),
    version: z.int(),
    analytes: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    offeredResults: z.array(z.enum(results)),
    imageRequired: z.boolean(),
  }),
  specimen: z.nullable(z.string()),
  lot: z.nullable(z.string()),
  lotExpiry: z.nullable(z.string()),
  location: z.nullable(z.string()),
  /** The IANA zone of the clock where the sample was applied. */
  zone: z.string(),
  startedAt: z.string(),
  startedBy: named,
  /** The period in which a reading is in time; both null if the assay sets no time, so that any reading is. */
  readFrom: z.nullable(z.string()),
  readUntil: z.nullable(z.string()),
  /** When and by whom it was read or cancelled: null while it runs, and if the server ended it. */
  endedAt: z.nullable(z.string()),
  endedBy: z.nullable(named),
  /** True for a step of a set of tests, whose result is held back until the set has an outcome; else left out. */
  isStepOfSet: z.optional(z.literal(true)),
  /** The record of its result, once it is finished. */
  testRecordId: z.nullable(id),
  version: z.int(),
})
export type TestRun = z.infer<typeof testRun>
