import * as z from 'zod/mini'
import { results } from '../rules/results.ts'
import { id } from '../schema.ts'
import { subject } from '../subjects/subject.ts'

const named = z.strictObject({ id, name: z.string() })

const runStates = ['running', 'finished', 'cancelled'] as const

/** Why the server ends a test: nobody read it for days, or its subject had all that is known of them erased. */
export const ownCancelReasons = ['abandoned', 'subject-erased'] as const

/** Days after which a test that nobody ended is given up. */
export const abandonedDays = 7

/** A test whose sample is on the device. All times are the server's, as ISO 8601 in UTC. */
export const testRun = z.strictObject({
  id,
  state: z.enum(runStates),
  subject,
  organisation: named,
  group: named,
  /** As it was when the test was started, with what reading it needs. */
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
  /** From when until when it is read in time; both null where the assay names no time, and any is in time. */
  readFrom: z.nullable(z.string()),
  readUntil: z.nullable(z.string()),
  /** When it was read or cancelled, and by whom: null while it runs, and for what the server ended. */
  endedAt: z.nullable(z.string()),
  endedBy: z.nullable(named),
  /** What was recorded of it, once it is finished. */
  testRecordId: z.nullable(id),
  version: z.int(),
})
export type TestRun = z.infer<typeof testRun>
