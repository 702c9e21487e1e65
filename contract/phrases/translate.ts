import { languageTag, type Locale } from '../locales.ts'
import { toldNumbers, type Measure } from '../limits-and-times.ts'
import type { Phrases } from './phrases.ts'

/** Removes the pattern of further plural forms, which would let any key pass. */
type Literal<K> = K extends string ? (Record<never, never> extends Record<K, 1> ? never : K) : never
type Singular<K> = K extends `${infer Stem}_${'one' | 'many' | 'other'}` ? Stem : K

/** `<noun>:<key>`; a plural is named without its `_one`, `_other` or `_many`. */
export type PhraseKey = {
  [Noun in keyof Phrases]: `${Noun}:${Singular<Literal<keyof Phrases[Noun]>>}`
}[keyof Phrases]

/**
 * The values for `{{…}}` beside those of `toldNumbers`; `count` chooses the plural form. Numbers and measures are shown as the
 * locale writes them.
 */
export type PhraseValues = Record<string, string | number | Measure>

/** Returns a phrase in a locale. An unknown key is returned unchanged, so that a gap is visible and nothing breaks. */
export function translate(
  phrases: Partial<Phrases>,
  locale: Locale,
  key: PhraseKey,
  values: PhraseValues = {},
): string {
  const separator = key.indexOf(':')
  const noun: Partial<Record<string, string>> = phrases[key.slice(0, separator) as keyof Phrases] ?? {}
  const name = key.slice(separator + 1)
  const plural = values.count === undefined ? undefined : pluralForm(locale, Number(values.count))
  const words = noun[`${name}_${plural}`] ?? noun[name] ?? noun[`${name}_other`]
  if (words === undefined) return key
  return filledIn(words, locale, values)
}

const numbers: Partial<Record<string, number | Measure>> = toldNumbers

/** Fills in a text's values and the numbers of the contract. A value that is not known stays as it is written. */
export function filledIn(words: string, locale: Locale, values: PhraseValues = {}): string {
  return words.replaceAll(/\{\{(\w+)\}\}/g, (whole, field: string) => {
    const value = values[field] ?? numbers[field]
    if (value === undefined) return whole
    if (typeof value === 'string') return value
    if (typeof value === 'number') return value.toLocaleString(languageTag(locale))
    const [amount, unit] = value
    const unitDisplay = unit.endsWith('byte') ? 'short' : 'long'
    return amount.toLocaleString(languageTag(locale), { style: 'unit', unit, unitDisplay })
  })
}

const pluralRules = new Map<Locale, Intl.PluralRules>()

/** Plural rules are cached for each locale, because creating them takes longer than the rest of translating. */
function pluralForm(locale: Locale, count: number): Intl.LDMLPluralRule {
  const known = pluralRules.get(locale)
  const rules = known ?? new Intl.PluralRules(languageTag(locale))
  if (known === undefined) pluralRules.set(locale, rules)
  return rules.select(count)
}
