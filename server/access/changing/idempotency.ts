import { hash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { Failure } from '../../platform/failure.ts'
import type { Person } from '../person.ts'
import type { ActorScope, Scope } from '../scope.ts'

/**
 * Claims the actor's key for a request that is about to make or change a resource. Returns undefined for the first
 * request with a key or one without a key, and the id of the resource for a repeat. A request with a key that is being
 * claimed waits for that transaction. Throws `idempotency-key-reused` when another request was sent under the key.
 */
export async function claimRequest(
  scope: ActorScope,
  key: string | undefined,
  sent: unknown,
  resourceId: string,
): Promise<string | undefined> {
  if (key === undefined) return undefined
  const requestHash = hash('sha256', JSON.stringify(sent, withoutLater), 'buffer')
  const values = [scope.tenant.id, scope.actor.id, key, requestHash, resourceId]
  const { rows } = await scope.db.executeQuery(CompiledQuery.raw(claimStatement, values))
  if (rows.length > 0) return undefined
  const earlier = await scope.db
    .selectFrom('idempotency_keys')
    .where('user_id', '=', scope.actor.id)
    .where('key', '=', key)
    .select(['request_hash', 'resource_id'])
    .executeTakeFirst()
  if (earlier === undefined || !requestHash.equals(earlier.request_hash)) throw new Failure('idempotency-key-reused')
  return earlier.resource_id
}

/**
 * Fields that were added after keys were first claimed. A null counts as absent, so that a request that is repeated
 * across an upgrade has the same hash.
 */
const later: ReadonlySet<string> = new Set(['performedOffset'])

function withoutLater(name: string, value: unknown): unknown {
  return value === null && later.has(name) ? undefined : value
}

/** Plain text, because building it with Kysely on each request would cost more. */
const claimStatement = `insert into idempotency_keys (tenant_id, user_id, key, request_hash, resource_id)
  values ($1, $2, $3, $4, $5)
  on conflict (tenant_id, user_id, key) do nothing
  returning key`

/** Deletes the idempotency keys of a person. */
export async function eraseIdempotencyKeys({ db }: Scope, person: Person): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('user_id', '=', person.id).execute()
}
