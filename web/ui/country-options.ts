import { languageTag, type Locale } from '../../contract/locales.ts'
import { countries as allCountries, type Country } from '../../contract/rules/countries.ts'
import { callingCodes, type TypedPhone } from '../../contract/rules/phone-and-postcode.ts'

interface Option {
  value: string
  label: string
}

/** The only country of a tenant, which needs no choice; '' if there are several. */
export function onlyCountry(countries: readonly Country[]): Country | '' {
  return countries.length === 1 ? (countries[0] ?? '') : ''
}

/** Country options sorted by their names in a language; `none` is the text of the empty choice. */
export function countryOptions(countries: readonly Country[], locale: Locale, none: string): Option[] {
  return [{ value: '', label: none }, ...named(countries, locale)]
}

/** Country options with their calling codes. */
export function callingCodeOptions(countries: readonly Country[], locale: Locale): Option[] {
  return named(countries, locale).map(({ value, label }) => ({ value, label: `+${callingCodes[value]} ${label}` }))
}

/** A phone number with its country, in words; '' if there is no number. */
export function phoneInWords({ country, number }: TypedPhone, locale: Locale): string {
  const [option] = callingCodeOptions(
    allCountries.filter((one) => one === country),
    locale,
  )
  return number.trim() && [option?.label, number].join(' ')
}

export function countryName(country: Country, locale: Locale): string {
  return new Intl.DisplayNames([languageTag(locale)], { type: 'region' }).of(country) ?? country
}

function named(countries: readonly Country[], locale: Locale): { value: Country; label: string }[] {
  const names = new Intl.DisplayNames([languageTag(locale)], { type: 'region' })
  return countries.map((value) => ({ value, label: names.of(value) ?? value }))
}
