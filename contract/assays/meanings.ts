import type { Locale } from '../rules/formats.ts'
import type { Result } from '../rules/results.ts'
import type { Assay } from './assay.ts'
import type { AssayForm } from './endpoints.ts'

const silent = { positive: '', negative: '', inconclusive: '', invalid: '' }

/** The form's initial value: no texts besides the usual ones. */
export const noMeanings: AssayForm['meanings'] = { en_GB: silent, en_US: silent, es_MX: silent }

/** Converts stored meanings to the form's value. */
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

/** The meanings of an assay's results at one place. */
export interface Said {
  /** The organisation's own texts; null if it has none. */
  atOrganisation: Assay['meanings'] | null
  forEverybody: Assay['meanings']
}

/**
 * Returns a result's meaning at the place of its recording, in a language that the reader understands: the
 * organisation's text, else the general one, else null, which stands for the usual text (`meanings` of the phrases).
 */
export function meaningIn({ atOrganisation, forEverybody }: Said, result: Result, locale: Locale): string | null {
  const texts = [atOrganisation, forEverybody].flatMap((said) =>
    nearest[locale].map((written) => said?.[written]?.[result]),
  )
  return texts.find((text) => text !== undefined && text !== '') ?? null
}
