import * as z from 'zod/mini'
import type { FeatureFlag } from '../permissions/permissions.ts'
import { languages, locales } from '../locales.ts'
import { chosenName, email } from '../rules/name-and-email.ts'
import { countries } from '../rules/countries.ts'
import { formalText, rule, text } from '../schema.ts'
import { slugLength } from '../limits-and-times.ts'

/** First labels of hosts that name an environment (spec §9) or a machine, not a tenant. */
const reserved: ReadonlySet<string> = new Set(
  'api develop local local-fe localhost mail operator qa staging www'.split(' '),
)

const slugPattern = new RegExp(`^(?!-)[a-z0-9-]{${slugLength.min},${slugLength.max}}(?<!-)$`)

/** The first label of a tenant's host, such as `harbour` of harbour.example.org. */
export const slug = formalText(100).check(
  z.toLowerCase(),
  z.minLength(1),
  rule('slug', (value) => slugPattern.test(value), slugLength),
  rule('slugReserved', (value) => !reserved.has(value)),
)

/** A person who is invited to choose a password. */
const invited = { fullName: chosenName, email }

/** A new tenant with its first administrator, who is invited. All other settings have defaults and can be changed. */
export const newTenant = z.strictObject({
  name: text(100),
  slug,
  country: z.enum(countries),
  language: z.enum(locales),
  kind: z.enum(['human', 'non-human']),
  ...invited,
})
export type NewTenant = z.infer<typeof newTenant>

/** Self-registration is off until a tenant switches it on in its settings. */
export const newTenantFeatures: readonly FeatureFlag[] = ['PREVENT_SELF_REGISTRATION']

export const newOperator = z.strictObject({ ...invited, lang: z.enum(languages) })
export type NewOperator = z.infer<typeof newOperator>

/** The default prefix of test IDs (spec §9). */
export const usualIdPrefix = 'BRID'

export const operatorSlug = 'operator'

/** The operator's own tenant neither records tests nor accepts patients, which the database enforces. */
export const operatorFeatures: readonly FeatureFlag[] = [
  'PREVENT_WEB_TEST_CREATION',
  'PREVENT_PATIENT_INVITES',
  'PREVENT_SELF_REGISTRATION',
]
