import { byLocale, languageOf, locales, type Locale } from '../locales.ts'
import { forEachResult, type Result } from '../rules/results.ts'
import type { Assay } from './assay.ts'
import type { AssayForm } from './endpoints.ts'

const silent = forEachResult(() => '')

/** The form's initial value: no texts besides the usual ones. */
export const noMeanings: AssayForm['meanings'] = byLocale(() => silent)

/** Converts stored meanings to the form's value. */
export function allMeanings(said: Assay['meanings']): AssayForm['meanings'] {
  return byLocale((locale) => ({ ...silent, ...said[locale] }))
}

/** The locales that a reader of each understands: it, then the others of its language. */
const nearest = byLocale((own) => [
  own,
  ...locales.filter((other) => other !== own && languageOf(other) === languageOf(own)),
])

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
