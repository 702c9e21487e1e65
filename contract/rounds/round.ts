import * as z from 'zod/mini'
import { results } from '../rules/results.ts'
import { id } from '../schema.ts'
import { personDetails } from '../subjects/details.ts'
import { subject } from '../subjects/subject.ts'
import { analyteResult } from '../test-records/content-parts.ts'

const named = z.strictObject({ id, name: z.string() })

export const roundStates = ['open', 'paused', 'finished', 'cancelled'] as const
export type RoundState = (typeof roundStates)[number]

/** Who keeps the time until a device can be read: nobody, one clock for a tray of devices, or one for each person. */
export const timings = ['none', 'tray', 'person'] as const
export type Timing = (typeof timings)[number]

/** What became of a person in a round. Only `tested` has results; the others may have a reason. */
export const outcomes = ['tested', 'absent', 'refused', 'exempt'] as const
export type Outcome = (typeof outcomes)[number]

/** What of a round is printed: a sheet to fill in by hand, or what was entered. */
export const roundSheets = ['empty', 'results'] as const
export type RoundSheet = (typeof roundSheets)[number]

/** The most people of a round. */
export const mostInRound = 500

/** The most rounds in the list, the latest first. */
export const mostRoundsListed = 100

/** A round: a group is tested with one kit. All times are the server's, as ISO 8601 in UTC. */
export const round = z.strictObject({
  id,
  state: z.enum(roundStates),
  organisation: named,
  group: named,
  /** The version of the assay with which the round was started. */
  assay: z.strictObject({
    id,
    name: z.string(),
    version: z.int(),
    analytes: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    offeredResults: z.array(z.enum(results)),
    imageRequired: z.boolean(),
    readFromMinutes: z.int(),
    readUntilMinutes: z.int(),
  }),
  specimen: z.nullable(z.string()),
  lot: z.nullable(z.string()),
  lotExpiry: z.nullable(z.string()),
  location: z.nullable(z.string()),
  zone: z.string(),
  timing: z.enum(timings),
  /** Grows with each change of the round or of one of its rows. */
  revision: z.int(),
  startedAt: z.string(),
  startedBy: named,
  endedAt: z.nullable(z.string()),
  endedBy: z.nullable(named),
  /** The number of its people, and of those with an outcome. */
  people: z.int(),
  entered: z.int(),
})
export type Round = z.infer<typeof round>

/** What stands in a row, once somebody has entered something. */
const standingEntry = z.strictObject({
  outcome: z.enum(outcomes),
  /** Why somebody was not tested, or why a result was read early or late. */
  reason: z.nullable(z.string()),
  /** The results of the lines, in the order of the assay; empty unless `tested`. */
  analyteResults: z.array(analyteResult),
  deviceImageId: z.nullable(id),
  note: z.nullable(z.string()),
})
export type StandingEntry = z.infer<typeof standingEntry>

/** One person of a round. */
export const roundRow = z.strictObject({
  /** The id of the row within the round: the subject as it was when the round began. */
  subjectId: id,
  /** The subject as it is now. */
  subject,
  unit: z.nullable(z.string()),
  room: z.nullable(z.string()),
  role: personDetails.shape.role,
  /** The latest result in the actor's scope from before this round. */
  last: z.nullable(z.strictObject({ result: z.enum(results), performedAt: z.string() })),
  /** The round's revision when this row changed last. */
  revision: z.int(),
  isRemoved: z.boolean(),
  appliedAt: z.nullable(z.string()),
  entry: z.nullable(standingEntry),
  enteredBy: z.nullable(named),
  enteredAt: z.nullable(z.string()),
  testRecordId: z.nullable(id),
  /** Why its result could not be stored, in the reader's language. */
  failure: z.nullable(z.string()),
})
export type RoundRow = z.infer<typeof roundRow>
