import type { Locale } from '../rules/formats.ts'
import type { Result } from '../rules/results.ts'
import type { Assay } from './assay.ts'
import type { AssayForm } from './endpoints.ts'

const silent = { positive: '', negative: '', inconclusive: '', invalid: '' }

/** What the form of an assay begins with: nothing is said but the usual. */
export const noMeanings: AssayForm['meanings'] = { en_GB: silent, en_US: silent, es_MX: silent }

/** What is stored as the form holds it. */
export function allMeanings(said: Assay['meanings']): AssayForm['meanings'] {
  return {
    en_GB: { ...silent, ...said.en_GB },
    en_US: { ...silent, ...said.en_US },
    es_MX: { ...silent, ...said.es_MX },
  }
}

const nearest: Record<Locale, readonly Locale[]> = {
  en_GB: ['en_GB', 'en_US'],
  en_US: ['en_US', 'en_GB'],
  es_MX: ['es_MX'],
}

/**
 * What a result means in the tenant's own words, in a language that the reader understands; null where it says nothing, so
 * that the usual words stand (`meanings` of the phrases).
 */
export function meaningIn(meanings: Assay['meanings'], result: Result, locale: Locale): string | null {
  const texts = nearest[locale].map((written) => meanings[written]?.[result])
  return texts.find((text) => text !== undefined && text !== '') ?? null
}
