import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { isTimeZone } from '../rules/dates.ts'
import { formalText, dataOf, id, rule } from '../schema.ts'

/** A month as YYYY-MM, of the years 1900 to 9999. */
const month = formalText(20).check(rule('malformed', (value) => /^(19|[2-9]\d)\d\d-(0[1-9]|1[0-2])$/.test(value)))

/** The first so many of each kind are answered, by how many tests they have. */
export const mostAgreements = 200

const agreement = {
  /** How many tests were read twice. */
  total: z.int(),
  /** In how many of them both readings were the same. */
  agreed: z.int(),
  /** Cohen's kappa, from -1 to 1; null where both readings knew one result alone, so that chance explains all. */
  kappa: z.nullable(z.number()),
  /**
   * How often there was each pair of results, both in the order positive, negative, inconclusive, invalid: a row for each result of
   * the first reading, or of this reader, with a column for each result of the other reading.
   */
  counts: z.array(z.array(z.int())),
}
export type AgreementOf = z.infer<z.ZodMiniObject<typeof agreement>>

const agreements = z.strictObject({
  overall: z.strictObject(agreement),
  /** By the name that the assay has now. */
  assays: z.array(z.strictObject({ id, name: z.string(), ...agreement })),
  /** Of the tests that somebody read, as the first or the second; the name is null for somebody who has left. */
  readers: z.array(z.strictObject({ id: z.nullable(id), name: z.nullable(z.string()), ...agreement })),
  /** The months in which the tests were performed, as YYYY-MM, the latest first. */
  months: z.array(z.strictObject({ month: z.string(), ...agreement })),
  /** How many second readings were left out, because their reader had opened the record before. */
  seen: z.int(),
})
export type Agreements = z.infer<typeof agreements>

/**
 * How far first and second readings of tests agree, of the results of tests as a whole, in the actor's scope. Months are those of
 * `zone`, both included, in which the tests were performed. Voided records are left out, and so are second readings that may not have
 * been independent. Later corrections change nothing: what counts is what both read.
 */
export const getAgreement = endpoint({
  name: 'getAgreement',
  method: 'GET',
  path: '/agreement',
  summary: 'How far two readers of the same tests agree, by assay, reader and month',
  requires: { rule: 'mayReadRecordHistory' },
  query: z
    .strictObject({ from: month, to: month, zone: formalText(64).check(rule('timeZone', isTimeZone)) })
    .check((context) => {
      const { from, to } = context.value
      if (context.issues.length > 0 || from <= to) return
      context.issues.push({ code: 'custom', input: to, path: ['to'], params: { phrase: 'malformed', values: {} } })
    }),
  replies: { 200: dataOf(agreements) },
})
