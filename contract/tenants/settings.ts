import * as z from 'zod/mini'
import { featureFlags } from '../permissions/permissions.ts'
import type { RulePhrase } from '../phrases/message-of.ts'
import { localeFor, locales, type Language, type Locale } from '../locales.ts'
import { countries } from '../rules/countries.ts'
import { networkProblem, readNetwork } from '../rules/networks.ts'
import { isPattern } from '../rules/tenant-pattern.ts'
import { lengthOf } from '../rules/written-characters.ts'
import { clearable, clearableProse, clearableText, formalText, plainLine, rule, text } from '../schema.ts'
import { detailKinds, identifiers } from '../subjects/detail-kinds.ts'
import { slug } from './new-tenant.ts'
import { customIdNamesByLocale, subjectKind } from './preferences.ts'
import { idleMinutes, idPrefixLength, shortestPrefix } from '../limits-and-times.ts'

/* The settings of a tenant, by the tabs of its page: each tab has a schema, and sends only its own fields. Rules about
   two fields, of which a change may hold only one, are in `refusedSetting`, which the server applies to the resulting
   settings. */

const idPrefixPattern = new RegExp(`^[A-Z]{${idPrefixLength.min},${idPrefixLength.max}}$`)

export const generalSettings = z.strictObject({
  name: text(100),
  description: clearableProse(500),
  productName: clearableText(100),
  idPrefix: formalText(100).check(
    z.toUpperCase(),
    z.minLength(1),
    rule('idPrefix', (value) => idPrefixPattern.test(value), idPrefixLength),
  ),
  sessionIdleMinutes: wholeNumber(idleMinutes.least, idleMinutes.most),
  /** The number of days after which a password must be changed; 0 for never. */
  passwordExpiryDays: wholeNumber(0, 3650),
})

const domain = formalText(253).check(z.toLowerCase(), z.minLength(1), rule('domain', isDomain))

/** Settings that only the operator may change. The domains come in addition to the host of the slug. */
export const addressSettings = z.strictObject({
  slug,
  domains: distinct(z.array(domain).check(z.maxLength(10))),
  statusDetails: clearableProse(255),
})

/** A network in canonical form: a whole one, or a single address. */
const network = z.pipe(
  formalText(60).check(
    ...(['network', 'networkTooLarge', 'networkReserved'] as const).map((problem) =>
      rule<string>(problem, (typed) => networkProblem(typed) !== problem, shortestPrefix),
    ),
  ),
  z.transform((typed) => readNetwork(typed) ?? typed),
)

/** Networks in which many people share an address, so that limits by address are far higher. */
export const networkSettings = z.strictObject({
  ownNetworks: z.array(network).check(
    z.maxLength(20),
    rule('networkTwice', (list) => new Set(list).size === list.length),
  ),
})

/** The limits on messages in a day, in total, by one person and to one address; only the operator may change them. */
export const sendingSettings = z.strictObject({
  mailsPerDay: wholeNumber(1, 1_000_000),
  mailsPerSender: wholeNumber(1, 1_000_000),
  mailsPerRecipient: wholeNumber(1, 1_000_000),
  textsPerDay: wholeNumber(1, 1_000_000),
  textsPerSender: wholeNumber(1, 1_000_000),
  textsPerRecipient: wholeNumber(1, 1_000_000),
})
export const sendingFields = [
  'mailsPerDay',
  'mailsPerSender',
  'mailsPerRecipient',
  'textsPerDay',
  'textsPerSender',
  'textsPerRecipient',
] as const satisfies (keyof typeof sendingSettings.shape)[]

/** The formats of dates; `short` is also used for typing. */
export const ownDateFormat = z.strictObject({
  short: dateFormatText('dateFormat'),
  long: dateFormatText('dateFormat'),
  date_time: dateFormatText('dateTimeFormat'),
})

/** A pattern of postcodes or telephone numbers; null if the rules of the countries are enough. */
const ownPattern = clearable(
  plainLine(255).check(rule('pattern', (value) => lengthOf(value) > 255 || isPattern(value))),
)

export const languageSettings = z.strictObject({
  defaultLanguage: z.enum(locales),
  availableLanguages: distinct(z.array(z.enum(locales)).check(z.minLength(1))),
  countries: distinct(z.array(z.enum(countries)).check(z.minLength(1))),
  /** Null for each language's own format. */
  dateFormat: z.strictObject({ web: z.nullable(ownDateFormat), mobile: z.nullable(ownDateFormat) }),
  postcodeRegex: ownPattern,
  phoneRegex: ownPattern,
})

export const subjectSettings = z.strictObject({
  subjects: z.strictObject({ kind: subjectKind, names: customIdNamesByLocale }),
  features: distinct(z.array(z.enum(featureFlags))),
  /** True to send a result to the person who was tested as soon as it is saved. */
  sendsResultsAtOnce: z.boolean(),
  /** What people are identified by besides the date of birth. */
  identifiesBy: z.enum(identifiers),
  /** The kinds of details that are kept of persons; none of animals and samples. */
  subjectDetails: distinct(z.array(z.enum(detailKinds))),
})

