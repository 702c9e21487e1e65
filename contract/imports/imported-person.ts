import { email } from '../rules/name-and-email.ts'
import type { Country } from '../rules/countries.ts'
import { nhsNumber } from '../rules/nhs-number.ts'
import type { DetailKind } from '../subjects/detail-kinds.ts'
import type { PersonDetails } from '../subjects/details.ts'
import type { ReadNames } from './one-name.ts'
import type { RowCells } from './row-cells.ts'
import type { WordField } from './word-answers.ts'
import { birthParts, type ImportField } from './fields.ts'
import { anyOrderOf, dateOfParts, dayOf, type DateSettings } from './written-dates.ts'
import { readDay, writtenParts } from './written-times.ts'
import {
  claimWords,
  ethnicityWordsOf,
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
  type Words,
} from './words.ts'

/** A person as a row of a file tells of them. What the file does not tell is null or empty. */
export interface ImportedPerson {
  /** Null for somebody of whom it was said that they have one name. */
  firstName: string | null
  middleName: string | null
  lastName: string
  suffix: string | null
  /** YYYY-MM-DD. */
  dateOfBirth: string
  localId: string | null
  emails: string[]
  phones: { number: string; kind: PhoneKind | null }[]
  /** The parts that are known, as the file writes them. */
  address: ImportedAddress | null
  guardian: ImportedGuardian | null
  /** Ten digits. */
  nhsNumber: string | null
  sex: ImportedSex | null
  race: ImportedRace | null
  ethnicity: ImportedEthnicity | null
  language: string | null
  role: ImportedRole | null
  /** Where somebody lives or learns; missing in rows that an earlier version has read. */
  unit?: PersonDetails['unit']
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

export interface ImportedGuardian {
  name: string
  relation: string | null
  email: string | null
  phone: string | null
}

/** A unit, a room, or both. */
function readUnit(row: RowCells): PersonDetails['unit'] {
  const [name, room] = [row.text('unit', 100), row.text('room', 50)]
  return name === null && room === null ? null : { name, room }
}

/** What a tenant keeps of people beside their identity. What it does not keep is no reason to refuse a cell. */
export interface Keeps {
  details: readonly DetailKind[]
  countries: readonly Country[]
}

/** What the dates of birth of a file are judged by. */
export interface DayLimits {
  dates: DateSettings
  /** The latest and the earliest day that a person may have been born on, YYYY-MM-DD. */
  latest: string
  earliest: string
}

/** Reads the person of a row, of whom the names are read already; null if name or date of birth are missing or wrong. */
export function readPerson(
  row: RowCells,
  names: ReadNames['names'],
  limits: DayLimits,
  keeps: Keeps,
): ImportedPerson | null {
  const dateOfBirth = readBirthDate(row, limits)
  const oneOf = <T extends string>(kind: DetailKind, field: WordField, words: Words<T>) =>
    keeps.details.includes(kind) ? row.oneOf(field, words) : row.meant(field, words)
  const rest = {
    middleName: row.text('middleName', 100),
    suffix: row.text('suffix', 20),
    localId: row.text('localId', 50),
    emails: readEmails(row),
    phones: readPhones(row, keeps),
    address: readAddress(row),
    guardian: readGuardian(row, keeps),
    unit: readUnit(row),
    nhsNumber: readNhsNumber(row, keeps),
    sex: oneOf('sex', 'sex', sexWords),
    race: oneOf('race', 'race', raceWords),
    ethnicity: oneOf('ethnicity', 'ethnicity', ethnicityWordsOf(keeps.countries)),
    language: row.text('language', 100),
    role: oneOf('role', 'role', roleWords),
    worksInHealthcare: row.meant('healthcareWorker', claimWords),
    livesInCongregateSetting: row.meant('congregateResident', claimWords),
    notes: row.prose('notes', 1000),
    facilities: readFacilities(row),
  }
  if (names === null || dateOfBirth === null) return null
  return { ...names, dateOfBirth, ...rest }
}

function readBirthDate(row: RowCells, limits: DayLimits): string | null {
  const hasParts = birthParts.some((field) => row.has(field))
  const inParts = hasParts ? readBirthParts(row, limits) : null
  const text = inParts === null ? row.required('dateOfBirth', 60) : row.text('dateOfBirth', 60)
  if (text === null) return inParts ?? null
  const read = readDay(text, limits.dates)
  const day = limited(row, 'dateOfBirth', read, limits)
  if ('problem' in read && read.problem === 'dayUnclear') return eitherDay(text, limits)
  if (typeof inParts !== 'string' || day === null || day === inParts) return inParts === undefined ? null : day
  row.refuse('dateOfBirth', 'otherDate')
  return null
}

/** One of several days that may be meant, or what stands for all of them. Its row waits, and is found by it when the person has left (`unclearDaysOf`). */
function eitherDay(text: string, { dates }: DayLimits): string | null {
  const date = writtenParts(text)?.date
  const read = readDay(text, { ...dates, order: 'mdy', serialDates: '1900' })
  return (date && anyOrderOf(date)) ?? ('day' in read ? read.day : null)
}

/** Reads a date of birth in three columns: null if the row has none there, undefined if it is wrong. */
function readBirthParts(row: RowCells, limits: DayLimits): string | undefined | null {
  const parts = birthParts.map((field) => row.text(field, 60))
  if (parts.every((part) => part === null)) return null
  const [day, month, year] = parts
  const written = day && month && year ? dateOfParts(day, month, year) : undefined
  const read = written === undefined ? ({ problem: 'dateUnread' } as const) : dayOf(written, limits.dates)
  const at = birthParts.find((field) => row.has(field)) ?? 'birthYear'
  return limited(row, 'problem' in read && read.problem === 'yearUnclear' ? 'birthYear' : at, read, limits) ?? undefined
}

function limited(
  row: RowCells,
  field: ImportField,
  read: ReturnType<typeof readDay>,
  { latest, earliest }: DayLimits,
): string | null {
  if ('problem' in read) row.refuse(field, read.problem, 'value' in read ? read.value : undefined)
  else if (read.day > latest) row.refuse(field, 'dateInFuture')
  else if (read.day < earliest) row.refuse(field, 'dateTooOld')
  else return read.day
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
  return row.parts('emails', /[;,]/, 1000).flatMap(({ at, text }) => {
    const { data } = email.safeParse(text)
    if (data === undefined) row.refuseAt(at, 'email')
    return data ?? []
  })
}

/** Files have numbers as they were typed. They are given their international form when they are stored. */
function readPhones(row: RowCells, keeps: Keeps): ImportedPerson['phones'] {
  const isKept = keeps.details.includes('telephones')
  const numbersOf = (field: 'phones' | 'mobiles') =>
    row.parts(field, /[;,]/, 500).flatMap(({ at, text: written, whole }) => {
      const text = withoutGuard(written)
      if (isPhone(text)) return { text }
      const number = withoutWords(text)
      if (isKept && number !== undefined) row.refuseAt(at, 'phoneWords', whole.replace(text, number))
      else if (isKept) row.refuseAt(at, 'phone')
      return []
    })
  const kind = isKept ? row.oneOf('phoneType', phoneKindWords) : row.meant('phoneType', phoneKindWords)
  return [
    ...numbersOf('phones').map(({ text }, at) => ({ number: text, kind: at === 0 ? kind : null })),
    ...numbersOf('mobiles').map(({ text }) => ({ number: text, kind: 'mobile' as const })),
  ]
}

/** A number without the apostrophe by which spreadsheets, and this product's own lists, keep a plus sign from beginning a formula. */
function withoutGuard(number: string): string {
  return number.replace(/^'(?=\+)/, '')
}

function isPhone(text: string): boolean {
  return /^\+?[\d\s()./-]{7,25}$/.test(text)
}

/** The one number beside words that hold no digits, as in `07400 123456 (mum)`; undefined where digits touch letters. */
function withoutWords(text: string): string | undefined {
  if (/\d\p{L}|\p{L}\d/u.test(text.replaceAll(/[.+-]/g, ''))) return undefined
  const [number, another] = text
    .split(/[^\d\s()+./-]+/)
    .map((part) => part.replace(/^[\s)./-]+|(?<![\s(./-])[\s(./-]+$/g, ''))
    .filter((part) => /\d/.test(part))
  return number !== undefined && another === undefined && isPhone(number) ? number : undefined
}

/** The parts as they are written; which country they are of depends on the tenant (`server/imports/running/address-of.ts`). */
function readAddress(row: RowCells): ImportedAddress | null {
  const known = (text: string | null) => (text === null || isUnknownAddress(text) ? null : text)
  const address = {
    streetAddress: known(row.text('streetAddress')),
    streetAddress2: row.text('streetAddress2'),
    city: row.text('city', 100),
    state: known(row.text('state', 50)),
    postcode: known(row.text('postcode', 16)),
    county: row.text('county', 100),
  }
  const isEmpty = Object.values(address).every((part) => part === null)
  return isEmpty ? null : { ...address, country: known(row.text('country', 100)) }
}

function readGuardian(row: RowCells, keeps: Keeps): ImportedGuardian | null {
  const isKept = keeps.details.includes('guardian')
  const name = row.text('guardianName', 100)
  const written = row.text('guardianEmail', 254)
  const read = written === null ? undefined : email.safeParse(written)
  if (isKept && read?.success === false) row.refuse('guardianEmail', 'email')
  const guardianPhone = row.text('guardianPhone', 50)
  const said = {
    relation: row.text('guardianRelation', 100),
    email: read?.data ?? null,
    phone: guardianPhone === null ? null : withoutGuard(guardianPhone),
  }
  if (name !== null) return { name, ...said }
  if (isKept && Object.values(said).some((part) => part !== null))
    row.refuse('guardianName', 'required', 'guardianName')
  return null
}

function readNhsNumber(row: RowCells, keeps: Keeps): string | null {
  const written = row.text('nhsNumber', 30)
  if (written === null) return null
  const read = nhsNumber.safeParse(written)
  if (!read.success && keeps.details.includes('nhsNumber')) row.refuse('nhsNumber', 'nhsNumber')
  return read.data ?? null
}
