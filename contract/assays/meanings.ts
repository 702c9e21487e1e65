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

/** What an assay says of its results at one place. */
export interface Said {
  /** What the organisation says itself; null where it has said nothing yet. */
  atOrganisation: Assay['meanings'] | null
  forEverybody: Assay['meanings']
}

/**
 * What a result means where it was recorded, in a language that the reader understands: in the words of the organisation, else in
 * those for everybody; null where neither says anything, so that the usual words stand (`meanings` of the phrases).
 */
export function meaningIn({ atOrganisation, forEverybody }: Said, result: Result, locale: Locale): string | null {
  const texts = [atOrganisation, forEverybody].flatMap((said) =>
    nearest[locale].map((written) => said?.[written]?.[result]),
  )
  return texts.find((text) => text !== undefined && text !== '') ?? null
}
