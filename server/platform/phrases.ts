import { everyLocale } from '../../contract/phrases/every-locale.ts'
import { translate, type PhraseKey, type PhraseValues } from '../../contract/phrases/translate.ts'
import { languageOf, languageTag, type Locale } from '../../contract/locales.ts'

/** Translates a phrase, such as `noun:key` of `contract/phrases`. */
export type Translate = (key: PhraseKey, values?: PhraseValues) => string

/** Returns the translator of a locale: `wordsIn('es_MX')('errors:not-found')`. */
export function wordsIn(locale: Locale): Translate {
  return (key, values) => translate(everyLocale[locale], locale, key, values)
}

/** Chooses the best available locale for an Accept-Language header; undefined when none fits. */
export function negotiate(header: string | undefined, available: readonly Locale[]): Locale | undefined {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='))
      return { tag: tag.trim().replace('_', '-').toLowerCase(), quality: quality ? Number(quality.trim().slice(2)) : 1 }
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of wanted) {
    const exact = available.find((locale) => languageTag(locale).toLowerCase() === tag)
    const close = available.find((locale) => languageOf(locale) === tag.slice(0, 2))
    if (exact ?? close) return exact ?? close
  }
  return undefined
}
