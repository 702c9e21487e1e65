import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { policyNames } from '../phrases/policy.ts'
import { byLocale, locales } from '../locales.ts'
import { formalText, dataOf, id, prose, rule } from '../schema.ts'
import { ifMatch } from '../versions.ts'

const policyName = z.enum(policyNames)

/** The most characters of a policy's text, in each language. */
export const longestPolicy = 100_000

const shownText = z.strictObject({
  /** Markdown with `{{product}}` and `{{tenant}}` to be filled in; null if the built-in text is in force. */
  text: z.nullable(z.string()),
  /** The version to accept with this text, for `acceptTerms`; null for policies other than the terms. */
  termsVersion: z.nullable(z.string()),
})
export type ShownPolicy = z.infer<typeof shownText>

/** Returns the policy in force at this host, publicly, for the page that shows it. */
export const readPolicy = endpoint('readPolicy', 'GET /policies/{name}', {
  summary: 'The text of a policy in a language',
  requires: 'anyone',
  params: z.strictObject({ name: policyName }),
  query: z.strictObject({ lang: z.enum(locales) }),
  replies: { 200: dataOf(shownText) },
})

const texts = z.strictObject(byLocale(() => z.nullable(z.string())))

const policy = z.strictObject({
  name: policyName,
  /** The text in force for each language; null for the built-in one. */
  texts,
  /** The number of active users, who would be asked for consent to new terms. */
  people: z.int(),
  /** 0 before the first publication. */
  version: z.int(),
})
export type Policy = z.infer<typeof policy>

const onePolicy = z.strictObject({ id, name: policyName })
const see = { anyOf: ['view-tenants', 'view-own-tenant'] } as const

/** A tenant other than one's own counts as missing, here and in the endpoints below. */
export const listPolicies = endpoint('listPolicies', 'GET /tenants/{id}/policies', {
  summary: 'The policies of a tenant, with the languages in which each has a text of its own',
  requires: see,
  replies: { 200: dataOf(z.array(z.strictObject({ name: policyName, own: z.array(z.enum(locales)) }))) },
})

export const getPolicy = endpoint('getPolicy', 'GET /tenants/{id}/policies/{name}', {
  summary: 'A policy of a tenant, as it is in force in each language',
  requires: see,
  params: onePolicy,
  replies: { 200: dataOf(policy) },
})

const ownText = z.nullable(prose(longestPolicy))

/** The languages to change, each with its new text, or null for the built-in one. */
const policyChange = z.strictObject({
  texts: z
    .strictObject(byLocale(() => z.optional(ownText)))
    .check(rule('required', (changed) => Object.keys(changed).length > 0)),
  /** True to ask everybody to accept again; for the terms only. */
  asksAgain: z.boolean(),
})
export type PolicyChange = z.infer<typeof policyChange>

/**
 * Publishes texts, which apply at once; earlier ones are kept. A request that changes no text and asks nobody leaves no
 * trace. 422 at `asksAgain` for a policy that needs no acceptance.
 */
export const publishPolicy = endpoint('publishPolicy', 'POST /tenants/{id}/policies/{name}', {
  summary: 'Publish a policy of a tenant',
  requires: { anyOf: ['edit-tenants', 'edit-own-tenant'] },
  params: onePolicy,
  headers: ifMatch,
  body: policyChange,
  // Three bytes for each character in each locale, plus the JSON around them.
  maxBodyBytes: 3 * longestPolicy * locales.length + 100_000,
  replies: { 200: dataOf(policy) },
  audit: 'policy.published',
})

const publication = z.strictObject({
  version: z.int(),
  locales: z.array(z.enum(locales)),
  asksAgain: z.boolean(),
  /** The number of users whose latest acceptance is of this version; null if nobody was asked. */
  accepted: z.nullable(z.int()),
  /** ISO 8601 in UTC. */
  publishedAt: z.string(),
  /** The name of the publisher; null for a user who has left. */
  by: z.nullable(z.string()),
})
export type Publication = z.infer<typeof publication>

/** Lists all published versions, latest first. They are few, so there is no paging, and their texts are left out. */
export const listPolicyVersions = endpoint('listPolicyVersions', 'GET /tenants/{id}/policies/{name}/versions', {
  summary: 'What was published of a policy, the latest first',
  requires: see,
  params: onePolicy,
  replies: { 200: dataOf(z.array(publication)) },
})

const changedText = z.strictObject({
  locale: z.enum(locales),
  text: z.nullable(z.string()),
  /** The text that was in force in this language before. */
  before: z.nullable(z.string()),
})
export type ChangedText = z.infer<typeof changedText>

export const getPolicyVersion = endpoint('getPolicyVersion', 'GET /tenants/{id}/policies/{name}/versions/{version}', {
  summary: 'The texts of a publication, each beside the one before it; null for the built-in text',
  requires: see,
  params: z.strictObject({
    id,
    name: policyName,
    version: z.pipe(
      formalText(9).check(z.regex(/^[1-9]\d{0,8}$/)),
      z.transform((digits) => Number(digits)),
    ),
  }),
  replies: { 200: dataOf(z.array(changedText)) },
})
