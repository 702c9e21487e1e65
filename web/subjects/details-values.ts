import { languageTag, type Locale } from '../../contract/locales.ts'
import type { DetailKind } from '../../contract/subjects/detail-kinds.ts'
import { phoneFieldOf, telephoneTypes, type Telephone } from '../../contract/subjects/details.ts'
import type { OpenedSubject } from '../../contract/subjects/whole-subject.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { describedAddress, readAddress, typedAddress, type TypedAddress } from '../editing/address-fields.tsx'
import type { PhoneRule } from '../editing/typed-place.ts'
import { onlyCountry } from '../ui/country-options.ts'
import { languageName } from '../ui/language-options.ts'
import { t as say, type PhraseKey, type Translate } from '../ui/phrases.ts'
import { parseTypedDate, typedDate } from '../ui/typed-date.ts'
import { phoneAsTyped, phoneErrors } from '../ui/typed-phone.ts'
import type { FieldErrors } from '../ui/use-form.ts'

export type TypedPhone = Record<'country' | 'number' | 'type', string> & { texts: boolean }

type TextName =
  | 'role'
  | 'sex'
  | 'race'
  | 'ethnicity'
  | 'language'
  | 'nhsNumber'
  | `unit.${'name' | 'room'}`
  | `guardian.${'name' | 'relation' | 'email'}`
  | `consent.${'by' | 'how' | 'when' | 'until' | 'withdrawn'}`
type DayName = Extract<TextName, 'consent.when' | 'consent.until' | 'consent.withdrawn'>

/** The values of the fields of details, whose names are their paths in the request. */
export type TypedDetails = Record<`details.${TextName}`, string> &
  TypedAddress<'details.address'> & {
    'details.telephones': readonly TypedPhone[]
    'details.guardian.telephone': TypedPhone
    'details.guardian.receives': boolean
    /** True to delete what is stored of kinds that are hidden. */
    clearsHidden: boolean
  }

/** All values of the form of a subject. */
export type SubjectValues = TypedDetails &
  Record<'firstName' | 'lastName' | 'dateOfBirth' | 'email' | 'localId' | 'customId1' | 'customId2', string> & {
    /** True if it is said that the person has one name. */
    hasOneName: boolean
  }

/** How a tenant's people type: the patterns of days, the countries and the pattern of telephone numbers. */
export interface Typing extends Pick<Preferences, 'countries' | 'phoneRegex'> {
  /** The pattern for typing a date, and the pattern in the letters of the page's language. */
  typing: string
  hint: string
  rule: PhoneRule
}

export function typedDetails({ details }: Pick<OpenedSubject, 'details'>, how: Typing): TypedDetails {
  const { unit, guardian, consent } = details
  return {
    ...typedAddress('details.address', details.address, how.countries),
    'details.role': details.role ?? '',
    'details.unit.name': unit?.name ?? '',
    'details.unit.room': unit?.room ?? '',
    'details.sex': details.sex ?? '',
    'details.race': details.race ?? '',
    'details.ethnicity': details.ethnicity ?? '',
    'details.language': details.language ?? '',
    'details.telephones': (details.telephones ?? []).map((telephone) => typedTelephone(telephone, how)),
    'details.guardian.name': guardian?.name ?? '',
    'details.guardian.relation': guardian?.relation ?? '',
    'details.guardian.email': guardian?.email ?? '',
    'details.guardian.telephone': typedTelephone(guardian?.telephone ?? null, how),
    'details.guardian.receives': guardian?.receives ?? false,
    'details.nhsNumber': details.nhsNumber ?? '',
    'details.consent.by': consent?.by ?? '',
    'details.consent.how': consent?.how ?? 'written',
    'details.consent.when': typedDate(consent?.when, how.typing),
    'details.consent.until': typedDate(consent?.until, how.typing),
    'details.consent.withdrawn': typedDate(consent?.withdrawn, how.typing),
    clearsHidden: false,
  }
}

/** A telephone in its fields, or the fields of a new one. */
export function typedTelephone(stored: Telephone | null, { countries, rule }: Typing): TypedPhone {
  const { country, number } = phoneAsTyped(stored?.number ?? null, rule ?? undefined)
  return {
    country: country || onlyCountry(countries),
    number,
    type: stored?.type ?? 'mobile',
    texts: stored?.texts ?? false,
  }
}

