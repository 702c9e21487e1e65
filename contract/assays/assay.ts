import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { listOf } from '../listing.ts'
import { locales } from '../locales.ts'
import { results } from '../rules/results.ts'
import { dataOf, id } from '../schema.ts'
import { assayList, assayStatuses } from './assay-list.ts'

/**
 * One analyte, for which a lateral-flow device shows a line. Its id stays the same from one version of the assay to the
 * next.
 */
const analyte = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** The LOINC code of the observation. */
  loinc: z.nullable(z.string()),
  /** The SNOMED CT code of the target, such as a virus. */
  snomed: z.nullable(z.string()),
})
export type Analyte = z.infer<typeof analyte>

/** The specimen that is put on the device, such as a nasal swab, with its SNOMED CT code. */
const specimen = z.strictObject({ name: z.string(), snomed: z.nullable(z.string()) })

/** An assay without its instructions, as recording offers it. Times are minutes after applying the sample. */
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
  /** True if a test must be started and timed before its result is recorded. */
  requiresTimer: z.boolean(),
  /** True if each test is read by two people; a group may require it, too. */
  twoReaders: z.boolean(),
  /** True if there are instructions in any language, or pictures. */
  hasInstructions: z.boolean(),
  /** The organisations that may use it, as far as the reader sees them; null for all. */
  organisations: z.nullable(z.array(z.strictObject({ id, name: z.string() }))),
  status: z.enum(assayStatuses),
  /** True for the assay that the tenant offers first. */
  isDefault: z.boolean(),
  /** Each change creates a new version. A record keeps the version that it was made with. */
  version: z.int(),
})
export type AssayListItem = z.infer<typeof assayListItem>

/** True if an organisation may use an assay. */
export function isOfferedAt({ organisations }: Pick<AssayListItem, 'organisations'>, id: string | undefined): boolean {
  return organisations === null || organisations.some((one) => one.id === id)
}

/** A picture of the instructions, with a description in each language that has one. */
const picture = z.strictObject({
  id,
  width: z.int(),
  height: z.int(),
  words: z.partialRecord(z.enum(locales), z.string()),
})

const meanings = z.partialRecord(z.enum(locales), z.partialRecord(z.enum(results), z.string()))

/** An assay in full: a device, its analytes and how to use and read it. */
export const assay = z.extend(assayListItem, {
  /** Markdown in which `![1]` places the first picture; pictures without a mark are shown below. */
  instructions: z.partialRecord(z.enum(locales), z.string()),
  pictures: z.array(picture),
  /** The tenant's own texts for what each result means to the person who was tested. */
  meanings,
  /**
   * Texts of organisations that explain results differently, as far as the reader sees the organisations, sorted by
   * name.
   */
  organisationMeanings: z.array(z.strictObject({ organisation: z.strictObject({ id, name: z.string() }), meanings })),
  /**
   * The entry of the catalogue that it was copied from, with the version and name at that time; null for an assay that
   * the tenant created itself.
   */
  takenFrom: z.nullable(z.strictObject({ entry: z.string(), version: z.int(), name: z.string() })),
})
export type Assay = z.infer<typeof assay>

/** Members of an organisation see the assays that it may use; other users of the tenant see all. */
export const listAssays = endpoint('listAssays', 'GET /assays', {
  summary: 'Assays that the user may see, by name',
  requires: 'logged-in',
  forTokens: true,
  whenEntered: 'read',
  query: assayList.page,
  prints: assayList,
  replies: { 200: listOf(assayListItem) },
})

export const getAssay = endpoint('getAssay', 'GET /assays/{id}', {
  summary: 'One assay',
  requires: 'logged-in',
  forTokens: true,
  whenEntered: 'read',
  replies: { 200: dataOf(assay) },
})

export const getAssayForRecording = endpoint('getAssayForRecording', 'GET /assays/{assay_id}/web', {
  summary: 'The definition of an assay, for the record form',
  requires: 'logged-in',
  forTokens: true,
  replies: { 200: dataOf(assay) },
})
