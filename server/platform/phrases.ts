import i18next, { type TFunction } from 'i18next'
import { phrases as enGB } from '../../contract/phrases/en_GB/index.ts'
import { phrases as enUS } from '../../contract/phrases/en_US/index.ts'
import { phrases as esMX } from '../../contract/phrases/es_MX/index.ts'
import { locales, type Locale } from '../../contract/rules/formats.ts'

const all = { en_GB: enGB, en_US: enUS, es_MX: esMX }

const instance = i18next.createInstance()
await instance.init({
  lng: 'en-GB',
  fallbackLng: false,
  ns: Object.keys(enGB),
  keySeparator: false,
  interpolation: { escapeValue: false },
  resources: Object.fromEntries(locales.map((locale) => [languageTag(locale), { ...all[locale] }])),
})

/** The texts of a locale: `translate('es_MX')('errors:not-found')`. Keys are `noun:key` of `contract/phrases`. */
export function translate(locale: Locale): TFunction {
  return instance.getFixedT(languageTag(locale))
}

/** `en_GB` as the language tag `en-GB`. */
export function languageTag(locale: Locale): string {
  return locale.replace('_', '-')
}

/** The best of the available locales for an Accept-Language header, or undefined when none fits. */
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
    const close = available.find((locale) => locale.slice(0, 2) === tag.slice(0, 2))
    if (exact ?? close) return exact ?? close
  }
  return undefined
}
