import type { Assay } from '../../contract/assays/assay.ts'
import { allMeanings, noMeanings } from '../../contract/assays/meanings.ts'
import { byLocale, type Locale } from '../../contract/locales.ts'
import { results, type Result } from '../../contract/rules/results.ts'
import { longestReadingMinutes } from '../../contract/limits-and-times.ts'
import { t as say } from '../ui/phrases.ts'
import type { FieldErrors } from '../ui/use-form.ts'

/** A named thing with its codes, as a row of the form. The key identifies rows while they move. */
export interface TypedRow {
  key: string
  /** The id of an existing analyte; null for a new one. */
  id: string | null
  name: string
  loinc: string
  snomed: string
}

export interface TypedPicture {
  id: string
  /** A description of the picture for each language. */
  words: Readonly<Record<Locale, string>>
}

/** The meaning of each result in every language; '' if there is no text. */
export type TypedMeanings = Readonly<Record<Locale, Readonly<Record<Result, string>>>>

/** The form's values for an assay. A null list of organisations stands for all of them. */
export type TypedAssay = Record<
  'name' | 'manufacturer' | 'model' | 'gtin' | 'readFromMinutes' | 'readUntilMinutes',
  string
> & {
  analytes: readonly TypedRow[]
  specimens: readonly TypedRow[]
  offeredResults: readonly Result[]
  imageRequired: boolean
  requiresTimer: boolean
  twoReaders: boolean
  instructions: Readonly<Record<Locale, string>>
  meanings: TypedMeanings
  organisationMeanings: readonly { organisation: { id: string; name: string }; meanings: TypedMeanings }[]
  pictures: readonly TypedPicture[]
  organisationIds: readonly { id: string; name: string }[] | null
  isDefault: boolean
}

export const newAssay: TypedAssay = {
  name: '',
  manufacturer: '',
  model: '',
  gtin: '',
  readFromMinutes: '15',
  readUntilMinutes: '30',
  analytes: [{ key: 'first', id: null, name: '', loinc: '', snomed: '' }],
  specimens: [],
  offeredResults: results,
  imageRequired: false,
  requiresTimer: false,
  twoReaders: false,
  instructions: byLocale(() => ''),
  meanings: noMeanings,
  organisationMeanings: [],
  pictures: [],
  organisationIds: null,
  isDefault: false,
}

export function typedAssay(assay: Assay): TypedAssay {
  return {
    name: assay.name,
    manufacturer: assay.manufacturer ?? '',
    model: assay.model ?? '',
    gtin: assay.gtin ?? '',
    readFromMinutes: String(assay.readFromMinutes),
    readUntilMinutes: String(assay.readUntilMinutes),
    analytes: assay.analytes.map(({ id, name, loinc, snomed }) => ({
      key: id,
      id,
      name,
      loinc: loinc ?? '',
      snomed: snomed ?? '',
    })),
    specimens: assay.specimens.map(({ name, snomed }) => ({
      key: name,
      id: null,
      name,
      loinc: '',
      snomed: snomed ?? '',
    })),
    offeredResults: assay.offeredResults,
    imageRequired: assay.imageRequired,
    requiresTimer: assay.requiresTimer,
    twoReaders: assay.twoReaders,
    instructions: { ...newAssay.instructions, ...assay.instructions },
    meanings: allMeanings(assay.meanings),
    organisationMeanings: assay.organisationMeanings.map(({ organisation, meanings }) => ({
      organisation,
      meanings: allMeanings(meanings),
    })),
    pictures: assay.pictures.map(({ id, words }) => ({ id, words: { ...newAssay.instructions, ...words } })),
    organisationIds: assay.organisations,
    isDefault: assay.isDefault,
  }
}

/** Converts the form to the request body, with errors for invalid numbers. */
export function readAssay(typed: TypedAssay): { candidate: unknown; errors: FieldErrors } {
  const errors: FieldErrors = {}
  for (const field of ['readFromMinutes', 'readUntilMinutes'] as const) {
    if (!isMinutes(typed[field])) errors[field] = say('rules:minutes', { most: String(longestReadingMinutes) })
  }
  const candidate = {
    ...typed,
    analytes: typed.analytes.map(({ id, name, loinc, snomed }) => ({ id, name, loinc, snomed })),
    specimens: typed.specimens.map(({ name, snomed }) => ({ name, snomed })),
    readFromMinutes: Number(typed.readFromMinutes),
    readUntilMinutes: Number(typed.readUntilMinutes),
    organisationMeanings: typed.organisationMeanings.map(({ organisation, meanings }) => ({
      organisationId: organisation.id,
      meanings,
    })),
    organisationIds: typed.organisationIds?.map(({ id }) => id) ?? null,
  }
  return { candidate, errors }
}

/** Removes a picture's marks from the texts, and decrements the numbers of the pictures after it. */
export function withoutPicture(texts: TypedAssay['instructions'], removed: number): TypedAssay['instructions'] {
  const without = (text: string) =>
    text.replaceAll(/!\[(\d{1,2})\]/g, (mark, number: string) => {
      if (Number(number) === removed) return ''
      return Number(number) > removed ? `![${Number(number) - 1}]` : mark
    })
  return byLocale((locale) => without(texts[locale]))
}

function isMinutes(text: string): boolean {
  return /^\d{1,4}$/.test(text.trim())
}

/** Rows in words, to be shown side by side after a conflict. */
export function rowsInWords(rows: readonly TypedRow[]): string {
  return rows
    .map(({ name, loinc, snomed }) => [name, [loinc, snomed].filter(Boolean).join(', ')])
    .map(([name, codes]) => (codes ? `${name} (${codes})` : name))
    .join('; ')
}
