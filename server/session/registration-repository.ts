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

/** Whose email waits to be verified, and which one: the new one of somebody who changes it, else the first. */
export async function findUnverified(scope: Scope, email: string) {
  return (
    scope.db
      .selectFrom('users')
      .where('email_key', '=', sql<string>`lower(${email}::text)`)
      .where('status', '=', 'active')
      // Without a password there was an invitation, which is sent again by whoever invited.
      .where('password_hash', 'is not', null)
      .where((where) => where.or([where('pending_email', 'is not', null), where('email_verified_at', 'is', null)]))
      .select(['id', 'lang', 'email', 'pending_email'])
      .executeTakeFirst()
  )
}

/** Notes that the email of a link is verified. False when there is nothing to note, as of a link that is used again. */
export async function markVerified(scope: Scope, { userId, email }: Link): Promise<boolean> {
  const updated = await scope.db
    .updateTable('users')
    .set({
      email_verified_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', userId)
    .where('email_key', '=', sql<string>`lower(${email}::text)`)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/**
 * Puts the new email that a link was sent to in the place of the old one. False when there is nothing to change;
 * `taken` when somebody else has the email by now, after which the transaction can only be rolled back.
 */
export async function movePendingEmail(scope: Scope, { userId, email }: Link): Promise<boolean | 'taken'> {
  try {
    const updated = await scope.db
      .updateTable('users')
      .set({
        email: sql<string>`pending_email`,
        pending_email: null,
        email_verified_at: sql<Date>`now()`,
        updated_at: sql<Date>`now()`,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', userId)
      .where(sql<string>`lower(pending_email)`, '=', sql<string>`lower(${email}::text)`)
      .returning('id')
      .executeTakeFirst()
    return updated !== undefined
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    throw error
  }
}

/** Whether this is the verified email of the link's user. */
export async function hasVerifiedEmail(scope: Scope, { userId, email }: Link): Promise<boolean> {
  const found = await scope.db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('email_key', '=', sql<string>`lower(${email}::text)`)
    .where('email_verified_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}
