import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Scope } from '../access/scope.ts'
import { hashToken } from '../access/tokens.ts'
import { forgetBrowsers } from './browser-repository.ts'

/** Sessions end at the latest this many hours after login. */
const absoluteHours = 12

/** What decides whether somebody may log in. */
export async function findAccount(scope: Scope, email: string) {
  return scope.db
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .leftJoin('organisations as o', (join) =>
      join.onRef('o.tenant_id', '=', 'u.tenant_id').onRef('o.id', '=', 'u.organisation_id'),
    )
    .where('u.email_key', '=', sql<string>`lower(${email}::text)`)
    .select([
      'u.id',
      'u.email',
      'u.lang',
      'u.password_hash',
      'u.email_verified_at',
      'u.pending_email',
      'u.must_change_password',
      sql<boolean>`u.status <> 'active' or t.status = 'suspended' or coalesce(o.status, 'active') = 'suspended'`.as(
        'is_suspended',
      ),
      sql<boolean>`t.password_expiry_days > 0 and u.password_changed_at < now() - make_interval(days => t.password_expiry_days)`.as(
        'is_password_expired',
      ),
    ])
    .executeTakeFirst()
}
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/**
 * Starts a session of an account. False when the account has changed since it was found, such as by a suspension or a
 * change of email while the password was checked: whoever changes it next waits for this, and ends the session with the
 * others.
 */
export async function insertSession(scope: Scope, account: Account, token: string): Promise<boolean> {
  const userId = account.id
  const isUnchanged = await scope.db
    .updateTable('users')
    .set({ last_login_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .where('password_hash', '=', account.password_hash)
    .where('must_change_password', '=', false)
    .where('pending_email', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (isUnchanged === undefined) return false
  await Promise.all([
    scope.db
      .insertInto('sessions')
      .values({
        tenant_id: scope.tenant.id,
        token_hash: hashToken(token),
        id: newId(),
        user_id: userId,
        expires_at: sql<Date>`now() + make_interval(hours => ${absoluteHours})`,
      })
      .execute(),
    scope.db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('expires_at', '<', sql<Date>`now()`)
      .execute(),
  ])
  return true
}

export async function deleteSession(scope: Scope, tokenHash: Buffer): Promise<void> {
  await scope.db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Somebody who may get a new password, with what it must not be made of. */
export async function findPerson(scope: Scope, userId: string) {
  return scope.db
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .where('u.id', '=', userId)
    .where('u.status', '=', 'active')
    .where('t.status', '=', 'active')
    .select([
      'u.id',
      'u.email',
      'u.lang',
      'u.full_name',
      sql<boolean>`u.password_hash is not null`.as('has_password'),
      sql<boolean>`u.email_verified_at is not null`.as('is_verified'),
      't.name as tenant_name',
      't.product_name',
    ])
    .executeTakeFirst()
}
export type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>

/**
 * Keeps others from changing a user until the transaction ends. Whoever changes both a user and their links takes the
 * user first, so that nobody waits for each other.
 */
export async function lockUser(scope: Scope, userId: string): Promise<void> {
  await scope.db.selectFrom('users').where('id', '=', userId).forNoKeyUpdate().select('id').execute()
}

/**
 * Stores a password's hash, ends every session of its user, or all but one, and forgets their browsers. Whoever set it
 * with a link has read a mail to their address, which is thereby verified. False for somebody who has left meanwhile.
 */
export async function savePassword(
  scope: Scope,
  userId: string,
  passwordHash: string,
  exceptSessionId?: string,
): Promise<boolean> {
  const [updated] = await Promise.all([
    scope.db
      .updateTable('users')
      .set({
        password_hash: passwordHash,
        password_changed_at: sql<Date>`now()`,
        must_change_password: false,
        email_verified_at: sql<Date>`coalesce(email_verified_at, now())`,
        updated_at: sql<Date>`now()`,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', userId)
      .where('status', '!=', 'deleted')
      .returning('id')
      .executeTakeFirst(),
    endSessions(scope, userId, exceptSessionId),
    forgetBrowsers(scope, userId, ['email', 'login']),
  ])
  return updated !== undefined
}

/** Ends every session of a user, or all but one. */
export async function endSessions(scope: Scope, userId: string, exceptSessionId?: string): Promise<void> {
  await scope.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptSessionId !== undefined, (query) => query.where('id', '!=', exceptSessionId ?? ''))
    .execute()
}

/** The sessions of a user that have not ended, the latest seen first. */
export async function listSessions(scope: Scope, userId: string) {
  return scope.db
    .selectFrom('sessions as s')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .where('s.user_id', '=', userId)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('s.last_seen_at', '>', sql<Date>`now() - make_interval(mins => t.session_idle_minutes)`)
    .select(['s.id', 's.created_at', 's.last_seen_at'])
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id')
    .execute()
}
