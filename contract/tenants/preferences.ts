import * as z from 'zod/mini'
import { featureFlags } from '../permissions/permissions.ts'
import { byLocale, locales } from '../locales.ts'
import { countries } from '../rules/countries.ts'
import { id, text } from '../schema.ts'
import { detailKinds, identifiers } from '../subjects/detail-kinds.ts'

/** A colour as #RRGGBB. */
const colour = z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/))

export const dateFormat = z.strictObject({ short: z.string(), long: z.string(), date_time: z.string() })
export type DateFormat = z.infer<typeof dateFormat>

/** Colours of a tenant's web theme, each #RRGGBB. */
const themeColours = z.strictObject({
  primary: colour,
  secondary: colour,
  hover: colour,
  accent: colour,
  anchor: colour,
  grey: colour,
  textLink: colour,
})
export type ThemeColours = z.infer<typeof themeColours>

/** The product's own colours, which apply until a tenant chooses its own. */
export const usualTheme: ThemeColours = {
  primary: '#0F766E',
  secondary: '#134E4A',
  hover: '#115E59',
  accent: '#0D9488',
  anchor: '#0F766E',
  grey: '#56657A',
  textLink: '#0F766E',
}

const customIdNames = z.strictObject({ customId1: text(50), customId2: text(50) })
export type CustomIdNames = z.infer<typeof customIdNames>

/** Names of the custom IDs in the languages that have their own. */
export const customIdNamesByLocale = z.strictObject(byLocale(() => z.optional(customIdNames)))

export const subjectKind = z.enum(['human', 'non-human'])

/** The kind of a tenant's subjects, and its names of the two custom IDs for languages without names of their own. */
const subjectSettings = z.strictObject({
  kind: subjectKind,
  customId1: z.string(),
  customId2: z.string(),
  names: z.optional(customIdNamesByLocale),
})
export type SubjectSettings = z.infer<typeof subjectSettings>

const address = z.nullable(z.string())
/** Addresses of a tenant's logos below its host; null if there is none. */
export const logos = z.strictObject({ light: address, dark: address, icon: address })

/**
 * `identifiesBy` is what people are identified by besides the date of birth. Browsers may have cached preferences
 * without it, which means the email.
 */
const preferredSubjects = z.extend(subjectSettings, { identifiesBy: z.optional(z.enum(identifiers)) })

/** A tenant's public preferences: enough to draw every screen in its brand. Formats are dayjs patterns. */
export const preferences = z.strictObject({
  id,
  /** Increases with each change of the tenant. */
  version: z.int(),
  name: z.string(),
  slug: z.string(),
  productName: z.string(),
  environment: z.enum(['local', 'local-fe', 'develop', 'staging', 'qa', 'production']),
  defaultLanguage: z.enum(locales),
  availableLanguages: z.array(z.enum(locales)),
  countries: z.array(z.enum(countries)),
  phoneRegex: z.nullable(z.string()),
  postcodeRegex: z.nullable(z.string()),
  subjects: preferredSubjects,
  /** The kinds of details that the tenant keeps of people; browsers may have cached preferences without it. */
  subjectDetails: z.optional(z.array(z.enum(detailKinds))),
  features: z.array(z.enum(featureFlags)),
  theme: z.strictObject({ web: themeColours }),
  logos,
  appLinks: z.strictObject({ ios: z.nullable(z.string()), android: z.nullable(z.string()) }),
  dateFormat: z.strictObject({ web: z.nullable(dateFormat), mobile: z.nullable(dateFormat) }),
  sessionIdleMinutes: z.int(),
  /** Null unless the tenant is suspended: then nobody can log in, and its pages say so with these details. */
  suspension: z.nullable(z.strictObject({ details: z.nullable(z.string()) })),
  errorReporting: z.strictObject({ dsn: z.nullable(z.string()) }),
})
export type Preferences = z.infer<typeof preferences>
