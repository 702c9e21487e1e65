import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dateOfBirth } from '../rules/dates.ts'
import { codeText, dataOf } from '../schema.ts'
import { shownResult } from '../test-records/shown-result.ts'

/** The token in a link to a result: 256 bits. What is none, such as one that a mail program cut, is unknown (404). */
const resultToken = codeText(43).check(z.regex(/^[\w-]{43}$/))

/** What the one who was tested types to open their result. */
export const openingOfResult = z.strictObject({ dateOfBirth })

/** A result as the one who was tested sees it. */
const openedResult = z.strictObject({
  ...shownResult.shape,
  organisationName: z.string(),
  groupName: z.string(),
  /** Of the group or, where it has none, of its organisation; as it is shown. */
  phone: z.nullable(z.string()),
  /** What the result means in the tenant's own words, in the language of the request; null where it says no more than usual. */
  meaning: z.nullable(z.string()),
})
export type OpenedResult = z.infer<typeof openedResult>

/**
 * The result that a link leads to, where the date of birth is that of whom it is about. Null in every other case: for a link
 * that is unknown, over, locked or another tenant's, as for a wrong date. After 10 wrong dates the link is locked until staff
 * send another; after 30 from one address in 15 minutes, 429.
 */
export const openResult = endpoint({
  name: 'openResult',
  method: 'POST',
  path: '/results/{token}/open',
  summary: 'Open a result by the link that was sent',
  requires: 'anyone',
  params: z.strictObject({ token: resultToken }),
  body: openingOfResult,
  replies: { 200: dataOf(z.nullable(openedResult)) },
  audit: 'test-record.delivered',
})
