import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { locales } from '../rules/formats.ts'
import { results } from '../rules/results.ts'
import { dataOf, id } from '../schema.ts'

/** One thing that a lateral-flow device shows a line for. The code is of a public code system, such as LOINC. */
const analyte = z.strictObject({
  id: z.string(),
  name: z.string(),
  codeSystem: z.nullable(z.string()),
  code: z.nullable(z.string()),
})

/** What the record form offers: a device, its analytes and how to read it. Times are minutes after applying the sample. */
export const assay = z.strictObject({
  id,
  name: z.string(),
  manufacturer: z.nullable(z.string()),
  model: z.nullable(z.string()),
  analytes: z.array(analyte),
  specimens: z.array(z.string()),
  offeredResults: z.array(z.enum(results)),
  readFromMinutes: z.int(),
  readUntilMinutes: z.int(),
  imageRequired: z.boolean(),
  instructions: z.partialRecord(z.enum(locales), z.string()),
  version: z.int(),
})
export type Assay = z.infer<typeof assay>

export const getAssay = endpoint({
  name: 'getAssay',
  method: 'GET',
  path: '/assays/{assay_id}/web',
  summary: 'The definition of an assay, for the record form',
  requires: 'logged-in',
  params: z.strictObject({ assay_id: id }),
  replies: { 200: dataOf(assay) },
})
