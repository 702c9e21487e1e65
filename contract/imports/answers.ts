import * as z from 'zod/mini'
import { mostImportColumns } from '../limits-and-times.ts'
import { isTimeZone } from '../rules/dates.ts'
import { formalText, rule } from '../schema.ts'
import { importFields } from './fields.ts'
import type { Layout } from './layouts.ts'
import { dateOrders } from './written-times.ts'

/** What a file does not say about itself, and is asked once for each file. */
export const importAnswers = z.strictObject({
  /** The zone of the clock that wrote times without one. */
  zone: formalText(64).check(rule('timeZone', isTimeZone)),
  dateOrder: z._default(z.enum(dateOrders), 'mdy'),
  /** The result that `UNDETERMINED` stands for. */
  undetermined: z._default(z.enum(['inconclusive', 'invalid']), 'invalid'),
  /** What becomes of results that were marked as an error: recorded and voided, or left out. */
  removed: z._default(z.enum(['void', 'leave-out']), 'leave-out'),
  /** The field of each column of a file whose layout is not known; null for those that are not read. */
  columns: z._default(
    z.nullable(z.array(z.nullable(z.enum(importFields))).check(z.maxLength(mostImportColumns))),
    null,
  ),
})
export type ImportAnswers = z.infer<typeof importAnswers>

/** The answers that are proposed. `ownZone` is that of the reader; SimpleReport's server wrote times in UTC. */
export function proposedAnswers(layout: Layout, ownZone: string): ImportAnswers {
  const zone = layout === 'results-server' ? 'UTC' : ownZone
  return { zone, dateOrder: 'mdy', undetermined: 'invalid', removed: 'leave-out', columns: null }
}
