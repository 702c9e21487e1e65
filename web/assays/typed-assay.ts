import type { Assay } from '../../contract/assays/assay.ts'
import { allMeanings, noMeanings } from '../../contract/assays/meanings.ts'
import type { Locale } from '../../contract/rules/formats.ts'
import { results, type Result } from '../../contract/rules/results.ts'
import { t as say } from '../ui/phrases.ts'
import type { FieldErrors } from '../ui/use-form.ts'

/** A named thing with its codes, as a row of the form. The key tells rows apart while they move. */
export interface TypedRow {
  key: string
  /** Of an analyte that the assay has had before. */
  id: string | null
  name: string
  loinc: string
  snomed: string
}

/** A picture of the instructions as the form holds it. */
export interface TypedPicture {
  id: string
  /** What it shows. */
  words: Readonly<Record<Locale, string>>
}

/** What each result means, in every language; empty where nothing is said. */
export type TypedMeanings = Readonly<Record<Locale, Readonly<Record<Result, string>>>>

/** An assay as its form holds it. A list of organisations is null for all of them. */
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

/** What the form of a new assay begins with. */
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
  instructions: { en_GB: '', en_US: '', es_MX: '' },
  meanings: noMeanings,
  organisationMeanings: [],
  pictures: [],
  organisationIds: null,
  isDefault: false,
}

/** What is stored of an assay, as its form holds it. */
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

/** What was typed as the server takes it, with what is no number. */
export function readAssay(typed: TypedAssay): { candidate: unknown; errors: FieldErrors } {
  const errors: FieldErrors = {}
  for (const field of ['readFromMinutes', 'readUntilMinutes'] as const) {
    if (!isMinutes(typed[field])) errors[field] = say('rules:minutes')
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

/** Texts without a picture that is taken away: its places go with it, and those after it have the number before. */
export function withoutPicture(texts: TypedAssay['instructions'], removed: number): TypedAssay['instructions'] {
  const without = (text: string) =>
    text.replaceAll(/!\[(\d{1,2})\]/g, (mark, number: string) => {
      if (Number(number) === removed) return ''
      return Number(number) > removed ? `![${Number(number) - 1}]` : mark
    })
  return { en_GB: without(texts.en_GB), en_US: without(texts.en_US), es_MX: without(texts.es_MX) }
}

function isMinutes(text: string): boolean {
  return /^\d{1,4}$/.test(text.trim())
}

/** Rows in words, as they stand side by side where two people changed them. */
export function rowsInWords(rows: readonly TypedRow[]): string {
  return rows
    .map(({ name, loinc, snomed }) => [name, [loinc, snomed].filter(Boolean).join(', ')])
    .map(([name, codes]) => (codes ? `${name} (${codes})` : name))
    .join('; ')
}
