import type { ErrorCode } from '../../contract/errors/errors.ts'
import { everyLocale } from '../../contract/phrases/every-locale.ts'
import type { RulePhrase, ServerRulePhrase } from '../../contract/phrases/message-of.ts'
import type { Phrases } from '../../contract/phrases/phrases.ts'
import { translate, type PhraseKey, type PhraseValues } from '../../contract/phrases/translate.ts'
import { defaultLocale, languageOf, languageTag, type Locale } from '../../contract/locales.ts'

/** Translates a phrase, such as `noun:key` of `contract/phrases`. */
export type Translate = (key: PhraseKey, values?: PhraseValues) => string

/** The phrase of a broken rule: pages check some rules themselves, and the server all of them. */
export function keyOfRule(rule: RulePhrase | ServerRulePhrase): PhraseKey {
  return isOnlyServers('serverRules', rule) ? `serverRules:${rule}` : `rules:${rule}`
}

/** The phrase of an error code: pages say some of these themselves, and replies all of them. */
export function keyOfError(code: ErrorCode): PhraseKey {
  return isOnlyServers('serverErrors', code) ? `serverErrors:${code}` : `errors:${code}`
}

function isOnlyServers<N extends 'serverErrors' | 'serverRules'>(
  noun: N,
  key: string,
): key is keyof Phrases[N] & string {
  return Object.hasOwn(everyLocale[defaultLocale][noun], key)
}

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
