import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Language } from '../../contract/rules/formats.ts'
import { emailKeyOf, type Person } from '../access/person.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { touched } from '../access/touched.ts'
import { isUniqueViolation } from '../platform/database.ts'

/** Days that an invite is open, from when it was sent last. */
const daysOpen = 14
const itsEnd = sql<Date>`now() + make_interval(days => ${sql.lit(daysOpen)})`

/** What a tenant asks of mobile numbers. */
export async function findMobileRules(scope: Scope) {
  return scope.db
    .selectFrom('tenants')
    .where('id', '=', scope.tenant.id)
    .select(['countries', 'phone_regex'])
    .executeTakeFirstOrThrow()
}

/** Whether the tenant has an account or an open invite of this email, the account first. */
export async function findObstacle(scope: Scope, email: string): Promise<'registered' | 'invited' | null> {
  const key = sql<string>`lower(${email}::text)`
  const { rows } = await sql<{ is_registered: boolean; is_invited: boolean }>`
    select exists (select from users where email_key = ${key}) as is_registered,
           exists (select from invites where email_key = ${key} and state = 'pending' and expires_at > now()) as is_invited
  `.execute(scope.db)
  if (rows[0]?.is_registered) return 'registered'
  return rows[0]?.is_invited ? 'invited' : null
}

/** Marks an invite of this email whose time is over, so that another one can be open. */
export async function markExpired(scope: Scope, email: string): Promise<void> {
  await scope.db
    .updateTable('invites')
    .set({ state: 'expired', ...touched() })
    .where('email_key', '=', sql<string>`lower(${email}::text)`)
    .where('state', '=', 'pending')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
}

export interface InviteToSend {
  organisationId: string
  groupId: string
  email: string
  /** As E.164. */
  mobile: string | null
  lang: Language
}

/** Inserts an open invite of the actor; undefined when the email has one by now. */
export async function insertInvite(scope: ActorScope, invite: InviteToSend): Promise<string | undefined> {
  const inserted = await scope.db
    .insertInto('invites')
    .values({
      tenant_id: scope.tenant.id,
      id: newId(),
      organisation_id: invite.organisationId,
      group_id: invite.groupId,
      email: invite.email,
      mobile: invite.mobile,
      lang: invite.lang,
      invited_by: scope.actor.id,
      expires_at: itsEnd,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/**
 * Opens an invite again, from now on. False when it is redeemed, or when the email has an account or another open invite;
 * after that the transaction can only be rolled back.
 */
export async function reopenInvite(scope: Scope, id: string): Promise<boolean> {
  try {
    const updated = await scope.db
      .updateTable('invites as i')
      .set({
        state: 'pending',
        sent_at: sql<Date>`now()`,
        expires_at: itsEnd,
        revoked_at: null,
        ...touched(),
      })
      .where('i.id', '=', id)
      .where('i.state', '!=', 'redeemed')
      .where((where) =>
        where.not(
          where.exists(where.selectFrom('users as u').whereRef('u.email_key', '=', 'i.email_key').select('u.id')),
        ),
      )
      .returning('i.id')
      .executeTakeFirst()
    return updated !== undefined
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** Takes an invite back. False when it was redeemed or taken back before. */
export async function markRevoked(scope: Scope, id: string): Promise<boolean> {
  const updated = await scope.db
    .updateTable('invites')
    .set({
      state: 'revoked',
      revoked_at: sql<Date>`now()`,
      ...touched(),
    })
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'expired'])
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/**
 * Takes email and mobile number out of the invites that were a person's, ends their codes, and answers their ids. One that
 * waits can no longer be redeemed.
 */
export async function erasePerson({ db }: Scope, person: Person): Promise<string[]> {
  const theirs = await db
    .updateTable('invites')
    .set({
      email: sql<string>`'anonymized-' || id`,
      mobile: null,
      state: sql`case when state <> 'pending' then state when expires_at < now() then 'expired' else 'revoked' end`,
      revoked_at: sql`case when state = 'pending' and expires_at >= now() then now() else revoked_at end`,
      ...touched(),
    })
    .where((where) => where.or([where('user_id', '=', person.id), where('email_key', '=', emailKeyOf(person))]))
    .returning('id')
    .execute()
  if (person.mobile !== null) {
    await db
      .updateTable('invites')
      .set({ mobile: null, ...touched() })
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
