import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { listOf } from '../listing.ts'
import { locales } from '../rules/formats.ts'
import { results } from '../rules/results.ts'
import { dataOf, id } from '../schema.ts'
import { assayList, assayStatuses } from './assay-filter.ts'

/** What is read of assays stands apart from their form: whoever records a test needs none of its rules. */

/** One thing that a lateral-flow device shows a line for. Its id stays the same from one version of the assay to the next. */
const analyte = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** The LOINC code of what is observed. */
  loinc: z.nullable(z.string()),
  /** The SNOMED CT code of what is looked for, such as a virus. */
  snomed: z.nullable(z.string()),
})
export type Analyte = z.infer<typeof analyte>

/** What is put on the device, such as a nasal swab, with its SNOMED CT code. */
const specimen = z.strictObject({ name: z.string(), snomed: z.nullable(z.string()) })

/** An assay without its instructions: what recording offers. Times are minutes after applying the sample. */
export const assayListItem = z.strictObject({
  id,
  name: z.string(),
  manufacturer: z.nullable(z.string()),
  model: z.nullable(z.string()),
  gtin: z.nullable(z.string()),
  /** In the order of the device's lines. */
  analytes: z.array(analyte),
  specimens: z.array(specimen),
  offeredResults: z.array(z.enum(results)),
  readFromMinutes: z.int(),
  readUntilMinutes: z.int(),
  imageRequired: z.boolean(),
  /** Whether a test must be started, and its time kept, before its result is recorded. */
  requiresTimer: z.boolean(),
  /** Whether each test is read by two people; a group may ask for it, too. */
  twoReaders: z.boolean(),
  /** Whether there are instructions in any language, or pictures. */
  hasInstructions: z.boolean(),
  /** The organisations that may use it, as far as the reader sees them; null for all. */
  organisations: z.nullable(z.array(z.strictObject({ id, name: z.string() }))),
  status: z.enum(assayStatuses),
  /** Whether it is what the tenant offers first. */
  isDefault: z.boolean(),
  /** Each change makes a new one. A record keeps the version that it was made with. */
  version: z.int(),
})
export type AssayListItem = z.infer<typeof assayListItem>

/** A picture of the instructions, with what it shows in each language in which that is said. */
const picture = z.strictObject({
  id,
  width: z.int(),
  height: z.int(),
  words: z.partialRecord(z.enum(locales), z.string()),
})

const meanings = z.partialRecord(z.enum(locales), z.partialRecord(z.enum(results), z.string()))

/** An assay in full: a device, its analytes and how to use and read it. */
export const assay = z.extend(assayListItem, {
  /** In Markdown. `![1]` stands where the first picture is shown; one that stands nowhere is shown below. */
  instructions: z.partialRecord(z.enum(locales), z.string()),
  pictures: z.array(picture),
  /** What each result means for whoever was tested, where the tenant says it in words of its own. */
  meanings,
  /** What it means at organisations that say something else, as far as the reader sees them, by name. */
  organisationMeanings: z.array(z.strictObject({ organisation: z.strictObject({ id, name: z.string() }), meanings })),
  /** The entry of the catalogue that it was made from, with its name and version of then; null for one of the tenant's own making. */
  takenFrom: z.nullable(z.strictObject({ entry: z.string(), version: z.int(), name: z.string() })),
})
export type Assay = z.infer<typeof assay>

/** Whoever belongs to an organisation sees the assays that it may use; others of the tenant all. */
export const listAssays = endpoint({
  name: 'listAssays',
  method: 'GET',
  path: '/assays',
  summary: 'Assays that the user may see, by name',
  requires: 'logged-in',
  query: assayList.page,
  replies: { 200: listOf(assayListItem) },
})

export const getAssay = endpoint({
  name: 'getAssay',
  method: 'GET',
  path: '/assays/{id}',
  summary: 'One assay',
  requires: 'logged-in',
  params: z.strictObject({ id }),
  replies: { 200: dataOf(assay) },
})

export const getAssayForRecording = endpoint({
  name: 'getAssayForRecording',
  method: 'GET',
  path: '/assays/{assay_id}/web',
  summary: 'The definition of an assay, for the record form',
  requires: 'logged-in',
  params: z.strictObject({ assay_id: id }),
  replies: { 200: dataOf(assay) },
})
