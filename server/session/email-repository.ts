import { sql } from 'kysely'
import { deleteTokens } from '../access/link-tokens.ts'
import type { Scope } from '../access/scope.ts'
import { forgetBrowsers } from './browser-repository.ts'

const changed = { updated_at: sql<Date>`now()`, version: sql<number>`version + 1` }

/** Notes the email that is to take the place of the present one, in place of one noted before. False for who has left. */
export async function beginEmailChange(scope: Scope, userId: string, email: string): Promise<boolean> {
  const updated = await scope.db
    .updateTable('users')
    .set({ ...changed, pending_email: email })
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirst()
  await endWaiting(scope, userId)
  return updated !== undefined
}

/** Takes a change of email back that waits to be verified, with the links that would verify it. */
export async function cancelEmailChange(scope: Scope, userId: string): Promise<void> {
  const updated = await scope.db
    .updateTable('users')
    .set({ ...changed, pending_email: null })
    .where('id', '=', userId)
    .where('pending_email', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (updated !== undefined) await endWaiting(scope, userId)
}

async function endWaiting(scope: Scope, userId: string): Promise<void> {
  await deleteTokens(scope, userId, ['verify-email'])
  await forgetBrowsers(scope, userId, ['email'])
}