/** A colour as #RRGGBB, in capitals, so that each colour has one text. */
const ownColour = formalText(100).check(
  z.toUpperCase(),
  rule('colour', (value) => /^#[0-9A-F]{6}$/.test(value)),
)

export const brandingSettings = z.strictObject({
  theme: z.strictObject({
    web: z.strictObject({
      primary: ownColour,
      secondary: ownColour,
      hover: ownColour,
      accent: ownColour,
      anchor: ownColour,
      grey: ownColour,
      textLink: ownColour,
    }),
  }),
})

const links = z.strictObject({ ios: clearable(httpsLink()), android: clearable(httpsLink()) })

export const appLinkSettings = z.strictObject({
  /** Links by environment; an omitted one has the links of production. */
  appLinks: z.strictObject({
    production: z.optional(links),
    staging: z.optional(links),
    qa: z.optional(links),
    develop: z.optional(links),
    local: z.optional(links),
    'local-fe': z.optional(links),
  }),
})

const settings = z.strictObject({
  ...generalSettings.shape,
  ...addressSettings.shape,
  ...networkSettings.shape,
  ...sendingSettings.shape,
  ...languageSettings.shape,
  ...subjectSettings.shape,
  ...appLinkSettings.shape,
  ...brandingSettings.shape,
})
export type TenantSettings = z.infer<typeof settings>

/** A change holds any of the fields, and at least one. */
export const tenantChange = z.partial(settings).check(rule('malformed', (change) => Object.keys(change).length > 0))
export type TenantChange = z.infer<typeof tenantChange>

export const operatorFields: readonly string[] = Object.keys({
  ...addressSettings.shape,
  ...sendingSettings.shape,
})

type Related = Pick<TenantSettings, 'availableLanguages' | 'defaultLanguage' | 'subjects' | 'subjectDetails'>

/**
 * The first setting that is inconsistent with the others, with the message at its field; undefined if there is none.
 */
export function refusedSetting({
  availableLanguages,
  defaultLanguage,
  subjects,
  subjectDetails,
}: Related): { field: string; phrase: RulePhrase } | undefined {
  if (!availableLanguages.includes(defaultLanguage)) return { field: 'defaultLanguage', phrase: 'defaultLanguage' }
  if (subjects.kind === 'non-human' && subjectDetails.length > 0)
    return { field: 'subjectDetails', phrase: 'detailsOfPersons' }
  if (subjects.kind === 'human' || subjects.names[defaultLanguage] !== undefined) return undefined
  return { field: `subjects.names.${defaultLanguage}.customId1`, phrase: 'required' }
}

type Languages = Pick<TenantSettings, 'availableLanguages' | 'defaultLanguage'>

/** Returns the number of people whose page would change its language, by the present and the new locale. */
export function movedSpeakers(
  speakers: Readonly<Record<Language, number>>,
  before: Languages,
  after: Languages,
): { from: Locale; to: Locale; people: number }[] {
  const seen = (language: Language, { availableLanguages, defaultLanguage }: Languages) =>
    localeFor(language, availableLanguages, defaultLanguage)
  return (Object.keys(speakers) as Language[])
    .map((language) => ({ from: seen(language, before), to: seen(language, after), people: speakers[language] }))
    .filter(({ from, to, people }) => people > 0 && from !== to)
}

/** At least two labels, the last of which is not a number, because an IP address is not a domain. */
function isDomain(value: string): boolean {
  const labels = value.split('.')
  const areLabels = labels.every((label) => /^(?!-)[a-z0-9-]{1,63}$/.test(label) && !label.endsWith('-'))
  return labels.length > 1 && areLabels && /^[a-z]/.test(labels.at(-1) ?? '')
}

const parts = /Y{4}|Y{2}|M{1,4}|D{1,2}|d{3,4}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|[Aa]/g

/**
 * True if a pattern names day, month and year once each, with `hasTime` also hour and minute, and contains nothing
 * unknown.
 */
function isDateFormat(pattern: string, hasTime: boolean): boolean {
  // Literal words are in brackets.
  const bare = pattern.replaceAll(/\[[\p{L}\p{N} .,'-]{1,20}\]/gu, '')
  if (!/^[ .,:/-]*$/.test(bare.replaceAll(parts, ''))) return false
  const named = [...bare.matchAll(parts)].map(([part]) => (part.startsWith('h') ? 'H' : part.charAt(0)))
  const isOnce = (letter: string) => named.filter((one) => one === letter).length === 1
  return ['Y', 'M', 'D'].every(isOnce) && (hasTime ? ['H', 'm'].every(isOnce) : !/[HmsAa]/.test(named.join('')))
}

function dateFormatText(phrase: 'dateFormat' | 'dateTimeFormat') {
  const isFormat = (value: string) => isDateFormat(value, phrase === 'dateTimeFormat')
  return plainLine(40).check(z.minLength(1), rule(phrase, isFormat))
}

/** A link over https without a user name. */
function httpsLink() {
  return plainLine(500).check(
    rule('httpsLink', (value) => {
      const url = URL.parse(value)
      const isPlain = /^https:\/\/[^\s\p{C}\\@"'<>]+$/iu.test(value)
      return isPlain && url?.protocol === 'https:' && url.hostname.includes('.')
    }),
  )
}

function wholeNumber(least: number, most: number) {
  const isWithin = (value: number) => Number.isInteger(value) && value >= least && value <= most
  return z.number().check(rule('wholeNumber', isWithin, { least, most }))
}

function distinct<Item extends z.ZodMiniType>(list: z.ZodMiniArray<Item>) {
  return list.check(rule('malformed', (items) => new Set(items).size === items.length))
}
