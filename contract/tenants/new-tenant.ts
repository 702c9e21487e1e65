import * as z from 'zod/mini'
import type { FeatureFlag } from '../permissions/permissions.ts'
import { languages, locales } from '../rules/formats.ts'
import { chosenName, email } from '../rules/name-and-email.ts'
import { countries } from '../rules/phone-and-postcode.ts'
import { formalText, rule, text } from '../schema.ts'

/** First labels of hosts that name an environment (spec §9) or a machine, not a tenant. */
const reserved: ReadonlySet<string> = new Set(
  'api develop local local-fe localhost mail operator qa staging www'.split(' '),
)

/** The first label of a tenant's host, such as `harbour` of harbour.example.org. */
export const slug = formalText(100).check(
  z.toLowerCase(),
  z.minLength(1),
  rule('slug', (value) => /^(?!-)[a-z0-9-]{3,63}(?<!-)$/.test(value)),
  rule('slugReserved', (value) => !reserved.has(value)),
)

/** Somebody who is invited to choose a password. */
const invited = { fullName: chosenName, email }

/** A tenant as it begins, with its first administrator, who is invited. Everything else of it has a default and can be changed. */
export const newTenant = z.strictObject({
  name: text(100),
  slug,
  country: z.enum(countries),
  language: z.enum(locales),
  kind: z.enum(['human', 'non-human']),
  ...invited,
})
export type NewTenant = z.infer<typeof newTenant>

/** Nobody makes an account for themselves in a tenant that did not say so: it is switched on in its settings. */
export const newTenantFeatures: readonly FeatureFlag[] = ['PREVENT_SELF_REGISTRATION']

/** Somebody who looks after tenants. */
export const newOperator = z.strictObject({ ...invited, lang: z.enum(languages) })
export type NewOperator = z.infer<typeof newOperator>

/** What test IDs begin with until the tenant says otherwise (spec §9). */
export const usualIdPrefix = 'BRID'

/** The slug of the operator's own tenant. */
export const operatorSlug = 'operator'

/** The operator's own tenant neither records tests nor takes patients in; the database holds it to that. */
export const operatorFeatures: readonly FeatureFlag[] = [
  'PREVENT_WEB_TEST_CREATION',
  'PREVENT_PATIENT_INVITES',
  'PREVENT_SELF_REGISTRATION',
]
