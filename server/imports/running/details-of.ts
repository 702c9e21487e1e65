import type { ImportField } from '../../../contract/imports/fields.ts'
import type { ImportedPerson } from '../../../contract/imports/imported-person.ts'
import type { AddressTerms } from '../../../contract/rules/address-terms.ts'
import { languageName, spokenLanguages } from '../../../contract/rules/spoken-languages.ts'
import { folded } from '../../../contract/rules/folding.ts'
import type { DetailKind } from '../../../contract/subjects/detail-kinds.ts'
import { ethnicitiesIn, type PersonDetails } from '../../../contract/subjects/details.ts'
import type { ImportedSubject } from '../../subjects/service.ts'
import { addressOf } from './address-of.ts'
import type { FieldProblem, ReadDetail } from './read-detail.ts'
import { telephonesOf, type ReadNumber } from './telephones-of.ts'

type Details = NonNullable<ImportedSubject['details']>

const sexes = { female: 'female', male: 'male', other: 'other', unknown: 'unknown', refused: 'unknown' } as const

/** What is known of a tenant for the details of people: the kinds that it keeps, and what it accepts. */
export interface DetailRules extends AddressTerms {
  kept: readonly DetailKind[]
  readNumber: ReadNumber
}

/** What a file says of its people's details beside the rows. */
export interface SaidOfAll {
  /** True if mobiles may get text messages. */
  texts: boolean
  has: (field: ImportField) => boolean
}

/** The details of a person that the tenant keeps; null if none. Nothing that is kept is dropped without a problem or a note. */
export function detailsOf(person: ImportedPerson, rules: DetailRules, { texts, has }: SaidOfAll): ReadDetail<Details> {
  const isKept = (kind: DetailKind) => rules.kept.includes(kind)
  const [problems, notes]: [FieldProblem[], FieldProblem[]] = [[], []]
  const taken = <T>(kind: DetailKind, read: () => ReadDetail<T>): T | null => {
    if (!isKept(kind)) return null
    const { value, ...said } = read()
    problems.push(...said.problems)
    notes.push(...said.notes)
    return value
  }
  const known: Details = {
    unit: isKept('unit') ? (person.unit ?? null) : null,
    role: isKept('role') && person.role !== 'unknown' ? person.role : null,
    sex: isKept('sex') ? person.sex && sexes[person.sex] : null,
    race: isKept('race') ? person.race : null,
    ethnicity: taken('ethnicity', () => ethnicityOf(person, rules)),
    language: taken('language', () => languageOf(person)),
    telephones: taken('telephones', () => telephonesOf(person, rules.readNumber, texts)),
    address: taken('address', () => (person.address === null ? nothing : addressOf(person.address, rules, has))),
    guardian: taken('guardian', () => guardianOf(person, rules.readNumber)),
    nhsNumber: isKept('nhsNumber') ? person.nhsNumber : null,
  }
  const isEmpty = Object.values(known).every((value) => value === null)
  return { value: isEmpty ? null : known, problems, notes }
}

const nothing = { value: null, problems: [], notes: [] }

function just<T>(value: T | null): ReadDetail<T> {
  return { value, problems: [], notes: [] }
}

/** Whoever did not want to say it has none; what the tenant's countries do not offer is left out. */
function ethnicityOf(
  { ethnicity }: ImportedPerson,
  { countries }: DetailRules,
): ReadDetail<NonNullable<PersonDetails['ethnicity']>> {
  if (ethnicity === null || ethnicity === 'refused') return nothing
  const offered = ethnicitiesIn(countries).find((one) => one === ethnicity)
  if (offered !== undefined) return just(offered)
  return ethnicity === 'unknown' ? nothing : { ...nothing, notes: [{ fields: ['ethnicity'], code: 'leftOut' }] }
}

let languages: Map<string, string> | undefined

/** A language by its code or its name in the languages of the product. */
function languageOf({ language: written }: ImportedPerson): ReadDetail<string> {
  if (written === null) return nothing
  languages ??= new Map(
    spokenLanguages.flatMap((code) => [
      [code, code],
      ...['en_GB', 'es_MX'].map((locale): [string, string] => [folded(languageName(code, locale)), code]),
    ]),
  )
  const code = languages.get(folded(written))
  return code === undefined ? { ...nothing, notes: [{ fields: ['language'], code: 'leftOut' }] } : just(code)
}

function guardianOf(
  { guardian }: ImportedPerson,
  readNumber: ReadNumber,
): ReadDetail<NonNullable<PersonDetails['guardian']>> {
  if (guardian === null) return nothing
  const { phone, ...said } = guardian
  const found = phone === null ? null : readNumber(phone)
  if (found === 'phoneOfSeveral') return { ...nothing, problems: [{ fields: ['guardianPhone'], code: found }] }
  const isLeftOut = found === 'phoneLeftOut'
  return {
    value: { ...said, telephone: isLeftOut || found === null ? null : { ...found, texts: false }, receives: false },
    problems: [],
    notes: isLeftOut ? [{ fields: ['guardianPhone'], code: found }] : [],
  }
}
