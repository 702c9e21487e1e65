import { sql } from 'kysely'
import type { Tables } from './tables.ts'
import type { Scope } from './scope.ts'
import { hashToken } from './tokens.ts'

export type TokenPurpose = Tables['tokens']['purpose']

/** Minutes that a link works, from when its message was sent. */
const minutesOf: Record<TokenPurpose, number> = {
  password: 30,
  'set-up': 14 * 24 * 60,
  'verify-registration': 14 * 24 * 60,
  'verify-email': 14 * 24 * 60,
}

/** Stores the hash of a new token of this person, in place of their earlier ones for the same purpose. */
export async function insertToken(
  scope: Scope,
  { userId, purpose, token }: { userId: string; purpose: TokenPurpose; token: string },
): Promise<void> {
  await deleteTokens(scope, userId, purpose)
  await scope.db
    .insertInto('tokens')
    .values({
      tenant_id: scope.tenant.id,
      token_hash: hashToken(token),
      user_id: userId,
      purpose,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutesOf[purpose]}::int)`,
    })
    .execute()
}

/** Whose token this is, or undefined when it is unknown, used, replaced or expired. */
export async function findToken(scope: Scope, purpose: TokenPurpose, token: string): Promise<string | undefined> {
  const row = await scope.db
    .selectFrom('tokens')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .select('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** As `findToken`, and uses the token up: of requests that come at once, one gets the answer. */
export async function useToken(scope: Scope, purpose: TokenPurpose, token: string): Promise<string | undefined> {
  const row = await scope.db
    .deleteFrom('tokens')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

async function deleteTokens(scope: Scope, userId: string, purpose: TokenPurpose): Promise<void> {
  await scope.db.deleteFrom('tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
}
