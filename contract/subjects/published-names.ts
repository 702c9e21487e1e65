import type { ethnicities, races } from './details.ts'

/* The words that stand beside the codes of `details.ts` in messages to other systems: those of the published code sets. */

export const raceNames: Readonly<Record<keyof typeof races, string>> = {
  'american-indian': 'American Indian or Alaska Native',
  asian: 'Asian',
  black: 'Black or African American',
  'pacific-islander': 'Native Hawaiian or Other Pacific Islander',
  white: 'White',
  other: 'Other Race',
  'asked-unknown': 'asked but unknown',
  unknown: 'unknown',
}

export const usEthnicityNames: Readonly<Record<keyof (typeof ethnicities)['US'], string>> = {
  hispanic: 'Hispanic or Latino',
  'not-hispanic': 'Not Hispanic or Latino',
  unknown: 'unknown',
}
