import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'

/** Finds an account by its email, with everything that decides whether it may log in. */
export async function findAccount(scope: Scope, email: string) {
  return scope.db
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .leftJoin('organisations as o', 'o.id', 'u.organisation_id')
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
      // True when only the organisation is suspended, and not the account itself.
      sql<boolean>`u.status = 'active' and coalesce(o.status, 'active') = 'suspended'`.as('is_place_suspended'),
      sql<boolean>`t.password_expiry_days > 0 and u.password_changed_at < now() - make_interval(days => t.password_expiry_days)`.as(
        'is_password_expired',
      ),
    ])
    .executeTakeFirst()
}
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Finds a user who may get a new password, with the words that it must not contain. */
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
      't.id as tenant_id',
      't.name as tenant_name',
      't.product_name',
    ])
    .executeTakeFirst()
}
export type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>

/**
 * Tells whether a link's user still waits for their first password and may set it. The row is locked until the
 * transaction ends, so that a concurrent call waits.
 */
export async function isInvited(scope: Scope, { userId, email }: { userId: string; email: string }): Promise<boolean> {
  const found = await scope.db
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .leftJoin('organisations as o', 'o.id', 'u.organisation_id')
    .where('u.id', '=', userId)
    .where('u.email_key', '=', sql<string>`lower(${email}::text)`)
    .where('u.password_hash', 'is', null)
    .where('u.status', '=', 'active')
    .where('t.status', '=', 'active')
    .where(sql<boolean>`coalesce(o.status, 'active') = 'active'`)
    .forNoKeyUpdate('u')
    .select('u.id')
    .executeTakeFirst()
  return found !== undefined
}

/** Finds the tenant's rules for registration. */
export async function findRegistrationRules(scope: Scope) {
  return scope.db
    .selectFrom('tenants')
    .where('id', '=', scope.tenant.id)
    .select(['id as tenant_id', 'name as tenant_name', 'product_name', 'countries', 'phone_regex', 'status'])
    .executeTakeFirstOrThrow()
}

/**
 * Finds the user whose email waits to be verified, and that email. For a change of email they are found by the new or
 * the present one, otherwise by the first one. When several people change to one address, the first to verify it gets
 * it. An address with an account is never found as a new one.
 */
export async function findUnverified(scope: Scope, email: string) {
  const key = sql<string>`lower(${email}::text)`
  return (
    scope.db
      .selectFrom('users as u')
      .where('u.status', '=', 'active')
      // Without a password there was an invitation, which the inviter sends again.
      .where('u.password_hash', 'is not', null)
      .where((where) =>
        where.or([
          where.and([
            where('u.email_key', '=', key),
            where('u.pending_email', 'is', null),
            where('u.email_verified_at', 'is', null),
          ]),
          where.and([
            where('u.pending_email', 'is not', null),
            where.or([where('u.email_key', '=', key), where(sql<string>`lower(u.pending_email)`, '=', key)]),
            where.not(
              where.exists(
                where
                  .selectFrom('users as o')
                  .whereRef('o.email_key', '=', sql<string>`lower(u.pending_email)`)
                  .select('o.id'),
              ),
            ),
          ]),
        ]),
      )
      .select([
        'u.id',
        'u.lang',
        sql<string>`coalesce(u.pending_email, u.email)`.as('email'),
        sql<boolean>`u.pending_email is not null`.as('is_change'),
      ])
      .orderBy('u.id')
      .limit(mostPending)
      .execute()
  )
}

/** More people than this only change to one address at once if somebody makes mischief. */
const mostPending = 5

/**
 * Finds the user whose email a link verifies, whether or not it is verified already. Undefined when the email has
 * changed again or now belongs to another account, and while the user is suspended. Links of users who have left are
 * gone.
 */
export async function findWaiting(
  scope: Scope,
  kind: 'verify-registration' | 'verify-email',
  { userId, email }: { userId: string; email: string },
) {
  const key = sql<string>`lower(${email}::text)`
  const isOwn = sql<boolean>`u.email_key = ${key}`
  const isVerified = sql<boolean>`(${isOwn} and u.email_verified_at is not null)`
  const isFree = sql<boolean>`not exists (
    select from users o where o.tenant_id = ${scope.tenant.id} and o.email_key = ${key})`
  const isWaiting = kind === 'verify-email' ? sql<boolean>`(lower(u.pending_email) = ${key} and ${isFree})` : isOwn
  return scope.db
    .selectFrom('users as u')
    .where('u.id', '=', userId)
    .where('u.status', '=', 'active')
    .where((where) => where.or([isVerified, isWaiting]))
    .select(['u.full_name', 'u.password_hash', isVerified.as('is_verified')])
    .executeTakeFirst()
}
