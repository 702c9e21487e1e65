import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import type { Person } from './deletion-repository.ts'

/**
 * Erases what identifies a person, table by table, and leaves the rows that others count and point to. An address was
 * verified, so what carries it is theirs. A mobile number was not, and families share one: where it alone is theirs, it
 * alone goes.
 */
const changed = { updated_at: sql<Date>`now()`, version: sql<number>`version + 1` }
const keyOf = ({ email }: Person) => sql<string>`lower(${email}::text)`

/** Answers the ids of the invites that were theirs. One that waits can no longer be redeemed. */
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
    .where((where) => where.or([where('user_id', '=', person.id), where('email_key', '=', keyOf(person))]))
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

/**
 * Every message to them, waiting or sent, and what became of it where there is no mail server; there also of those to
 * people whom they invited, which say their name.
 */
export async function eraseMail({ db }: Scope, person: Person, inviteIds: readonly string[]): Promise<void> {
  const toThem = sql<boolean>`lower(recipient) in (lower(${person.email}::text), ${person.mobile}::text)`
  const messages = await db
    .deleteFrom('messages')
    .where((where) =>
      where.or([
        where('user_id', '=', person.id),
        where('invite_id', '=', sql<string>`any(${inviteIds}::uuid[])`),
        toThem,
      ]),
    )
    .returning('id')
    .execute()
  const ids = messages.map(({ id }) => id)
  await db
    .deleteFrom('development_mail')
    .where((where) =>
      where.or([
        where('id', '=', sql<string>`any(${ids}::uuid[])`),
        where(
          'id',
          'in',
          where
            .selectFrom('messages as m')
            .innerJoin('users as u', (join) =>
              join.onRef('u.tenant_id', '=', 'm.tenant_id').onRef('u.id', '=', 'm.user_id'),
            )
            .where('u.invited_by', '=', person.id)
            .select('m.id'),
        ),
        toThem,
      ]),
    )
    .execute()
}

/** What they were recording, and tests of them that somebody is recording; before it is forgotten who they are. */
export async function eraseDrafts({ db }: Scope, person: Person): Promise<void> {
  await db
    .deleteFrom('test_drafts')
    .where((where) =>
      where.or([
        where('user_id', '=', person.id),
        where('subject_id', 'in', where.selectFrom('subjects').where('user_id', '=', person.id).select('id')),
        where(
          'subject_id',
          'in',
          where.selectFrom('subject_identities').where('email_key', '=', keyOf(person)).select('subject_id'),
        ),
        where(sql<string>`lower(trim(content -> 'typedSubject' ->> 'email'))`, '=', keyOf(person)),
      ]),
    )
    .execute()
}

/** The identities of subjects that they are; the subjects and their records stay. */
export async function eraseSubjects({ db }: Scope, person: Person): Promise<void> {
  await db
    .deleteFrom('subject_identities')
    .where((where) =>
      where.or([
        where('email_key', '=', keyOf(person)),
        where('subject_id', 'in', where.selectFrom('subjects').where('user_id', '=', person.id).select('id')),
      ]),
    )
    .execute()
  await db
    .updateTable('subjects')
    .set({ ...changed, user_id: null })
    .where('user_id', '=', person.id)
    .execute()
}

/** The user, who stays for the records that point to them, and what belongs to them alone. */
export async function eraseUser({ db }: Scope, person: Person): Promise<void> {
  for (const table of ['sessions', 'browsers', 'user_groups', 'idempotency_keys'] as const) {
    await db.deleteFrom(table).where('user_id', '=', person.id).execute()
  }
  // Also links to their address for somebody else who wanted to change to it, and that wish.
  await db
    .deleteFrom('tokens')
    .where((where) =>
      where.or([where('user_id', '=', person.id), where(sql<string>`lower(email)`, '=', keyOf(person))]),
    )
    .execute()
  await db
    .updateTable('users')
    .set({ ...changed, pending_email: null })
    .where('pending_email', 'is not', null)
    .where(sql<string>`lower(pending_email)`, '=', keyOf(person))
    .execute()
  await db
    .updateTable('users')
    .set({ ...changed, ...nobody, email: sql<string>`'anonymized-' || id` })
    .where('id', '=', person.id)
    .execute()
}

const nobody = {
  status: 'deleted',
  full_name: 'Anonymized',
  lang: 'en',
  organisation_id: null,
  email_verified_at: null,
  pending_email: null,
  date_of_birth: null,
  country: null,
  mobile: null,
  password_hash: null,
  password_changed_at: null,
  must_change_password: false,
  last_login_at: null,
  invited_by: null,
  invited_at: null,
  terms_accepted_version: null,
  terms_accepted_at: null,
} as const
