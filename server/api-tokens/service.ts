import { v7 as newId } from 'uuid'
import type {
  ApiToken,
  CreatedApiToken,
  listApiTokens as listEndpoint,
  NewApiToken,
} from '../../contract/api-tokens/endpoints.ts'
import { typeOfReach } from '../../contract/api-tokens/rights.ts'
import type { Query, Reply } from '../../contract/endpoint.ts'
import { mostTokens } from '../../contract/limits-and-times.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { newApiToken } from '../access/sessions/api-token.ts'
import { hashToken } from '../access/sessions/tokens.ts'
import { insertMachine } from '../accounts/service.ts'
import { tellAdministrators } from '../messages/service.ts'
import { found, invalid } from '../platform/failure.ts'
import { insertOrigin } from '../test-records/service.ts'
import { requireSoundPlacement } from '../users/service.ts'
import {
  countKeptTokens,
  findToken,
  insertTokenRow,
  listTokenRows,
  revokeTokenRow,
  takeExpiring,
  type TokenRow,
} from './repository.ts'

export async function listApiTokens(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  const { items, page } = await listTokenRows(scope, query)
  return { data: items.map(shown), page }
}

/**
 * Makes a token with its account, and returns the only copy of its secret. Throws `validation` for a permission that the
 * actor lacks, for a place that does not exist or is suspended, and when the tenant has as many tokens as it can.
 */
export async function createApiToken(scope: ActorScope, form: NewApiToken): Promise<CreatedApiToken> {
  const { name, permissions, organisationId, groupIds, days } = form
  if (!permissions.every((permission) => scope.actor.permissions.includes(permission))) {
    throw invalid('permissions', 'permissionBeyond')
  }
  if ((await countKeptTokens(scope)) >= mostTokens) throw invalid('name', 'tokensUsedUp', { most: mostTokens })
  const places = { organisationId, groupIds }
  await requireSoundPlacement(scope, { userType: typeOfReach(places), ...places })
  const id = newId()
  const secret = newApiToken()
  const expiresAt = new Date(scope.now.getTime() + days * 24 * 60 * 60 * 1000)
  await insertMachine(scope, id, name)
  await insertOrigin(scope, { kind: 'token', id, name, recordedBy: id })
  await insertTokenRow(scope, id, {
    hash: hashToken(secret),
    lastFour: secret.slice(-4),
    permissions,
    ...places,
    expiresAt,
  })
  await recordDone(scope, 'api-token.created', id, { permissions, ...places, expiresAt: expiresAt.toISOString() })
  return { ...shown(found(await findToken(scope, id))), secret }
}

/** Ends a token in every process at its next request. Throws `not-found`. */
export async function revokeApiToken(scope: ActorScope, id: string): Promise<ApiToken> {
  if (await revokeTokenRow(scope, id)) await recordDone(scope, 'api-token.revoked', id)
  return shown(found(await findToken(scope, id)))
}

/** Tells the tenant's administrators of tokens that soon expire, once. Returns how many of `most` there were. */
export async function warnOfExpiringTokens(scope: Scope, most: number): Promise<number> {
  const expiring = await takeExpiring(scope, most)
  if (expiring > 0) await tellAdministrators(scope, 'token-expires')
  return expiring
}

function shown(row: TokenRow): ApiToken {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    permissions: row.permissions,
    organisation: row.organisation_id === null ? null : { id: row.organisation_id, name: row.organisation_name ?? '' },
    groups: row.groups,
    lastFour: row.last_four,
    madeBy: row.made_by_name,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    lastUsedOn: row.last_used_on,
    refusedCalls: row.refused_calls,
    lastRefusedOn: row.last_refused_on,
  }
}
