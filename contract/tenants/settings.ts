import * as z from 'zod/mini'
import { featureFlags } from '../permissions/permissions.ts'
import type { RulePhrase } from '../phrases/message-of.ts'
import { localeFor, locales, type Language, type Locale } from '../rules/formats.ts'
import { countries } from '../rules/phone-and-postcode.ts'
import { networkProblem, readNetwork } from '../rules/networks.ts'
import { isPattern } from '../rules/tenant-pattern.ts'
import { clearable, clearableProse, clearableText, formalText, plainLine, rule, text } from '../schema.ts'
import { slug } from './new-tenant.ts'
import { customIdNamesByLocale, subjectKind } from './preferences.ts'

/*
 * What is set of a tenant, by the tabs of its page: each tab has a schema, and sends its own fields alone. Rules about two
 * fields, of which a change may hold one, are in `refusedSetting`: the server asks it of what would be stored.
 */

export const generalSettings = z.strictObject({
  name: text(100),
  description: clearableProse(500),
  productName: clearableText(100),
  /** What new test IDs begin with. */
  idPrefix: formalText(100).check(
    z.toUpperCase(),
    z.minLength(1),
    rule('idPrefix', (value) => /^[A-Z]{2,6}$/.test(value)),
  ),
  sessionIdleMinutes: wholeNumber(1, 720),
  /** Days after which a password must be changed; 0 for never. */
  passwordExpiryDays: wholeNumber(0, 3650),
})

const domain = formalText(253).check(z.toLowerCase(), z.minLength(1), rule('domain', isDomain))

/** What the operator alone may change of a tenant. The domains are its own, beside the host that its slug makes. */
export const addressSettings = z.strictObject({
  slug,
  domains: distinct(z.array(domain).check(z.maxLength(10))),
  statusDetails: clearableProse(255),
})

/** A network in the one way that it is written: a whole one, or an address by itself. */
const network = z.pipe(
  formalText(60).check(
    ...(['network', 'networkTooLarge', 'networkReserved'] as const).map((problem) =>
      rule<string>(problem, (typed) => networkProblem(typed) !== problem),
    ),
  ),
  z.transform((typed) => readNetwork(typed) ?? typed),
)

/** Where many people share an address: from there, limits by address are far higher. */
export const networkSettings = z.strictObject({
  ownNetworks: z.array(network).check(
    z.maxLength(20),
    rule('networkTwice', (list) => new Set(list).size === list.length),
  ),
})

/** How many messages are sent in a day, altogether, by one person and to one address; the operator's, too. */
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

/** How dates are written; `short` is also how they are typed. */
export const ownDateFormat = z.strictObject({
  short: dateFormatText('dateFormat'),
  long: dateFormatText('dateFormat'),
  date_time: dateFormatText('dateTimeFormat'),
})

/** A pattern of postcodes or telephone numbers; null where the rules of the countries are enough. */
const ownPattern = clearable(plainLine(255).check(rule('pattern', (value) => value.length > 255 || isPattern(value))))

export const languageSettings = z.strictObject({
  defaultLanguage: z.enum(locales),
  availableLanguages: distinct(z.array(z.enum(locales)).check(z.minLength(1))),
  countries: distinct(z.array(z.enum(countries)).check(z.minLength(1))),
  /** Null where each language writes dates its own way. */
  dateFormat: z.strictObject({ web: z.nullable(ownDateFormat), mobile: z.nullable(ownDateFormat) }),
  postcodeRegex: ownPattern,
  phoneRegex: ownPattern,
})

export const subjectSettings = z.strictObject({
  subjects: z.strictObject({ kind: subjectKind, names: customIdNamesByLocale }),
  features: distinct(z.array(z.enum(featureFlags))),
  /** Whether a result is sent to the person who was tested as soon as it is saved. */
  sendsResultsAtOnce: z.boolean(),
})

/** Each colour as #RRGGBB; capitals, so that one colour is one text. */
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
  /** By environment; one that is left out has the links of production. */
  appLinks: z.strictObject({
    production: z.optional(links),
    staging: z.optional(links),
    qa: z.optional(links),
    develop: z.optional(links),
    local: z.optional(links),
    'local-fe': z.optional(links),
  }),
})

/** All that can be set. */
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

/** The fields that the operator alone may change. */
export const operatorFields: readonly string[] = Object.keys({
  ...addressSettings.shape,
  ...sendingSettings.shape,
})

type Related = Pick<TenantSettings, 'availableLanguages' | 'defaultLanguage' | 'subjects'>

/** The first setting that does not go together with the others, with what is said at its field; undefined where all do. */
export function refusedSetting({
  availableLanguages,
  defaultLanguage,
  subjects,
}: Related): { field: string; phrase: RulePhrase } | undefined {
  if (!availableLanguages.includes(defaultLanguage)) return { field: 'defaultLanguage', phrase: 'defaultLanguage' }
  if (subjects.kind === 'human' || subjects.names[defaultLanguage] !== undefined) return undefined
  return { field: `subjects.names.${defaultLanguage}.customId1`, phrase: 'required' }
}

type Languages = Pick<TenantSettings, 'availableLanguages' | 'defaultLanguage'>

/** Of how many people the page would be in another language than it is now: in which it is, and in which it would be. */
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

/** At least two labels, of which the last is no number: an IP address is no domain. */
function isDomain(value: string): boolean {
  const labels = value.split('.')
  const areLabels = labels.every((label) => /^(?!-)[a-z0-9-]{1,63}$/.test(label) && !label.endsWith('-'))
  return labels.length > 1 && areLabels && /^[a-z]/.test(labels.at(-1) ?? '')
}

const parts = /Y{4}|Y{2}|M{1,4}|D{1,2}|d{3,4}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|[Aa]/g

/** Whether a pattern names day, month and year once each, with `hasTime` hour and minute, too, and holds nothing unknown. */
function isDateFormat(pattern: string, hasTime: boolean): boolean {
  // Words of the tenant's own stand in brackets.
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

/** A link over https that says no user's name. */
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
