import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Failure } from '../platform/failure.ts'
import type { Person } from './person.ts'
import type { ActorScope, Scope } from './scope.ts'

/**
 * Claims the actor's key for a request that is about to make or change a resource. Answers undefined when it is the first with
 * this key, or has none, and of a repeat the id of the resource of then. Who sends the same key at the same time waits for
 * this transaction. Throws `idempotency-key-reused` where something else was sent under the key.
 */
export async function claimRequest(
  scope: ActorScope,
  key: string | undefined,
  sent: unknown,
  resourceId: string,
): Promise<string | undefined> {
  if (key === undefined) return undefined
  const requestHash = createHash('sha256').update(JSON.stringify(sent)).digest()
  const { rows } = await sql`
    insert into idempotency_keys (tenant_id, user_id, key, request_hash, resource_id)
    values (${scope.tenant.id}, ${scope.actor.id}, ${key}, ${requestHash}, ${resourceId})
    on conflict (tenant_id, user_id, key) do nothing
    returning key`.execute(scope.db)
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

/** Erases the keys under which a person has sent requests. */
export async function eraseIdempotencyKeys({ db }: Scope, person: Person): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('user_id', '=', person.id).execute()
}
