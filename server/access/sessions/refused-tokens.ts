import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ActorScope, Scope } from '../scope.ts'

/** Why a token is refused whose holder proves by it that it is a real one. */
type WhyRefused = 'expired' | 'revoked' | 'paused'

/** Counts a refused call with a real token that does not work, and says why. Undefined for a text that is no token of the tenant. */
export async function whyTokenIsRefused(scope: Scope, hash: Buffer): Promise<WhyRefused | undefined> {
  const rows = await countRefused(scope, sql`token_hash = ${hash}`)
  return rows[0]?.why
}

/** Counts a call of a machine that was refused although its token works. */
export async function countRefusedCall(scope: ActorScope): Promise<void> {
  await countRefused(scope, sql`id = ${scope.actor.id}::uuid`)
}

async function countRefused({ db, tenant, now }: Scope, isIt: RawBuilder<SqlBool>): Promise<{ why: WhyRefused }[]> {
  const { rows } = await sql<{ why: WhyRefused }>`
    update api_tokens
    set refused_calls = least(refused_calls::bigint + 1, 2147483647)::int, last_refused_on = (now() at time zone 'UTC')::date
    where tenant_id = ${tenant.id} and ${isIt}
    returning case when revoked_at is not null then 'revoked' when expires_at <= ${now} then 'expired' else 'paused' end as why
  `.execute(db)
  return rows
}
