import type { ImportedPerson } from '../../../contract/imports/imported-person.ts'
import { address, type Address } from '../../../contract/rules/address.ts'
import type { Country } from '../../../contract/rules/countries.ts'
import { languageName, spokenLanguages } from '../../../contract/rules/spoken-languages.ts'
import { folded } from '../../../contract/rules/folding.ts'
import type { DetailKind } from '../../../contract/subjects/detail-kinds.ts'
import { ethnicitiesIn, mostTelephones, type PersonDetails } from '../../../contract/subjects/details.ts'
import type { ImportedSubject } from '../../subjects/service.ts'

type Details = NonNullable<ImportedSubject['details']>

const sexes = { female: 'female', male: 'male', other: 'other', unknown: 'unknown', refused: 'unknown' } as const
const races = {
  native: 'american-indian',
  asian: 'asian',
  black: 'black',
  pacific: 'pacific-islander',
  white: 'white',
  other: 'other',
  unknown: 'unknown',
  refused: 'asked-unknown',
} as const

/** What is known of a tenant for the details of people: the kinds that it keeps, and its countries. */
export interface DetailRules {
  kept: readonly DetailKind[]
  countries: readonly Country[]
  /** Formats a number of a country for reading, or answers undefined for one that the tenant does not accept. */
  shownPhone: (country: Country, number: string, type: 'mobile' | 'landline') => string | undefined
}

/**
 * The details of a person that the tenant keeps; null if none. A value that the tenant does not accept, such as an address of
 * another country, is left out.
 */
export function detailsOf(person: ImportedPerson, rules: DetailRules): Details | null {
  const known: Details = {
    role: person.role === 'unknown' ? null : person.role,
    sex: person.sex && sexes[person.sex],
    race: person.race && races[person.race],
    ethnicity: ethnicityOf(person, rules.countries),
    language: languageOf(person.language),
    telephones: telephonesOf(person, rules),
    address: addressOf(person, rules.countries),
  }
  const entries = Object.entries(known).map(([kind, value]) => [
    kind,
    rules.kept.some((one) => one === kind) ? value : null,
  ])
  const isEmpty = entries.every(([, value]) => value === null)
  // The keys are those of the details.
  return isEmpty ? null : (Object.fromEntries(entries) as Details)
}

function ethnicityOf({ ethnicity }: ImportedPerson, countries: readonly Country[]): PersonDetails['ethnicity'] {
  if (ethnicity === null || ethnicity === 'refused') return null
  return ethnicitiesIn(countries).find((offered) => offered === ethnicity) ?? null
}

let languages: Map<string, string> | undefined

/** A language by its code or its English name. */
function languageOf(written: string | null): string | null {
  if (written === null) return null
  languages ??= new Map(
    spokenLanguages.flatMap((code) => [
      [code, code],
      [folded(languageName(code, 'en_GB')), code],
    ]),
  )
  return languages.get(folded(written)) ?? null
}

function telephonesOf({ phones }: ImportedPerson, { countries, shownPhone }: DetailRules): PersonDetails['telephones'] {
  const read = phones.slice(0, mostTelephones).flatMap(({ number, kind }) => {
    const type = kind ?? 'landline'
    const shown = countries.map((country) => shownPhone(country, number, type)).find((one) => one !== undefined)
    return shown === undefined ? [] : [{ number: shown, type, texts: false }]
  })
  return read.length === 0 ? null : read
}

function addressOf({ address: written }: ImportedPerson, countries: readonly Country[]): Address | null {
  if (written === null) return null
  const country = countries.find((offered) => offered === (written.country ?? 'US'))
  if (country === undefined) return null
  const read = address.safeParse({ ...written, country, ...(country !== 'US' && { state: null }) })
  return read.success ? read.data : null
}
