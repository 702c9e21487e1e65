import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dateOfBirth } from '../rules/dates.ts'
import { codeText, dataOf } from '../schema.ts'
import { shownResult } from '../test-records/shown-result.ts'

/**
 * The token in a link to a result: 256 bits. A malformed token, such as one that a mail program cut, is unknown (404).
 */
const resultToken = codeText(43).check(z.regex(/^[\w-]{43}$/))

/** The date of birth that the tested person types to open their result. */
export const openingOfResult = z.strictObject({ dateOfBirth })

/** A result as shown to the person who was tested. */
const openedResult = z.strictObject({
  ...shownResult.shape,
  organisationName: z.string(),
  groupName: z.string(),
  /** The telephone of the group or, if it has none, of its organisation, formatted for reading. */
  phone: z.nullable(z.string()),
  /** The tenant's own text for what the result means, in the language of the request; null for the usual text. */
  meaning: z.nullable(z.string()),
})
export type OpenedResult = z.infer<typeof openedResult>

/**
 * Returns the result of a link if the date of birth is that of its subject. Null in every other case: for a link that
 * is unknown, expired, locked or another tenant's, as for a wrong date. After 10 wrong dates the link is locked until
 * staff send another; after 30 from one address in 15 minutes, 429.
 */
export const openResult = endpoint('openResult', 'POST /results/{token}/open', {
  summary: 'Open a result by the link that was sent',
  requires: 'anyone',
  params: z.strictObject({ token: resultToken }),
  body: openingOfResult,
  replies: { 200: dataOf(z.nullable(openedResult)) },
  audit: 'test-record.delivered',
})
