import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { touched } from '../access/changing/touched.ts'
import { isChanged } from '../platform/database.ts'
import { deleteTokens, type Link } from './link-repository.ts'

/**
 * Stores the email that is to replace the present one. An earlier pending one is replaced and its links end. Returns
 * false when the user has left.
 */
export async function beginEmailChange(scope: Scope, userId: string, email: string): Promise<boolean> {
  const updated = await scope.db
    .updateTable('users')
    .set({ ...touched(), pending_email: email })
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirst()
  await deleteTokens(scope, userId, ['verify-email'])
  return updated !== undefined
}

/** Cancels a pending change of email and its links. Returns false when there is none. */
export async function cancelEmailChange(scope: Scope, userId: string): Promise<boolean> {
  const updated = await scope.db
    .updateTable('users')
    .set({ ...touched(), pending_email: null })
    .where('id', '=', userId)
    .where('pending_email', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (updated !== undefined) await deleteTokens(scope, userId, ['verify-email'])
  return updated !== undefined
}

export async function markVerified(scope: Scope, userId: string): Promise<void> {
  await scope.db
    .updateTable('users')
    .set({ ...touched(), email_verified_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
}

/**
 * Replaces the email by the pending one that a link was sent to. Returns false when another account has the email by
 * now, after which the transaction must be rolled back.
 */
export async function movePendingEmail(scope: Scope, { userId, email }: Link): Promise<boolean> {
  return await isChanged(
    scope.db
      .updateTable('users')
      .set({
        ...touched(),
        email: sql<string>`pending_email`,
        pending_email: null,
        email_verified_at: sql<Date>`now()`,
      })
      .where('id', '=', userId)
      .where(sql<string>`lower(pending_email)`, '=', sql<string>`lower(${email}::text)`)
      .returning('id')
      .executeTakeFirst(),
  )
}
