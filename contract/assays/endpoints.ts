import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { historyEndpoint } from '../history.ts'
import { gtin, loincCode, snomedCode } from '../rules/assay-codes.ts'
import { folded } from '../rules/folding.ts'
import { locales } from '../locales.ts'
import { results, type Result } from '../rules/results.ts'
import { readLine, readProse } from '../rules/written-characters.ts'
import { anyText, formalText, dataOf, emptyIsNull, id, ids, optionalText, rule, text } from '../schema.ts'
import { ifMatch, ifMatchOptional } from '../versions.ts'
import { assay } from './assay.ts'
import { mostPictures } from './pictures.ts'
import { longestReadingMinutes } from '../limits-and-times.ts'

/** The most characters of the instructions in each language. */
const instructionsLength = 4000

/** The most characters of a result's meaning, which is printed with others on one page. */
const meaningLength = 500

/** The most organisations with texts of their own, so that a form fits into one request. */
export const mostSayingOrganisations = 20

const minutes = z
  .int()
  .check(
    rule('minutes', (value) => value >= 0 && value <= longestReadingMinutes, { most: String(longestReadingMinutes) }),
  )

const analyteForm = z.strictObject({
  /** The id of an analyte of the previous version, under which its results continue; null for a new analyte. */
  id: z._default(z.nullable(formalText(50).check(z.minLength(1))), null),
  name: text(100),
  loinc: emptyIsNull(loincCode),
  snomed: emptyIsNull(snomedCode),
})

/** A picture's description in every language; empty where there is none. */
const pictureForm = z.strictObject({
  id,
  words: z.record(z.enum(locales), anyText(200, readLine)),
})

const specimenForm = z.strictObject({ name: text(100), snomed: emptyIsNull(snomedCode) })

/** A text for every language and result; empty for the usual text. */
const meanings = z.record(z.enum(locales), z.record(z.enum(results), anyText(meaningLength, readProse)))

/** The body of the form of an assay. `organisationIds` is null if every organisation may use it. */
export const assayForm = z
  .strictObject({
    name: text(100),
    manufacturer: optionalText(100),
    model: optionalText(100),
    gtin: emptyIsNull(gtin),
    analytes: z.array(analyteForm).check(
      z.minLength(1),
      z.maxLength(20),
      rule('analyteTwice', (list) => areDifferent(list)),
    ),
    specimens: z.array(specimenForm).check(
      z.maxLength(20),
      rule('specimenTwice', (list) => areDifferent(list)),
    ),
    offeredResults: z.pipe(
      z.array(z.enum(results)).check(rule('twoResults', (list) => new Set(list).size >= 2)),
      // Results are always offered in this order, whatever the request's.
      z.transform((sent): Result[] => results.filter((result) => sent.includes(result))),
    ),
    readFromMinutes: minutes,
    readUntilMinutes: minutes,
    imageRequired: z.boolean(),
    /** Omitted by clients from before there was a timer. */
    requiresTimer: z._default(z.boolean(), false),
    /** Omitted by clients from before there were second readings. */
    twoReaders: z._default(z.boolean(), false),
    /** A text for every language; empty where there is none. */
    instructions: z.record(z.enum(locales), instructionText()),
    meanings,
    /**
     * Texts of organisations that replace `meanings`; an entry without any text counts as absent. Omitting the field
     * changes nothing.
     */
    organisationMeanings: z.optional(
      z.array(z.strictObject({ organisationId: id, meanings })).check(
        z.maxLength(mostSayingOrganisations),
        rule('malformed', (list) => new Set(list.map((one) => one.organisationId)).size === list.length),
      ),
    ),
    pictures: z.array(pictureForm).check(
      z.maxLength(mostPictures),
      rule('malformed', (list) => new Set(list.map((picture) => picture.id)).size === list.length),
    ),
    organisationIds: z.nullable(ids(500).check(z.minLength(1))),
    isDefault: z.boolean(),
  })
  .check((context) => {
    const { readFromMinutes, readUntilMinutes } = context.value
    if (!(readUntilMinutes < readFromMinutes)) return
    context.issues.push({
      code: 'custom',
      input: readUntilMinutes,
      path: ['readUntilMinutes'],
      params: { phrase: 'readOrder', values: {} },
    })
  })
  .check(({ value, issues }) => {
    for (const { path, ...params } of pictureFaults(value)) {
      issues.push({ code: 'custom', input: undefined, path, params })
    }
  })
export type AssayForm = z.infer<typeof assayForm>

function instructionText() {
  return anyText(instructionsLength, readProse)
}

/** Finds pictures without a description for people who cannot see them, and marks of pictures that do not exist. */
function* pictureFaults({ instructions, pictures }: Pick<AssayForm, 'instructions' | 'pictures'>) {
  const written = locales.filter((locale) => instructions[locale] !== '')
  for (const [at, { words }] of pictures.entries()) {
    const silent = written.filter((locale) => words[locale] === '')
    const isUnsaid = written.length === 0 && locales.every((locale) => words[locale] === '')
    const paths = isUnsaid ? [['pictures', at]] : silent.map((locale) => ['pictures', at, 'words', locale])
    for (const path of paths) yield { path, phrase: 'pictureWords', values: {} }
  }
  for (const locale of written) {
    const numbers = [...instructions[locale].matchAll(/!\[(\d{1,2})\]/g)].map(([, number]) => Number(number))
    const missing = numbers.find((number) => number < 1 || number > pictures.length)
    if (missing !== undefined) {
      yield { path: ['instructions', locale], phrase: 'pictureMissing', values: { number: missing } }
    }
  }
}

/** Compares names in the form in which people read them. */
function areDifferent(list: readonly { name: string }[]): boolean {
  return new Set(list.map(({ name }) => folded(name))).size === list.length
}

/**
 * 409 `duplicate` at `name` if the tenant has an assay of that name, retired or not. The first assay of a tenant
 * becomes its default.
 */
export const createAssay = endpoint('createAssay', 'POST /assays', {
  summary: 'Create an assay',
  requires: { rule: 'mayKeepAssays' },
  headers: doneOncePerKey,
  body: assayForm,
  replies: { 201: dataOf(assay), 200: dataOf(assay) },
  audit: 'assay.created',
})

/**
 * Creates a new version of an assay; existing records keep theirs. 422 at `isDefault` if the change would leave the
 * tenant without a default.
 */
export const updateAssay = endpoint('updateAssay', 'PUT /assays/{id}', {
  summary: 'Change an assay',
  requires: { rule: 'mayKeepAssays' },
  headers: ifMatch,
  body: assayForm,
  replies: { 200: dataOf(assay) },
  audit: 'assay.changed',
})

const standing = {
  requires: { rule: 'mayKeepAssays' },
  headers: ifMatchOptional,
  replies: { 200: dataOf(assay) },
} as const

/**
 * Retires an assay: it is no longer offered, and tests performed later are refused. Its records stay as they are. Safe
 * to repeat. 409 `not-possible` for the tenant's default.
 */
export const retireAssay = endpoint('retireAssay', 'PUT /assays/{id}/retire', {
  ...standing,
  summary: 'Retire an assay',
  audit: 'assay.retired',
})

/** Offers a retired assay again. Safe to repeat. */
export const restoreAssay = endpoint('restoreAssay', 'PUT /assays/{id}/restore', {
  ...standing,
  summary: 'Offer a retired assay again',
  audit: 'assay.restored',
})

export const listAssayHistory = historyEndpoint({
  name: 'Assay',
  path: 'assays',
  inWords: 'an assay',
  shows: ['assay.created', 'assay.changed', 'assay.retired', 'assay.restored'],
})
