import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { deletionReasons } from '../rules/reasons.ts'
import { dataOf, id } from '../schema.ts'
import { testRecord } from './test-record.ts'

/** A record with what its printed sheet says besides. */
const printedSheet = z.strictObject({
  record: testRecord,
  /** What the sheet is verified with, always the same; null where nothing is left, or was ever known, of the subject. */
  code: z.nullable(z.string()),
  /** What the result means in the tenant's own words, in the language of the request; null where it says no more than usual. */
  meaning: z.nullable(z.string()),
  /** When the device is to be read, in minutes after the sample was applied, by the assay of then. */
  readFromMinutes: z.int(),
  readUntilMinutes: z.int(),
  labName: z.nullable(z.string()),
  clia: z.nullable(z.string()),
  /** The last correction, or the void. What staff wrote of it may be about somebody else, and is for them alone. */
  change: z.nullable(z.strictObject({ at: z.string(), reason: z.enum(deletionReasons) })),
})
export type PrintedSheet = z.infer<typeof printedSheet>

/** Notes that a record is printed, and answers it with what its sheet says besides. */
export const printTest = endpoint({
  name: 'printTest',
  method: 'POST',
  path: '/test-records/{id}/prints',
  summary: 'What the printed sheet of a test record says',
  requires: { anyOf: ['view-tests'] },
  params: z.strictObject({ id }),
  replies: { 200: dataOf(printedSheet) },
  audit: 'test-record.printed',
})
