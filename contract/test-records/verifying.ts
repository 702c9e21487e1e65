import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dateOfBirth } from '../rules/dates.ts'
import { testId } from '../rules/test-id.ts'
import { verificationCode } from '../rules/verification-code.ts'
import { dataOf } from '../schema.ts'
import { shownResult } from './shown-result.ts'

/** The data typed from a sheet. A person's date of birth is required; animals and samples have none. */
export const printedResult = z.strictObject({
  testId,
  dateOfBirth: z._default(z.nullable(dateOfBirth), null),
  code: verificationCode,
})
export type PrintedResult = z.infer<typeof printedResult>

/**
 * Returns the present content of the record of a sheet, if test ID, date of birth and code all agree with it. Null in
 * every other case, whatever is wrong. 429 after 10 wrong attempts in 15 minutes from one address, or 5 for one test
 * ID, and after 30 in a day with one code.
 */
export const verifyResult = endpoint('verifyResult', 'POST /verify-result', {
  summary: 'Whether a printed result agrees with its record',
  requires: 'anyone',
  body: printedResult,
  replies: { 200: dataOf(z.nullable(shownResult)) },
  audit: 'test-record.verified',
})
