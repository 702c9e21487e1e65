import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import type { Tables } from '../access/tables.ts'
import { hashToken } from '../access/sessions/tokens.ts'
import { holdUser } from './repository.ts'
import { accountLinkDays, passwordLinkMinutes } from '../../contract/limits-and-times.ts'

export type TokenPurpose = Tables['tokens']['purpose']

/** The user of a link and the address that it was sent to, which is the only one that it verifies. */
export interface Link {
  userId: string
  email: string
}

/** Minutes for which a link works after its message was sent. */
const minutesOf: Record<TokenPurpose, number> = {
  password: passwordLinkMinutes,
  'set-up': accountLinkDays * 24 * 60,
  'verify-registration': accountLinkDays * 24 * 60,
  'verify-email': accountLinkDays * 24 * 60,
}

/**
 * Stores the hash of a new token, in place of the user's earlier ones for this purpose. Nothing is stored for an erased
 * user.
 */
export async function insertToken(
  scope: Scope,
  { userId, email, purpose, token }: Link & { purpose: TokenPurpose; token: string },
): Promise<void> {
  if (!(await holdUser(scope, userId))) return
  await deleteTokens(scope, userId, [purpose])
  await scope.db
    .insertInto('tokens')
    .values({
      tenant_id: scope.tenant.id,
      token_hash: hashToken(token),
      user_id: userId,
      purpose,
      email,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutesOf[purpose]}::int)`,
    })
    .execute()
}

/**
 * Finds the link of a token; undefined when the token has another purpose, or is unknown, used, replaced or expired.
 */
export async function findToken(
  scope: Scope,
  purposes: readonly TokenPurpose[],
  token: string,
): Promise<(Link & { purpose: TokenPurpose }) | undefined> {
  return scope.db
    .selectFrom('tokens')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['user_id as userId', 'email', 'purpose'])
    .executeTakeFirst()
}

/** Deletes a token if it has this purpose. */
export async function useToken(scope: Scope, purpose: TokenPurpose, token: string): Promise<void> {
  await scope.db
    .deleteFrom('tokens')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .execute()
}

/** Ends a user's links for these purposes. */
export async function deleteTokens(scope: Scope, userId: string, purposes: readonly TokenPurpose[]): Promise<void> {
  await scope.db.deleteFrom('tokens').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
}
