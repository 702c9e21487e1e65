import type { Address } from '../../contract/rules/address.ts'
import { usStateNames } from '../../contract/rules/us-states.ts'
import type { Locale } from '../../contract/locales.ts'
import { countryName } from './country-options.ts'
import { useLocale } from './phrases.ts'

/** The lines of an address, in the order of its country. */
export function AddressLines({ address }: { address: Address }) {
  return <span>{addressLines(address, useLocale()).join('\n')}</span>
}

/** The lines of an address with the name of its country in this language. */
export function addressLines(address: Address, locale: Locale): string[] {
  const { streetAddress, streetAddress2, city, state, county, country, postcode } = address
  const town =
    country === 'US'
      ? [[city, state && usStateNames[state]].filter(Boolean).join(', '), postcode].filter(Boolean).join(' ')
      : country === 'FR' || country === 'DE'
        ? [postcode, city].filter(Boolean).join(' ')
        : city
  const last = country === 'GB' || country === 'IE' ? postcode : null
  const lines = [streetAddress, streetAddress2, town, county, last, countryName(country, locale)]
  return lines.filter((line) => line !== null).filter((line) => line !== '')
}
