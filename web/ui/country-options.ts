import { languageTag } from '../../contract/phrases/translate.ts'
import type { Locale } from '../../contract/rules/formats.ts'
import { callingCodes } from '../../contract/rules/phone.ts'
import type { Country } from '../../contract/rules/postcode.ts'

interface Option {
  value: string
  label: string
}

/** Countries by their names in a language; `none` is what stands before a choice. */
export function countryOptions(countries: readonly Country[], locale: Locale, none: string): Option[] {
  return [{ value: '', label: none }, ...named(countries, locale)]
}

/** The same with what their telephone numbers begin with. */
export function callingCodeOptions(countries: readonly Country[], locale: Locale, none: string): Option[] {
  const options = named(countries, locale).map(({ value, label }) => ({
    value,
    label: `+${callingCodes[value]} ${label}`,
  }))
  return [{ value: '', label: none }, ...options]
}

function named(countries: readonly Country[], locale: Locale): { value: Country; label: string }[] {
  const names = new Intl.DisplayNames([languageTag(locale)], { type: 'region' })
  return countries.map((value) => ({ value, label: names.of(value) ?? value }))
}
