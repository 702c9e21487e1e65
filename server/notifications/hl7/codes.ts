import type { Country } from '../../../contract/rules/countries.ts'
import type { Result } from '../../../contract/rules/results.ts'
import { ethnicities, races, type PersonDetails } from '../../../contract/subjects/details.ts'
import { raceNames, usEthnicityNames } from '../../../contract/subjects/published-names.ts'
import { composite, type Composite } from './segment.ts'

/** Object identifiers of the bodies that give out identifiers. */
export const oids = {
  clia: '2.16.840.1.113883.4.7',
  npi: '2.16.840.1.113883.4.6',
  nhsNumber: '2.16.840.1.113883.2.1.4.1',
  gtin: '1.3.160',
}

/** Countries as ISO 3166 writes them with three letters. */
export const countryCodes: Readonly<Record<Country, string>> = { US: 'USA', GB: 'GBR', IE: 'IRL', FR: 'FRA', DE: 'DEU' }

/** The flag of table HL70078. A result that says neither has none. */
export function flagOf(result: Result): Composite | undefined {
  if (result === 'positive') return composite('A', 'Abnormal', 'HL70078')
  if (result === 'negative') return composite('N', 'Normal', 'HL70078')
  return undefined
}

export function raceOf(race: PersonDetails['race']): Composite | undefined {
  if (race === null) return undefined
  const code = races[race]
  return composite(code, raceNames[race], code === 'UNK' || code === 'ASKU' ? 'NULLFL' : 'HL70005')
}

/** The codes of table HL70189 for those of the US, and those of the NHS Data Dictionary for all others. */
export function ethnicityOf(ethnicity: PersonDetails['ethnicity']): Composite | undefined {
  if (ethnicity === null) return undefined
  if (ethnicity in ethnicities.GB) {
    const known = ethnicity as keyof (typeof ethnicities)['GB'] // checked in the line above
    return composite(ethnicities.GB[known], known, 'L')
  }
  const known = ethnicity as keyof (typeof ethnicities)['US'] // each ethnicity is in one of the two
  return composite(hl7Ethnicities[known], usEthnicityNames[known], 'HL70189')
}

const hl7Ethnicities = { hispanic: 'H', 'not-hispanic': 'N', unknown: 'U' } as const
