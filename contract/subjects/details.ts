import * as z from 'zod/mini'
import { address } from '../rules/address.ts'
import { presentZone } from '../rules/present.ts'
import { todayIn } from '../rules/dates.ts'
import { email } from '../rules/name-and-email.ts'
import { nhsNumber } from '../rules/nhs-number.ts'
import type { Country } from '../rules/countries.ts'
import { typedPhone, type PhoneField } from '../rules/phone-and-postcode.ts'
import { spokenLanguages } from '../rules/spoken-languages.ts'
import { clearable, day, emptyIsNull, formalText, optionalText, rule, text } from '../schema.ts'

/* Details of a person beside what identifies them. Each kind (`detail-kinds.ts`) is one field, which is null if nothing
   is known. Values with a published code are the keys of an object that holds the codes. */

/** Codes of HL7 v2 table 0001; FHIR's `administrative-gender` has the same words as these keys. */
export const sexes = { female: 'F', male: 'M', other: 'O', unknown: 'U' } as const

/** Codes of the CDC's race and ethnicity code set, with two of HL7's NullFlavor. */
export const races = {
  'american-indian': '1002-5',
  asian: '2028-9',
  black: '2054-5',
  'pacific-islander': '2076-8',
  white: '2106-3',
  other: '2131-1',
  'asked-unknown': 'ASKU',
  unknown: 'UNK',
} as const

/** Codes of the CDC's race and ethnicity code set for the US, and of the NHS Data Dictionary's ETHNIC CATEGORY for GB. */
export const ethnicities = {
  US: { hispanic: '2135-2', 'not-hispanic': '2186-5', unknown: 'UNK' },
  GB: {
    'white-british': 'A',
    'white-irish': 'B',
    'white-other': 'C',
    'white-and-black-caribbean': 'D',
    'white-and-black-african': 'E',
    'white-and-asian': 'F',
    'mixed-other': 'G',
    indian: 'H',
    pakistani: 'J',
    bangladeshi: 'K',
    'asian-other': 'L',
    caribbean: 'M',
    african: 'N',
    'black-other': 'P',
    chinese: 'R',
    'any-other': 'S',
    'not-stated': 'Z',
  },
} as const
type Ethnicity = keyof (typeof ethnicities)['US'] | keyof (typeof ethnicities)['GB']

/** The ethnicities that are offered in a tenant's countries: those of the US, and those of the NHS everywhere else. */
export function ethnicitiesIn(countries: readonly Country[]): Ethnicity[] {
  const isElsewhere = countries.some((country) => country !== 'US')
  return [...(countries.includes('US') ? keysOf(ethnicities.US) : []), ...(isElsewhere ? keysOf(ethnicities.GB) : [])]
}

/** What a person is in the place where they are tested. */
export const roles = ['resident', 'staff', 'student', 'visitor'] as const
export const telephoneTypes = ['mobile', 'landline', 'unknown'] as const
export type TelephoneType = (typeof telephoneTypes)[number]
/** By which rule a telephone of each type is read: its number must be of the type that it is said to have. */
export const phoneFieldOf = { mobile: 'mobile', landline: 'landline', unknown: 'phone' } as const satisfies Record<
  TelephoneType,
  PhoneField
>
export const consentWays = ['written', 'spoken', 'online'] as const

export const sex = z.enum(keysOf(sexes))
export const race = z.enum(keysOf(races))
export const ethnicity = z.enum([...keysOf(ethnicities.US), ...keysOf(ethnicities.GB)])
const role = z.enum(roles)
const language = formalText(10).check(
  z.toLowerCase(),
  rule('choice', (code) => spokenLanguages.includes(code)),
)

/** A telephone as entered. Text messages go to mobiles only. */
const typedTelephone = z
  .strictObject({ ...typedPhone.shape, type: z.enum(telephoneTypes), texts: z._default(z.boolean(), false) })
  .check(z.overwrite((typed) => ({ ...typed, texts: typed.texts && typed.type === 'mobile' })))
export type TypedTelephone = z.infer<typeof typedTelephone>

const telephone = z.strictObject({
  /** Formatted for reading, with its country and spaces, such as `+44 7400 123456`; E.164 without the spaces. */
  number: z.string(),
  type: z.enum(telephoneTypes),
  /** True if text messages may be sent to it. */
  texts: z.boolean(),
})
export type Telephone = z.infer<typeof telephone>

