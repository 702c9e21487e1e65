import * as z from 'zod/mini'
import { listQuery } from '../listing.ts'
import { results } from '../rules/results.ts'
import { id } from '../schema.ts'
import { personDetails } from '../subjects/details.ts'
import { subject } from '../subjects/subject.ts'

const named = z.strictObject({ id, name: z.string() })

/**
 * Why an outbreak ended: `over` by days without a new case, `withdrawn` because corrections and voids left too few cases,
 * or `person` if somebody closed it.
 */
const closedBecause = ['over', 'withdrawn', 'person'] as const

/** An outbreak: cases of one analyte in one unit. Times are ISO 8601 in UTC, days YYYY-MM-DD on the clock of the place. */
export const outbreak = z.strictObject({
  id,
  organisation: named,
  group: named,
  /** The unit within the group; null for the whole group, or for those of no unit. */
  unit: z.nullable(z.string()),
  analyte: z.string(),
  /** The IANA zone of the place, in which its days are counted. */
  zone: z.string(),
  /** When the first of its cases was tested. */
  openedAt: z.string(),
  lastPositiveAt: z.string(),
  cases: z.int(),
  foundAt: z.string(),
  reopenedAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  closedBecause: z.nullable(z.enum(closedBecause)),
  closedBy: z.nullable(named),
  note: z.nullable(z.string()),
  /** The last day on which a new case would still belong to it. */
  lastsUntil: z.string(),
  /** The next day on which everybody who is left is to be tested; null once it has ended. */
  nextTestOn: z.nullable(z.string()),
})
export type Outbreak = z.infer<typeof outbreak>

/** Somebody of a unit, with the details that the tenant keeps. */
const member = {
  subject,
  unit: z.nullable(z.string()),
  room: z.nullable(z.string()),
  role: personDetails.shape.role,
}

/** A line of the line list: a case by the first positive test within the outbreak. */
const outbreakCase = z.strictObject({
  ...member,
  sex: personDetails.shape.sex,
  /** Whole years on the day of the test; null if the date of birth is unknown, and for animals. */
  age: z.nullable(z.int()),
  testRecordId: id,
  testId: z.string(),
  performedAt: z.string(),
  /** The day of the test on its own clock. */
  day: z.string(),
  assay: z.string(),
  result: z.enum(results),
  /** The result before that for the outbreak's analyte, in the reader's scope. */
  earlier: z.nullable(z.strictObject({ result: z.enum(results), performedAt: z.string() })),
})
export type OutbreakCase = z.infer<typeof outbreakCase>

/** Somebody of the unit who was not tested for the analyte since the outbreak began. */
const untested = z.strictObject({
  ...member,
  /** Their latest result for that analyte, in the reader's scope. */
  last: z.nullable(z.strictObject({ result: z.enum(results), performedAt: z.string() })),
})
export type Untested = z.infer<typeof untested>

/** The most lines of a line list on screen; a file has all. */
export const mostCasesShown = 1000

export const outbreakDetails = z.strictObject({
  outbreak,
  /** How many of all cases there are on each day that has some, in their order. */
  days: z.array(z.strictObject({ day: z.string(), cases: z.int() })),
  cases: z.array(outbreakCase).check(z.maxLength(mostCasesShown)),
  untested: z.array(untested),
})
export type OutbreakDetails = z.infer<typeof outbreakDetails>

const outbreakStates = ['open', 'closed', 'all'] as const

export const outbreakList = listQuery({
  filters: { state: z._default(z.enum(outbreakStates), 'all') },
  sorts: ['-opened_at'],
  default: '-opened_at',
})
