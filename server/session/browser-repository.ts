import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import type { Tables } from '../access/tables.ts'
import { hashToken } from '../access/tokens.ts'

/** What somebody has done in a browser: asked for the email that waits to be confirmed, or logged in. */
type Purpose = Tables['browsers']['purpose']

/** Browsers that are remembered of one person, of each purpose: more than anybody uses. */
const mostBrowsers = 20

/** Remembers the browser that holds this token as one of the user's; the one that was not used longest is forgotten for it. */
export async function rememberBrowser(scope: Scope, userId: string, purpose: Purpose, token: string): Promise<void> {
  await scope.db
    .insertInto('browsers')
    .values({ tenant_id: scope.tenant.id, user_id: userId, purpose, token_hash: hashOf(userId, token) })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'purpose', 'token_hash']).doUpdateSet({ used_at: sql<Date>`now()` }),
    )
    .execute()
  await scope.db
    .deleteFrom('browsers')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('token_hash', 'not in', (query) =>
      query
        .selectFrom('browsers as latest')
        .where('latest.user_id', '=', userId)
        .where('latest.purpose', '=', purpose)
        .orderBy('latest.used_at', 'desc')
        .orderBy('latest.token_hash')
        .limit(mostBrowsers)
        .select('latest.token_hash'),
    )
    .execute()
}

/** Whether the browser that holds this token is one of the user's. One without a token is nobody's. */
export async function isBrowserOf(
  scope: Scope,
  userId: string,
  purpose: Purpose,
  token: string | undefined,
): Promise<boolean> {
  if (token === undefined) return false
  const found = await scope.db
    .selectFrom('browsers')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('token_hash', '=', hashOf(userId, token))
    .select('user_id')
    .executeTakeFirst()
  return found !== undefined
}

export async function forgetBrowsers(scope: Scope, userId: string, purposes: readonly Purpose[]): Promise<void> {
  await scope.db.deleteFrom('browsers').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
}

function hashOf(userId: string, token: string): Buffer {
  return hashToken(`${userId}:${token}`)
}
