import { sql } from 'kysely'
import { emailKeyOf, type Person } from '../access/person.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { touched } from '../access/changing/touched.ts'

/**
 * Finds the data that identifies a user, and locks their account until the transaction ends; undefined when they have
 * been erased, or never were.
 */
export async function lockPerson({ db }: Scope, userId: string): Promise<Person | undefined> {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('status', '<>', 'deleted')
    .select(['id', 'email', 'mobile'])
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Tells whether the actor is the only one who can manage this tenant, or the only operator. When two leave at once, the
 * second waits for the first.
 */
export async function isLastAdministrator({ db, actor }: ActorScope): Promise<boolean> {
  if (actor.userType !== 'tenant' && actor.userType !== 'unlimited') return false
  const administrators = await db
    .selectFrom('users')
    .where('user_type', '=', actor.userType)
    .where('status', '=', 'active')
    // An account without a password or a verified email cannot take over.
    .where('password_hash', 'is not', null)
    .where('email_verified_at', 'is not', null)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  return administrators.every(({ id }) => id === actor.id)
}

/**
 * Erases a person from their account, and deletes their groups and links. The account stays for the records that refer
 * to it. Another user's pending change to this email is cancelled with its links.
 */
export async function erasePerson({ db }: Scope, person: Person): Promise<void> {
  await db.deleteFrom('user_groups').where('user_id', '=', person.id).execute()
  await db
    .deleteFrom('tokens')
    .where((where) =>
      where.or([where('user_id', '=', person.id), where(sql<string>`lower(email)`, '=', emailKeyOf(person))]),
    )
    .execute()
  await db
    .updateTable('users')
    .set({ ...touched(), pending_email: null })
    .where('pending_email', 'is not', null)
    .where(sql<string>`lower(pending_email)`, '=', emailKeyOf(person))
    .execute()
  await db
    .updateTable('users')
    .set({ ...touched(), ...nobody, email: sql<string>`'anonymized-' || id` })
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
