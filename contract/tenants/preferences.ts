import * as z from 'zod/mini'
import { featureFlags } from '../permissions/permissions.ts'
import { colour, locales } from '../rules/formats.ts'
import { countries } from '../rules/phone-and-postcode.ts'
import { id } from '../schema.ts'

const dateFormat = z.strictObject({ short: z.string(), long: z.string(), date_time: z.string() })
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

/** What kind of subjects a tenant tests, with its own names for the two custom IDs. */
const subjectSettings = z.strictObject({
  kind: z.enum(['human', 'non-human']),
  customId1: z.string(),
  customId2: z.string(),
})
export type SubjectSettings = z.infer<typeof subjectSettings>

/** What a visitor may see of a tenant: enough to draw every screen in its brand. Formats are dayjs patterns. */
export const preferences = z.strictObject({
  id,
  name: z.string(),
  slug: z.string(),
  productName: z.string(),
  environment: z.enum(['local', 'local-fe', 'develop', 'staging', 'qa', 'production']),
  defaultLanguage: z.enum(locales),
  availableLanguages: z.array(z.enum(locales)),
  countries: z.array(z.enum(countries)),
  phoneRegex: z.nullable(z.string()),
  postcodeRegex: z.nullable(z.string()),
  subjects: subjectSettings,
  features: z.array(z.enum(featureFlags)),
  theme: z.strictObject({ web: themeColours }),
  logo: z.nullable(z.string()),
  appLinks: z.strictObject({ ios: z.nullable(z.string()), android: z.nullable(z.string()) }),
  dateFormat: z.strictObject({ web: z.nullable(dateFormat), mobile: z.nullable(dateFormat) }),
  policies: z.record(z.string(), z.string()),
  sessionIdleMinutes: z.int(),
  errorReporting: z.strictObject({ dsn: z.nullable(z.string()) }),
})
export type Preferences = z.infer<typeof preferences>
