import { sql } from 'kysely'
import { emailKeyOf, type Person } from '../access/person.ts'
import type { Scope } from '../access/scope.ts'

const changed = { updated_at: sql<Date>`now()`, version: sql<number>`version + 1` }

/**
 * Takes email and mobile number out of the invites that were a person's, ends their codes, and answers their ids. One that
 * waits can no longer be redeemed.
 */
export async function eraseInvites({ db }: Scope, person: Person): Promise<string[]> {
  const theirs = await db
    .updateTable('invites')
    .set({
      ...changed,
      email: sql<string>`'anonymized-' || id`,
      mobile: null,
      state: sql`case when state <> 'pending' then state when expires_at < now() then 'expired' else 'revoked' end`,
      revoked_at: sql`case when state = 'pending' and expires_at >= now() then now() else revoked_at end`,
    })
    .where((where) => where.or([where('user_id', '=', person.id), where('email_key', '=', emailKeyOf(person))]))
    .returning('id')
    .execute()
  if (person.mobile !== null) {
    await db
      .updateTable('invites')
      .set({ ...changed, mobile: null })
      .where('mobile', '=', person.mobile)
      .execute()
  }
  const ids = theirs.map(({ id }) => id)
  await db
    .deleteFrom('invite_codes')
    .where('invite_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return ids
}