/** Describes the fields to `useEdit`. */
export function describedDetails(t: Translate, locale: Locale) {
  const label = (kind: DetailKind) => t(`personDetails:kind.${kind}`)
  const choice = (kind: 'role' | 'sex' | 'race' | 'ethnicity') => ({
    label: label(kind),
    // Each value has a phrase of its name.
    inWords: ({ [`details.${kind}` as const]: value }: TypedDetails) =>
      value && t(`personDetails:${kind}.${value}` as PhraseKey),
  })
  const ofGuardian = { partOf: 'details.guardian.name' } as const
  const ofConsent = { partOf: 'details.consent.by' } as const
  return {
    ...describedAddress('details.address', label('address')),
    'details.role': choice('role'),
    'details.unit.name': {
      label: label('unit'),
      inWords: (typed: TypedDetails) => wordsOf(typed['details.unit.name'], typed['details.unit.room']),
    },
    'details.unit.room': { partOf: 'details.unit.name' },
    'details.sex': choice('sex'),
    'details.race': choice('race'),
    'details.ethnicity': choice('ethnicity'),
    'details.language': {
      label: label('language'),
      inWords: ({ 'details.language': code }: TypedDetails) => code && languageName(code, languageTag(locale)),
    },
    'details.telephones': {
      label: label('telephones'),
      inWords: (typed: TypedDetails) => typed['details.telephones'].map(({ number }) => number).join(', '),
    },
    'details.guardian.name': {
      label: label('guardian'),
      inWords: (typed: TypedDetails) =>
        wordsOf(
          typed['details.guardian.name'],
          typed['details.guardian.relation'],
          typed['details.guardian.email'],
          typed['details.guardian.telephone'].number,
          typed['details.guardian.receives'] ? t('personDetails:guardian.receives') : '',
        ),
    },
    'details.guardian.relation': ofGuardian,
    'details.guardian.email': ofGuardian,
    'details.guardian.telephone': ofGuardian,
    'details.guardian.receives': ofGuardian,
    'details.nhsNumber': { label: label('nhsNumber') },
    'details.consent.by': {
      label: label('consent'),
      inWords: (typed: TypedDetails) =>
        wordsOf(typed['details.consent.by'], typed['details.consent.when'], typed['details.consent.until']),
    },
    'details.consent.how': ofConsent,
    'details.consent.when': ofConsent,
    'details.consent.until': ofConsent,
    'details.consent.withdrawn': ofConsent,
    clearsHidden: {
      label: t('personDetails:clearHidden'),
      inWords: (typed: TypedDetails) => t(typed.clearsHidden ? 'lists:yes' : 'lists:no'),
    },
  } as const
}

function wordsOf(...parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== '').join(' · ')
}

/** Converts the typed details of the kept kinds for sending, with the errors that no schema can see. */
export async function readDetails(
  typed: TypedDetails,
  { details, keptDetails, hiddenDetails }: Pick<OpenedSubject, 'details' | 'keptDetails' | 'hiddenDetails'>,
  how: Typing,
) {
  const errors: FieldErrors = {}
  const day = (name: DayName) => {
    const text = typed[`details.${name}`]
    const read = parseTypedDate(text, how.typing)
    if (read === undefined && text.trim() !== '') errors[`details.${name}`] = say('rules:date', { format: how.hint })
    return read ?? null
  }
  const isEmpty = (...texts: readonly string[]) => texts.every((text) => text.trim() === '')
  const read: Record<DetailKind, () => unknown> = {
    role: () => typed['details.role'] || null,
    unit: () => ({ name: typed['details.unit.name'], room: typed['details.unit.room'] }),
    sex: () => typed['details.sex'] || null,
    race: () => typed['details.race'] || null,
    ethnicity: () => typed['details.ethnicity'] || null,
    language: () => typed['details.language'] || null,
    telephones: () => withoutEmptyEnd(typed['details.telephones']),
    address: () => readAddress('details.address', typed),
    guardian: () => {
      const [name, relation] = [typed['details.guardian.name'], typed['details.guardian.relation']]
      const [email, telephone] = [typed['details.guardian.email'], typed['details.guardian.telephone']]
      if (isEmpty(name, relation, email, telephone.number)) return null
      const receives = typed['details.guardian.receives']
      return { name, relation, email, telephone: isEmpty(telephone.number) ? null : telephone, receives }
    },
    nhsNumber: () => typed['details.nhsNumber'],
    consent: () => {
      const [when, until, withdrawn] = [day('consent.when'), day('consent.until'), day('consent.withdrawn')]
      const by = typed['details.consent.by']
      const isNone = isEmpty(by, typed['details.consent.when'], typed['details.consent.until'])
      return isNone ? null : { by, how: typed['details.consent.how'], when: when ?? undefined, until, withdrawn }
    },
  }
  const kept = keptDetails.map((kind) => [kind, read[kind]()])
  const cleared = typed.clearsHidden ? hiddenDetails.map((kind) => [kind, null]) : []
  Object.assign(errors, ...(await phoneErrorsOf(typed, typedDetails({ details }, how), keptDetails, how)))
  return { details: Object.fromEntries([...kept, ...cleared]), errors }
}

/** A row that was added and left empty counts as not added. */
function withoutEmptyEnd(telephones: readonly TypedPhone[]): readonly TypedPhone[] {
  const last = telephones.findLastIndex(({ number }) => number.trim() !== '')
  return telephones.slice(0, last + 1)
}

async function phoneErrorsOf(
  typed: TypedDetails,
  stored: TypedDetails,
  kept: readonly DetailKind[],
  { phoneRegex }: Typing,
) {
  const before = [...stored['details.telephones'], stored['details.guardian.telephone']]
  const given = [
    ...(kept.includes('telephones')
      ? withoutEmptyEnd(typed['details.telephones']).map((phone, at) => [`details.telephones.${at}`, phone] as const)
      : []),
    ...(kept.includes('guardian')
      ? [['details.guardian.telephone', typed['details.guardian.telephone']] as const]
      : []),
  ]
  return await Promise.all(
    given.map(async ([field, phone]) => {
      const type = telephoneTypes.find((one) => one === phone.type) ?? 'unknown'
      // Whatever line a number was said to have when it was stored, the rest of the person can be corrected.
      const stays = before.some((one) => one.number === phone.number && one.type === phone.type)
      const [problem] = Object.values(await phoneErrors(stays ? 'phone' : phoneFieldOf[type], phone, phoneRegex))
      return problem === undefined ? {} : { [`${field}.number`]: problem }
    }),
  )
}
