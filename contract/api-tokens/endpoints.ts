import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { longestTokenDays } from '../limits-and-times.ts'
import { listOf, listQuery } from '../listing.ts'
import { dataOf, id, ids, rule, text } from '../schema.ts'
import { faultOfToken, tokenPermissions, type Reach, type TokenPermission } from './rights.ts'

const requires = { rule: 'mayKeepApiTokens' } as const

/**
 * Whether a token works: `expired` and `revoked` are for good. `maker-left` as long as the administrator who made it is
 * none who may log in, and `place-suspended` as long as its organisation or all of its groups are suspended.
 */
const tokenStates = ['active', 'maker-left', 'place-suspended', 'expired', 'revoked'] as const
export type TokenState = (typeof tokenStates)[number]

const named = z.strictObject({ id, name: z.string() })

const apiToken = z.strictObject({
  id,
  name: z.string(),
  state: z.enum(tokenStates),
  permissions: z.array(z.enum(tokenPermissions)),
  /** The only organisation that it reaches; null for the whole tenant. */
  organisation: z.nullable(named),
  /** The only groups of the organisation that it reaches; empty for all of them. */
  groups: z.array(named),
  /** The last four characters of the secret. */
  lastFour: z.string(),
  /** Null if the administrator has left. */
  madeBy: z.nullable(z.string()),
  /** Times are ISO 8601 in UTC. */
  createdAt: z.string(),
  expiresAt: z.string(),
  revokedAt: z.nullable(z.string()),
  /** A day in UTC, as YYYY-MM-DD; null for a token that was never used. */
  lastUsedOn: z.nullable(z.string()),
  /** Calls with it that were refused, because it has ended or may not do what they asked for. */
  refusedCalls: z.int(),
  /** A day in UTC, as YYYY-MM-DD; null if none was refused. */
  lastRefusedOn: z.nullable(z.string()),
})
export type ApiToken = z.infer<typeof apiToken>

export const apiTokenList = listQuery({ filters: {}, sorts: ['-created_at'], default: '-created_at' })

/** Lists the tenant's tokens, revoked and expired ones included, the latest first. Their secrets are stored nowhere. */
export const listApiTokens = endpoint('listApiTokens', 'GET /api-tokens', {
  summary: 'Tokens of machines, the latest first',
  requires,
  query: apiTokenList.page,
  replies: { 200: listOf(apiToken) },
})

/** Checks what a token may do against what it reaches. */
function rightsRule(phrase: NonNullable<ReturnType<typeof faultOfToken>>) {
  return z.refine<{ permissions: readonly TokenPermission[] } & Reach>(
    ({ permissions, ...reach }) => faultOfToken(permissions, reach) !== phrase,
    { path: ['permissions'], params: { phrase, values: {} } },
  )
}

export const newApiToken = z
  .strictObject({
    name: text(100),
    permissions: z.array(z.enum(tokenPermissions)).check(
      z.minLength(1),
      rule('malformed', (list) => new Set(list).size === list.length),
    ),
    /** Null for the whole tenant. */
    organisationId: z.nullable(id),
    /** Groups of that organisation; empty for all of them. */
    groupIds: ids(100),
    /** The days after which it expires. */
    days: z.int().check(z.minimum(1), z.maximum(longestTokenDays)),
  })
  .check(
    z.refine(({ organisationId, groupIds }) => organisationId !== null || groupIds.length === 0, {
      path: ['organisationId'],
      params: { phrase: 'required', values: {} },
    }),
    rightsRule('permissionBeyond'),
    rightsRule('permissionNeeds'),
  )
export type NewApiToken = z.infer<typeof newApiToken>

const newToken = z.extend(apiToken, {
  /** The token itself, as `Authorization: Bearer` carries it. No other reply has it. */
  secret: z.string(),
})
export type CreatedApiToken = z.infer<typeof newToken>

/**
 * Makes a token. It never does more than its maker may, and a tenant has `mostTokens` that work. There is no key against repeats, because a repeat could not
 * answer with the secret: each request makes another token.
 */
export const createApiToken = endpoint('createApiToken', 'POST /api-tokens', {
  summary: 'Make a token for a machine; only this reply has its secret',
  requires,
  body: newApiToken,
  replies: { 201: dataOf(newToken) },
  limit: { attempts: 30, minutes: 15 },
  audit: 'api-token.created',
})

/** Ends a token at its next request. One that has ended stays as it is. */
export const revokeApiToken = endpoint('revokeApiToken', 'PUT /api-tokens/{id}/revoke', {
  summary: 'Revoke a token',
  requires,
  replies: { 200: dataOf(apiToken) },
  audit: 'api-token.revoked',
})
