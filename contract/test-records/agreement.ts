import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { isTimeZone } from '../rules/dates.ts'
import { formalText, dataOf, id, month, rule } from '../schema.ts'

/** The most rows of each kind in a reply, those with the most tests. */
export const mostAgreements = 200

const agreement = {
  total: z.int(),
  agreed: z.int(),
  /** Cohen's kappa, from -1 to 1; null if both readings only had one result, so that chance explains everything. */
  kappa: z.nullable(z.number()),
  /**
   * The number of each pair of results, both in the order positive, negative, inconclusive, invalid: a row for each
   * result of the first reading, or of this reader, with a column for each result of the other reading.
   */
  counts: z.array(z.array(z.int())),
}
export type AgreementOf = z.infer<z.ZodMiniObject<typeof agreement>>

const agreements = z.strictObject({
  overall: z.strictObject(agreement),
  /** By the assay's present name. */
  assays: z.array(z.strictObject({ id, name: z.string(), ...agreement })),
  /** The tests that a person read, as the first or the second reader; the name is null for a user who has left. */
  readers: z.array(z.strictObject({ id: z.nullable(id), name: z.nullable(z.string()), ...agreement })),
  /** The months in which the tests were performed, as YYYY-MM, latest first. */
  months: z.array(z.strictObject({ month: z.string(), ...agreement })),
  /** The number of second readings left out because their reader had opened the record before. */
  seen: z.int(),
})
export type Agreements = z.infer<typeof agreements>

/**
 * The agreement between first and second readings on the overall results of tests, in the actor's scope. Months are by
 * `zone`, both included, and refer to the time of the test. Voided records are left out, and so are second readings
 * that may not have been independent. Later corrections have no effect, because only the two readings count.
 */
export const getAgreement = endpoint('getAgreement', 'GET /agreement', {
  summary: 'How far two readers of the same tests agree, by assay, reader and month',
  requires: { rule: 'mayReadRecordHistory' },
  whenEntered: 'read',
  query: z
    .strictObject({ from: month, to: month, zone: formalText(64).check(rule('timeZone', isTimeZone)) })
    .check((context) => {
      const { from, to } = context.value
      if (context.issues.length > 0 || from <= to) return
      context.issues.push({ code: 'custom', input: to, path: ['to'], params: { phrase: 'malformed', values: {} } })
    }),
  replies: { 200: dataOf(agreements) },
})
