import { email } from '../rules/name-and-email.ts'
import { usStates } from '../rules/us-states.ts'
import type { RowCells } from './row-cells.ts'
import { readDay, type DateOrder } from './written-times.ts'
import {
  claimWords,
  ethnicityWords,
  isUnknownAddress,
  phoneKindWords,
  raceWords,
  roleWords,
  sexWords,
  type Claim,
  type ImportedEthnicity,
  type ImportedRace,
  type ImportedRole,
  type ImportedSex,
  type PhoneKind,
} from './words.ts'

/** A person as a row of a file tells of them. What the file does not tell is null or empty. */
export interface ImportedPerson {
  firstName: string
  middleName: string | null
  lastName: string
  suffix: string | null
  /** YYYY-MM-DD. */
  dateOfBirth: string
  localId: string | null
  emails: string[]
  phones: { number: string; kind: PhoneKind | null }[]
  /** The parts that are known. The country is two letters, or what the file has if it is not one of ours. */
  address: ImportedAddress | null
  sex: ImportedSex | null
  race: ImportedRace | null
  ethnicity: ImportedEthnicity | null
  language: string | null
  role: ImportedRole | null
  worksInHealthcare: Claim | null
  livesInCongregateSetting: Claim | null
  notes: string | null
  /** The names of the facilities of a roster, which lists all of them for people who belong to none alone. */
  facilities: string[]
}

export interface ImportedAddress {
  streetAddress: string | null
  streetAddress2: string | null
  city: string | null
  state: string | null
  postcode: string | null
  county: string | null
  country: string | null
}

/** What the dates of birth of a file are judged by. */
export interface DayLimits {
  order: DateOrder
  /** The latest and the earliest day that a person may have been born on, YYYY-MM-DD. */
  latest: string
  earliest: string
}

/** Reads the person of a row; null if name or date of birth are missing or wrong. */
export function readPerson(row: RowCells, limits: DayLimits): ImportedPerson | null {
  const firstName = row.required('firstName', 100)
  const lastName = row.required('lastName', 100)
  const dateOfBirth = readBirthDate(row, limits)
  const rest = {
    middleName: row.text('middleName', 100),
    suffix: row.text('suffix', 20),
    localId: row.text('localId', 50),
    emails: readEmails(row),
    phones: readPhones(row),
    address: readAddress(row),
    sex: row.oneOf('sex', sexWords),
    race: row.oneOf('race', raceWords),
    ethnicity: row.oneOf('ethnicity', ethnicityWords),
    language: row.text('language', 100),
    role: row.oneOf('role', roleWords),
    worksInHealthcare: row.oneOf('healthcareWorker', claimWords),
    livesInCongregateSetting: row.oneOf('congregateResident', claimWords),
    notes: row.prose('notes', 1000),
    facilities: readFacilities(row),
  }
  if (firstName === null || lastName === null || dateOfBirth === null) return null
  return { firstName, lastName, dateOfBirth, ...rest }
}

function readBirthDate(row: RowCells, { order, latest, earliest }: DayLimits): string | null {
  const text = row.required('dateOfBirth', 30)
  if (text === null) return null
  // A workbook's day may carry a midnight.
  const day = readDay(text.replace(/[ T]00:00(:00)?$/, ''), order, Number(latest.slice(0, 4)))
  if (day === undefined) row.refuse('dateOfBirth', 'date')
  else if (day > latest) row.refuse('dateOfBirth', 'dateInFuture')
  else if (day < earliest) row.refuse('dateOfBirth', 'dateTooOld')
  else return day
  return null
}

/** The most characters of the name of one facility. */
const mostFacilityCharacters = 200

function readFacilities(row: RowCells): string[] {
  const names = row.list('facilities', /;/, 10_000)
  if (!names.some((name) => name.length > mostFacilityCharacters)) return names
  row.refuse('facilities', 'tooLong', mostFacilityCharacters)
  return []
}

function readEmails(row: RowCells): string[] {
  const parts = row.list('emails', /[;,]/, 1000)
  const read = parts.map((part) => email.safeParse(part))
  if (read.some(({ success }) => !success)) row.refuse('emails', 'email')
  return read.flatMap(({ data }) => data ?? [])
}

/** Files have numbers as they were typed. They are given their international form when they are stored. */
function readPhones(row: RowCells): ImportedPerson['phones'] {
  const numbers = row.list('phones', /[;,]/, 500)
  if (numbers.some((number) => !/^\+?[\d\s()./-]{7,25}$/.test(number))) {
    row.refuse('phones', 'phone')
    return []
  }
  const kind = row.oneOf('phoneType', phoneKindWords)
  return numbers.map((number, at) => ({ number, kind: at === 0 ? kind : null }))
}

/** The countries whose addresses are kept (spec §9), by the words of files. */
const countryWords: Readonly<Record<string, string>> = {
  USA: 'US',
  US: 'US',
  'UNITED STATES': 'US',
  GBR: 'GB',
  UK: 'GB',
  IRL: 'IE',
  FRA: 'FR',
  DEU: 'DE',
}

/** Canada's provinces and territories, which SimpleReport offered beside the states. */
const provinces = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '))
const states: ReadonlySet<string> = new Set(usStates)

function readAddress(row: RowCells): ImportedAddress | null {
  const known = (text: string | null) => (text === null || isUnknownAddress(text) ? null : text)
  const state = known(row.text('state', 50))?.toUpperCase() ?? null
  const postcode = known(row.text('postcode', 16))
  const written = row.text('country', 100)?.toUpperCase() ?? null
  const isCanadian = state !== null && provinces.has(state)
  const country = isCanadian ? 'CA' : written && (countryWords[written] ?? written)
  const isInUs = (country ?? 'US') === 'US'
  if (isInUs && state !== null && !states.has(state)) row.refuse('state', 'state')
  // A spreadsheet takes the zeros off 02108.
  const zip = isInUs && postcode !== null && /^\d{3,4}$/.test(postcode) ? postcode.padStart(5, '0') : postcode
  if (isInUs && zip !== null && !/^\d{5}(-?\d{4})?$/.test(zip)) row.refuse('postcode', 'postcode')
  const address = {
    streetAddress: known(row.text('streetAddress')),
    streetAddress2: row.text('streetAddress2'),
    city: row.text('city', 100),
    state,
    postcode: zip,
    county: row.text('county', 100),
  }
  const isEmpty = Object.values(address).every((part) => part === null)
  return isEmpty ? null : { ...address, country }
}
