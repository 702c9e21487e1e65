import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { orderingProvider } from '../groups/ordering-provider.ts'
import { address } from '../rules/address.ts'
import { deletionReasons } from '../rules/reasons.ts'
import { dataOf } from '../schema.ts'
import { testRecord } from './test-record.ts'

/** A record with the other content of its printed sheet. */
const printedSheet = z.strictObject({
  record: testRecord,
  /**
   * The code that verifies the sheet, which never changes; null if the subject is anonymised or was never identified.
   */
  code: z.nullable(z.string()),
  /** The tenant's own text for what the result means, in the language of the request; null for the usual text. */
  meaning: z.nullable(z.string()),
  /** The reading time of the device, in minutes after the sample was applied, by the record's version of the assay. */
  readFromMinutes: z.int(),
  readUntilMinutes: z.int(),
  labName: z.nullable(z.string()),
  labAddress: z.nullable(address),
  clia: z.nullable(z.string()),
  /** The ordering provider of the record's group, as it is now. */
  orderingProvider: z.nullable(orderingProvider),
  /** The last correction, or the void. Notes by staff are left out, because they may be about somebody else. */
  change: z.nullable(z.strictObject({ at: z.string(), reason: z.enum(deletionReasons) })),
})
export type PrintedSheet = z.infer<typeof printedSheet>

/** Records in the audit trail that a record is printed, and returns the content of its sheet. */
export const printTest = endpoint('printTest', 'POST /test-records/{id}/prints', {
  summary: 'What the printed sheet of a test record says',
  requires: { anyOf: ['view-tests'] },
  replies: { 200: dataOf(printedSheet) },
  audit: 'test-record.printed',
})
