import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { policyNames } from '../phrases/policy.ts'
import { locales } from '../rules/formats.ts'
import { formalText, dataOf, id, prose, rule } from '../schema.ts'
import { ifMatch } from '../versions.ts'

const policyName = z.enum(policyNames)

/** The most characters that the text of a policy may have, in each language. */
export const longestPolicy = 100_000

const shownText = z.strictObject({
  /** Markdown with `{{product}}` and `{{tenant}}` to be filled in; null where the built-in text is in force. */
  text: z.nullable(z.string()),
  /** What is accepted with this text, for `acceptTerms`; null of other policies than the terms. */
  termsVersion: z.nullable(z.string()),
})
export type ShownPolicy = z.infer<typeof shownText>

/** What is in force at this host, for anybody to read. It is asked for by the page that shows it. */
export const readPolicy = endpoint({
  name: 'readPolicy',
  method: 'GET',
  path: '/policies/{name}',
  summary: 'The text of a policy in a language',
  requires: 'anyone',
  params: z.strictObject({ name: policyName }),
  query: z.strictObject({ lang: z.enum(locales) }),
  replies: { 200: dataOf(shownText) },
})

const texts = z.strictObject({
  en_GB: z.nullable(z.string()),
  en_US: z.nullable(z.string()),
  es_MX: z.nullable(z.string()),
})

const policy = z.strictObject({
  name: policyName,
  /** In force in each language; null for the built-in text. */
  texts,
  /** Active users, who would be asked for consent to new terms. */
  people: z.int(),
  /** 0 before anything was published. */
  version: z.int(),
})
export type Policy = z.infer<typeof policy>

const ofTenant = z.strictObject({ id })
const onePolicy = z.strictObject({ id, name: policyName })
const see = { anyOf: ['view-tenants', 'view-own-tenant'] } as const

/** Another tenant than one's own answers as a missing one, here and below. */
export const listPolicies = endpoint({
  name: 'listPolicies',
  method: 'GET',
  path: '/tenants/{id}/policies',
  summary: 'The policies of a tenant, with the languages in which each has a text of its own',
  requires: see,
  params: ofTenant,
  replies: { 200: dataOf(z.array(z.strictObject({ name: policyName, own: z.array(z.enum(locales)) }))) },
})

export const getPolicy = endpoint({
  name: 'getPolicy',
  method: 'GET',
  path: '/tenants/{id}/policies/{name}',
  summary: 'A policy of a tenant, as it is in force in each language',
  requires: see,
  params: onePolicy,
  replies: { 200: dataOf(policy) },
})

const ownText = z.nullable(prose(longestPolicy))

/** The languages that change, each with its new text, or null to go back to the built-in one. */
const policyChange = z.strictObject({
  texts: z
    .strictObject({ en_GB: z.optional(ownText), en_US: z.optional(ownText), es_MX: z.optional(ownText) })
    .check(rule('required', (changed) => Object.keys(changed).length > 0)),
  /** Whether everybody is asked to accept the terms again; of the terms alone. */
  asksAgain: z.boolean(),
})
export type PolicyChange = z.infer<typeof policyChange>

/**
 * Publishes texts, which are in force at once; earlier ones are kept. What changes no text and asks nobody leaves no trace.
 * 422 at `asksAgain` for a policy that nobody accepts.
 */
export const publishPolicy = endpoint({
  name: 'publishPolicy',
  method: 'POST',
  path: '/tenants/{id}/policies/{name}',
  summary: 'Publish a policy of a tenant',
  requires: { anyOf: ['edit-tenants', 'edit-own-tenant'] },
  params: onePolicy,
  headers: ifMatch,
  body: policyChange,
  // Three bytes for each character, in three languages, and what JSON puts around them.
  maxBodyBytes: 1_000_000,
  replies: { 200: dataOf(policy) },
  audit: 'policy.published',
})

const publication = z.strictObject({
  version: z.int(),
  locales: z.array(z.enum(locales)),
  asksAgain: z.boolean(),
  /** Users whose newest acceptance is of this version; null where nobody was asked. */
  accepted: z.nullable(z.int()),
  /** ISO 8601 in UTC. */
  publishedAt: z.string(),
  /** The name of who published it; null for somebody who has left. */
  by: z.nullable(z.string()),
})
export type Publication = z.infer<typeof publication>

/** Everything that was published, the latest first. There are few, so they come all at once, without their texts. */
export const listPolicyVersions = endpoint({
  name: 'listPolicyVersions',
  method: 'GET',
  path: '/tenants/{id}/policies/{name}/versions',
  summary: 'What was published of a policy, the latest first',
  requires: see,
  params: onePolicy,
  replies: { 200: dataOf(z.array(publication)) },
})

const changedText = z.strictObject({
  locale: z.enum(locales),
  text: z.nullable(z.string()),
  /** What was in force in this language before. */
  before: z.nullable(z.string()),
})
export type ChangedText = z.infer<typeof changedText>

export const getPolicyVersion = endpoint({
  name: 'getPolicyVersion',
  method: 'GET',
  path: '/tenants/{id}/policies/{name}/versions/{version}',
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