const unit = z.strictObject({ name: optionalText(100), room: optionalText(50) })

const guardianParts = {
  name: text(100),
  /** What they are to the person, such as mother. */
  relation: optionalText(100),
  email: emptyIsNull(email),
  /** True if results are sent to the guardian instead of the person. */
  receives: z._default(z.boolean(), false),
}

/** A guardian as entered. One who receives the results needs an email, or a mobile that accepts text messages. */
const typedGuardian = z
  .strictObject({ ...guardianParts, telephone: z._default(z.nullable(typedTelephone), null) })
  .check(({ value, issues }) => {
    if (!value.receives || value.email !== null || value.telephone?.texts === true) return
    issues.push({
      code: 'custom',
      input: value.email,
      path: ['email'],
      params: { phrase: 'guardianReach', values: {} },
    })
  })

/** A day that has begun somewhere. */
const pastDay = day.check(rule('dateInFuture', (value) => value <= todayIn(presentZone())))

/** Consent to being tested. Days are YYYY-MM-DD. */
const consent = z
  .strictObject({
    /** The name of whoever consented: the person, or a parent. */
    by: text(100),
    how: z.enum(consentWays),
    when: pastDay,
    /** The last day on which it holds; null if it has no end. */
    until: z._default(z.nullable(day), null),
    withdrawn: z._default(z.nullable(pastDay), null),
  })
  .check(({ value, issues }) => {
    for (const end of ['until', 'withdrawn'] as const) {
      const ended = value[end]
      if (ended === null || ended >= value.when) continue
      issues.push({ code: 'custom', input: ended, path: [end], params: { phrase: 'consentOrder', values: {} } })
    }
  })

/** The most telephones of one person. */
export const mostTelephones = 5

/**
 * The details in a request. A kind that is left out stays as it is, and null clears it. Telephones and addresses must be
 * of the tenant's countries.
 */
export const detailsForm = z.strictObject({
  role: z.optional(z.nullable(role)),
  unit: z.optional(z.nullable(unit)),
  sex: z.optional(z.nullable(sex)),
  race: z.optional(z.nullable(race)),
  ethnicity: z.optional(z.nullable(ethnicity)),
  language: z.optional(z.nullable(language)),
  telephones: z.optional(z.nullable(z.array(typedTelephone).check(z.maxLength(mostTelephones)))),
  address: z.optional(z.nullable(address)),
  guardian: z.optional(z.nullable(typedGuardian)),
  nhsNumber: z.optional(clearable(nhsNumber)),
  consent: z.optional(z.nullable(consent)),
})
export type DetailsForm = z.infer<typeof detailsForm>

/** The details of a person as read; null for what is not known or not kept by the tenant any more. */
export const personDetails = z.strictObject({
  role: z.nullable(role),
  unit: z.nullable(z.strictObject({ name: z.nullable(z.string()), room: z.nullable(z.string()) })),
  sex: z.nullable(sex),
  race: z.nullable(race),
  ethnicity: z.nullable(ethnicity),
  /** A code of `spokenLanguages`. */
  language: z.nullable(z.string()),
  telephones: z.nullable(z.array(telephone)),
  address: z.nullable(address),
  guardian: z.nullable(
    z.strictObject({
      name: z.string(),
      relation: z.nullable(z.string()),
      email: z.nullable(z.string()),
      telephone: z.nullable(telephone),
      receives: z.boolean(),
    }),
  ),
  /** Ten digits. */
  nhsNumber: z.nullable(z.string()),
  consent: z.nullable(
    z.strictObject({
      by: z.string(),
      how: z.enum(consentWays),
      when: z.string(),
      until: z.nullable(z.string()),
      withdrawn: z.nullable(z.string()),
    }),
  ),
})
export type PersonDetails = z.infer<typeof personDetails>

/** The details of somebody of whom nothing is known. */
export const noDetails: PersonDetails = {
  role: null,
  unit: null,
  sex: null,
  race: null,
  ethnicity: null,
  language: null,
  telephones: null,
  address: null,
  guardian: null,
  nhsNumber: null,
  consent: null,
}

function keysOf<Key extends string>(codes: Readonly<Record<Key, string>>): Key[] {
  // The keys of an object literal are those of its type.
  return Object.keys(codes) as Key[]
}
