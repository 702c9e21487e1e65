import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { permissions, userTypes } from '../permissions/permissions.ts'
import { languages } from '../locales.ts'
import { dataOf, id } from '../schema.ts'
import { standing } from '../standing.ts'

/**
 * The version of the built-in end-user licence agreement, which applies until a tenant publishes terms that ask again.
 * A new version asks everybody who accepted an earlier one for consent again.
 */
export const builtInTerms = '2026-11'

const named = z.strictObject({ id, name: z.string() })

/** The logged-in user (spec §3). Instants are ISO 8601 in UTC. */
export const user = z.strictObject({
  id,
  email: z.string(),
  fullName: z.string(),
  userType: z.strictObject({ name: z.enum(userTypes), displayName: z.string() }),
  permissions: z.array(z.enum(permissions)),
  /** True if the terms in force were accepted. */
  termsAccepted: z.boolean(),
  groups: z.array(z.strictObject({ id, name: z.string(), organisationId: id })),
  organisation: z.nullable(named),
  tenant: named,
  /**
   * Set while an operator reads the records of `tenant`: the end of the stay, in ISO 8601 in UTC. `permissions` are
   * then those of reading.
   */
  entry: z.nullable(z.strictObject({ endsAt: z.string() })),
  lang: z.enum(languages),
  assay_id: z.nullable(id),
  emailVerification: z.enum(['verified', 'unverified']),
  status: standing,
  lastLogin: z.nullable(z.string()),
  invitedBy: z.nullable(z.string()),
  invitedWhen: z.nullable(z.string()),
  /** Only set for patients, as YYYY-MM-DD. */
  dateOfBirth: z.nullable(z.string()),
  /** The number in E.164 form. */
  mobile: z.nullable(z.string()),
  version: z.int(),
})
export type User = z.infer<typeof user>

/** The user for whom every page is shown. */
export const getMyDetails = endpoint('getMyDetails', 'GET /users/my-details', {
  summary: 'The logged-in user',
  requires: 'logged-in',
  whenEntered: 'surroundings',
  replies: { 200: dataOf(user) },
})

/** Sets the language of the user's screens, messages and emails. The last choice wins, so no version is required. */
export const updateMyLang = endpoint('updateMyLang', 'PUT /users/my-details/lang', {
  summary: 'Change my language',
  requires: 'logged-in',
  whenEntered: 'own',
  body: z.strictObject({ lang: z.enum(languages) }),
  replies: { 200: dataOf(user) },
  audit: 'user.lang',
})
