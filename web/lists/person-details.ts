import { languageTag } from '../../contract/locales.ts'
import type { Address } from '../../contract/rules/address.ts'
import { shownNhsNumber } from '../../contract/rules/nhs-number.ts'
import type { DetailKind } from '../../contract/subjects/detail-kinds.ts'
import type { PersonDetails, Telephone } from '../../contract/subjects/details.ts'
import { useDates } from '../preferences/use-dates.ts'
import { countryName } from '../ui/country-options.ts'
import { languageName } from '../ui/language-options.ts'
import { useLocale, useT } from '../ui/phrases.ts'

/** Returns a function for each kind of a person's details, which puts it into words; null if nothing is known. */
export function useDetailWords(): (details: PersonDetails, kind: DetailKind) => string | null {
  const t = useT()
  const locale = useLocale()
  const dates = useDates()

  const telephone = ({ number, type, texts }: Telephone) =>
    [number, t(`personDetails:telephoneType.${type}`), texts && t('personDetails:textsShown')]
      .filter(Boolean)
      .join(' · ')

  const address = ({ streetAddress, streetAddress2, city, county, state, postcode, country }: Address) =>
    [
      streetAddress,
      streetAddress2,
      city,
      county,
      [state, postcode].filter(Boolean).join(' '),
      countryName(country, locale),
    ]
      .filter(Boolean)
      .join('\n')

  function guardian({ name, relation, email, telephone: phone, receives }: NonNullable<PersonDetails['guardian']>) {
    const who = [name, relation].filter(Boolean).join(' · ')
    const lines = [who, email, phone && telephone(phone), receives && t('personDetails:guardian.receives')]
    return lines.filter(Boolean).join('\n')
  }

  function consent({ by, how, when, until, withdrawn }: NonNullable<PersonDetails['consent']>) {
    const way = t(`personDetails:way.${how}`)
    const lines = [
      t('personDetails:consent.given', { by, how: way, when: dates.day(when) }),
      until && t('personDetails:consent.validUntil', { date: dates.day(until) }),
      withdrawn && t('personDetails:consent.withdrawnOn', { date: dates.day(withdrawn) }),
    ]
    return lines.filter(Boolean).join('\n')
  }

  return (details, kind) => {
    switch (kind) {
      case 'role':
        return details.role && t(`personDetails:role.${details.role}`)
      case 'unit':
        return details.unit && [details.unit.name, details.unit.room].filter(Boolean).join(' · ')
      case 'sex':
        return details.sex && t(`personDetails:sex.${details.sex}`)
      case 'race':
        return details.race && t(`personDetails:race.${details.race}`)
      case 'ethnicity':
        return details.ethnicity && t(`personDetails:ethnicity.${details.ethnicity}`)
      case 'language':
        return details.language && languageName(details.language, languageTag(locale))
      case 'telephones':
        return details.telephones && details.telephones.map(telephone).join('\n')
      case 'address':
        return details.address && address(details.address)
      case 'guardian':
        return details.guardian && guardian(details.guardian)
      case 'nhsNumber':
        return details.nhsNumber && shownNhsNumber(details.nhsNumber)
      case 'consent':
        return details.consent && consent(details.consent)
    }
  }
}
