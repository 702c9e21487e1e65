import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Language } from '../../contract/rules/formats.ts'
import type { Country } from '../../contract/rules/postcode.ts'
import type { Link } from '../access/link-tokens.ts'
import type { Scope } from '../access/scope.ts'
import { isUniqueViolation } from '../platform/database.ts'

/** What a tenant asks of those who register. */
export async function findRegistrationRules(scope: Scope) {
  return scope.db
    .selectFrom('tenants')
    .where('id', '=', scope.tenant.id)
    .select(['name as tenant_name', 'product_name', 'countries', 'phone_regex', 'status'])
    .executeTakeFirstOrThrow()
}

export interface NewPatient {
  email: string
  fullName: string
  passwordHash: string
  dateOfBirth: string
  country: Country
  /** As E.164. */
  mobile: string | null
  lang: Language
  termsVersion: string
  /** Of one who was invited. */
  invitation?: { by: string; at: Date; verifiesEmail: boolean }
}

/** Inserts a patient, whose email is to be verified unless an invitation has; undefined when the email has an account. */
export async function insertPatient(scope: Scope, patient: NewPatient): Promise<string | undefined> {
  const { invitation } = patient
  const inserted = await scope.db
    .insertInto('users')
    .values({
      tenant_id: scope.tenant.id,
      id: newId(),
      email: patient.email,
      full_name: patient.fullName,
      user_type: 'patient',
      lang: patient.lang,
      date_of_birth: patient.dateOfBirth,
      country: patient.country,
      mobile: patient.mobile,
      password_hash: patient.passwordHash,
      password_changed_at: sql<Date>`now()`,
      terms_accepted_version: patient.termsVersion,
      terms_accepted_at: sql<Date>`now()`,
      email_verified_at: invitation?.verifiesEmail ? sql<Date>`now()` : null,
      invited_by: invitation?.by ?? null,
      invited_at: invitation?.at ?? null,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'email_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/**
 * Whose email waits to be verified, and which one: the new one of those who change theirs, by that or by the present one,
 * else the first. Several people may have begun to change to the same address: the first to verify it gets it. An address
 * that has an account is nobody's new one.
 */
export async function findUnverified(scope: Scope, email: string) {
  const key = sql<string>`lower(${email}::text)`
  return (
    scope.db
      .selectFrom('users as u')
      .where('u.status', '=', 'active')
      // Without a password there was an invitation, which is sent again by whoever invited.
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

/** More people do not change to one address at once, unless somebody makes mischief. */
const mostPending = 5

/**
 * Whose email a link confirms, whether it waits for that or is verified already; undefined when it is neither, as after
 * another change, or when somebody else has the email by now. Who has left has no links.
 */
export async function findWaiting(scope: Scope, kind: 'verify-registration' | 'verify-email', { userId, email }: Link) {
  const key = sql<string>`lower(${email}::text)`
  const isOwn = sql<boolean>`u.email_key = ${key}`
  const isVerified = sql<boolean>`(${isOwn} and u.email_verified_at is not null)`
  const isFree = sql<boolean>`not exists (select from users o where o.email_key = ${key})`
  const isWaiting = kind === 'verify-email' ? sql<boolean>`(lower(u.pending_email) = ${key} and ${isFree})` : isOwn
  return scope.db
    .selectFrom('users as u')
    .where('u.id', '=', userId)
    .where((where) => where.or([isVerified, isWaiting]))
    .select(['u.full_name', 'u.password_hash', isVerified.as('is_verified')])
    .executeTakeFirst()
}

/** Notes that a user's email is verified. */
export async function markVerified(scope: Scope, userId: string): Promise<void> {
  await scope.db
    .updateTable('users')
    .set({ ...changed, email_verified_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
}

/**
 * Puts the new email that a link was sent to in the place of the old one. False when somebody else has got the email
 * meanwhile, after which the transaction can only be rolled back.
 */
export async function movePendingEmail(scope: Scope, { userId, email }: Link): Promise<boolean> {
  try {
    const updated = await scope.db
      .updateTable('users')
      .set({
        ...changed,
        email: sql<string>`pending_email`,
        pending_email: null,
        email_verified_at: sql<Date>`now()`,
      })
      .where('id', '=', userId)
      .where(sql<string>`lower(pending_email)`, '=', sql<string>`lower(${email}::text)`)
      .returning('id')
      .executeTakeFirst()
    return updated !== undefined
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

const changed = { updated_at: sql<Date>`now()`, version: sql<number>`version + 1` }
