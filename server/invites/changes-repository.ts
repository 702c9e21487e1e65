import { sql } from 'kysely'
import { randomInt } from 'node:crypto'
import type { Language } from '../../contract/locales.ts'
import { emailKeyOf, type Person } from '../access/person.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { touched } from '../access/changing/touched.ts'
import { isChanged } from '../platform/database.ts'
import { inviteCodeAlphabet } from '../../contract/rules/invite-code.ts'
import { inviteCodeLength, inviteDays } from '../../contract/limits-and-times.ts'
import type { Tables } from '../access/tables.ts'
import { hashToken } from '../access/sessions/tokens.ts'

const itsEnd = sql<Date>`now() + make_interval(days => ${sql.lit(inviteDays)})`

/** Finds the tenant's rules for mobile numbers. */
export async function findMobileRules(scope: Scope) {
  return scope.db
    .selectFrom('tenants')
    .where('id', '=', scope.tenant.id)
    .select(['countries', 'phone_regex'])
    .executeTakeFirstOrThrow()
}

/** Tells whether the tenant has an account, or else an open invite, with this email. */
export async function findObstacle(scope: Scope, email: string): Promise<'registered' | 'invited' | null> {
  const key = sql<string>`lower(${email}::text)`
  const { rows } = await sql<{ is_registered: boolean; is_invited: boolean }>`
    select
      exists (select from users where tenant_id = ${scope.tenant.id} and email_key = ${key}) as is_registered,
      exists (
        select from invites
        where tenant_id = ${scope.tenant.id} and email_key = ${key} and state = 'pending' and expires_at > now()
      ) as is_invited
  `.execute(scope.db)
  if (rows[0]?.is_registered) return 'registered'
  return rows[0]?.is_invited ? 'invited' : null
}

/** Marks an overdue invite of this email as expired, so that another one can be opened. */
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
  /** The mobile number as E.164. */
  mobile: string | null
  lang: Language
}

/** Inserts an open invite of the actor. Returns false when the email already has one. */
export async function insertInvite(scope: ActorScope, id: string, invite: InviteToSend): Promise<boolean> {
  const inserted = await scope.db
    .insertInto('invites')
    .values({
      tenant_id: scope.tenant.id,
      id,
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
  return inserted !== undefined
}

/**
 * Reopens an invite from now on. Returns false when it is redeemed, or when the email has an account or another open
 * invite; after the latter, the transaction must be rolled back.
 */
export async function reopenInvite(scope: Scope, id: string): Promise<boolean> {
  return await isChanged(
    scope.db
      .updateTable('invites as i')
      .set({ state: 'pending', sent_at: sql<Date>`now()`, expires_at: itsEnd, revoked_at: null, ...touched() })
      .where('i.id', '=', id)
      .where('i.state', '!=', 'redeemed')
      .where((where) =>
        where.not(
          where.exists(where.selectFrom('users as u').whereRef('u.email_key', '=', 'i.email_key').select('u.id')),
        ),
      )
      .returning('i.id')
      .executeTakeFirst(),
  )
}

/** Revokes an invite. Returns false when it was already redeemed or revoked. */
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
 * Removes a person's email and mobile number from their invites, ends the codes, and returns the ids. A pending invite
 * can no longer be redeemed.
 */
export async function erasePerson({ db, now }: Scope, person: Person): Promise<string[]> {
  const theirs = await db
    .updateTable('invites')
    .set({
      email: sql<string>`'anonymized-' || id`,
      mobile: null,
      state: sql`case when state <> 'pending' then state when expires_at < ${now} then 'expired' else 'revoked' end`,
      revoked_at: sql`case when state = 'pending' and expires_at >= ${now} then ${now} else revoked_at end`,
      ...touched(),
    })
    .where((where) =>
      where.or([
        where('user_id', '=', person.id),
        where('email_key', '=', emailKeyOf(person)),
        where('id', '=', sql<string>`any(${person.earlier?.inviteIds ?? []}::uuid[])`),
      ]),
    )
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

/**
 * Finds the invite that a code opens; undefined when the code is unknown, used, replaced, revoked or expired, or when
 * the email has an account by now.
 */
export async function findInviteOfCode(scope: Scope, code: string) {
  return scope.db
    .selectFrom('invite_codes as c')
    .innerJoin('invites as i', 'i.id', 'c.invite_id')
    .innerJoin('organisations as o', 'o.id', 'i.organisation_id')
    .innerJoin('groups as g', 'g.id', 'i.group_id')
    .innerJoin('tenants as t', 't.id', 'i.tenant_id')
    .leftJoin('users as u', 'u.email_key', 'i.email_key')
    .where('c.code_hash', '=', hashToken(code))
    .where('i.state', '=', 'pending')
    .where('i.expires_at', '>', sql<Date>`now()`)
    .where('t.status', '=', 'active')
    .where('u.id', 'is', null)
    .select([
      'i.id',
      'c.channel',
      'i.email',
      'i.mobile',
      'i.lang',
      'i.invited_by',
      'i.sent_at',
      'o.name as organisation_name',
      'g.name as group_name',
      't.id as tenant_id',
      't.name as tenant_name',
      't.product_name',
      't.countries',
    ])
    .executeTakeFirst()
}
export type InviteOfCode = NonNullable<Awaited<ReturnType<typeof findInviteOfCode>>>

/** Tells whether a code is that of an invite, whatever became of it. */
export async function isCodeOfInvite(scope: Scope, code: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom('invite_codes')
    .where('code_hash', '=', hashToken(code))
    .select('invite_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Stores the account that redeemed an invite. Returns false when the code no longer works; of simultaneous calls, one
 * succeeds.
 */
export async function markRedeemed(scope: Scope, code: string, userId: string): Promise<boolean> {
  const updated = await scope.db
    .updateTable('invites as i')
    .from('invite_codes as c')
    .set({
      state: 'redeemed',
      redeemed_at: sql<Date>`now()`,
      user_id: userId,
      ...touched('i'),
    })
    .whereRef('c.invite_id', '=', 'i.id')
    .where('c.code_hash', '=', hashToken(code))
    .where('i.state', '=', 'pending')
    .where('i.expires_at', '>', sql<Date>`now()`)
    .returning('i.id')
    .executeTakeFirst()
  return updated !== undefined
}

/**
 * Makes a code for the invite's message on this channel, in place of the channel's earlier code. Stores only its hash
 * and its expiry.
 */
export async function makeInviteCode(
  scope: Scope,
  inviteId: string,
  channel: Tables['invite_codes']['channel'],
): Promise<string> {
  const code = newInviteCode()
  const stored = { code_hash: hashToken(code), last_four: code.slice(-4) }
  await scope.db
    .insertInto('invite_codes')
    .values({ tenant_id: scope.tenant.id, invite_id: inviteId, channel, ...stored })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'invite_id', 'channel']).doUpdateSet(stored))
    .execute()
  return code
}

/** 24 characters out of 30 are about 117 bits, as hard to guess as a link's token. */
function newInviteCode(): string {
  return Array.from(
    { length: inviteCodeLength },
    () => inviteCodeAlphabet[randomInt(inviteCodeAlphabet.length)] ?? '',
  ).join('')
}

export async function deleteInviteCodes(scope: Scope, inviteId: string): Promise<void> {
  await scope.db.deleteFrom('invite_codes').where('invite_id', '=', inviteId).execute()
}
