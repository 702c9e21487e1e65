import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { touched } from '../access/touched.ts'
import { isChanged } from '../platform/database.ts'
import { deleteTokens, type Link } from './link-repository.ts'

/**
 * Notes the email that is to take the place of the present one, in place of one noted before, whose links end. False for
 * somebody who has left.
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

/** Takes a change of email back that waits to be verified, with the links that would verify it. False when there is none. */
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

/** Notes that a user's email is verified. */
export async function markVerified(scope: Scope, userId: string): Promise<void> {
  await scope.db
    .updateTable('users')
    .set({ ...touched(), email_verified_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
}

/**
 * Puts the new email that a link was sent to in the place of the old one. False when somebody else has got the email
 * meanwhile, after which the transaction can only be rolled back.
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
