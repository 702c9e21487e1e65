import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { countries } from '../rules/countries.ts'
import { deletionReasons } from '../rules/reasons.ts'
import { dataOf } from '../schema.ts'
import { testRecord } from './test-record.ts'

const text = z.nullable(z.string())

/** An address as it is stored, without its rules, which the list of tests would load with this file. */
const printedAddress = z.strictObject({
  streetAddress: text,
  streetAddress2: text,
  city: text,
  state: text,
  county: text,
  country: z.enum(countries),
  postcode: text,
})

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
  labAddress: z.nullable(printedAddress),
  clia: z.nullable(z.string()),
  /** The ordering provider of the record's group, as it is now. */
  orderingProvider: z.nullable(
    z.strictObject({ firstName: z.string(), middleName: text, lastName: z.string(), suffix: text, npi: text }),
  ),
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
