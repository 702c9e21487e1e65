import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type { listInvites, Invite } from '../../contract/invites/endpoints.ts'
import type { InviteState, inviteList } from '../../contract/invites/invite-list.ts'
import { withoutMarks } from '../../contract/rules/invite-code.ts'
import { countries } from '../../contract/rules/countries.ts'
import { codesOf, meantNumber } from '../../contract/rules/phone-and-postcode.ts'
import { inActorScope } from '../access/actor-predicate.ts'
import { sortedList, type KeyColumn } from '../access/listing/listing.ts'
import type { ActorScope } from '../access/scope.ts'
import { hashToken } from '../access/sessions/tokens.ts'
import { startsWith } from '../access/listing/starts-with.ts'
import { isFoundBy } from '../access/listing/word-search.ts'

/** Reads a page of the invites in the actor's scope that match the filter, with their total. */
export async function listInviteRows(scope: ActorScope, query: Query<typeof listInvites>) {
  const page = orders.page(query)
  const where = await invitesWhere(scope, query)
  return page.read(scope.db, {
    rows: shownInvites(scope).where(where).where(page.condition).orderBy(page.orderBy).limit(page.limit).execute(),
    matching: scope.db.selectFrom('invites as i').where(where).select('i.id'),
  })
}

const id: KeyColumn<InviteRow> = { column: sql.ref('i.id'), type: 'uuid', valueOf: (row) => row.id }

const orders = sortedList<typeof inviteList, InviteRow>({
  email: [{ column: sql.ref('i.email_key'), type: 'text', valueOf: (row) => row.email_key }, id],
  sent_at: [{ column: sql.ref('i.sent_at'), type: 'timestamptz', valueOf: (row) => row.sent_at.toISOString() }, id],
  expires_at: [
    { column: sql.ref('i.expires_at'), type: 'timestamptz', valueOf: (row) => row.expires_at.toISOString() },
    id,
  ],
})

/** Finds an invite in the actor's scope. */
export async function findInviteRow(scope: ActorScope, id: string) {
  return shownInvites(scope).where('i.id', '=', id).where(inInviteScope(scope)).executeTakeFirst()
}

/**
 * Finds whom the invite of a code in the actor's scope is for, whatever its state: the account that redeemed it, or else the one that
 * has its email because the person registered by themselves.
 */
export async function findPersonOfCode(scope: ActorScope, code: string) {
  return scope.db
    .selectFrom('invite_codes as c')
    .innerJoin('invites as i', 'i.id', 'c.invite_id')
    .leftJoin('users as u', 'u.email_key', 'i.email_key')
    .where('c.code_hash', '=', hashToken(code))
    .where(inInviteScope(scope))
    .select(['i.email_key', (eb) => eb.fn.coalesce('i.user_id', 'u.id').as('user_id')])
    .executeTakeFirst()
}

function shownInvites(scope: ActorScope) {
  return scope.db
    .selectFrom('invites as i')
    .innerJoin('organisations as o', 'o.id', 'i.organisation_id')
    .innerJoin('groups as g', 'g.id', 'i.group_id')
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .select([
      'i.id',
      'i.email',
      'i.email_key',
      'i.mobile',
      'i.lang',
      'i.organisation_id',
      'o.name as organisation_name',
      'i.group_id',
      'g.name as group_name',
      stateNow(scope).as('state'),
      deliveries(scope).as('deliveries'),
      sql<string | null>`case when u.status <> 'deleted' then u.full_name end`.as('invited_by_name'),
      'i.sent_at',
      'i.expires_at',
      'i.redeemed_at',
      'i.revoked_at',
      'i.version',
    ])
}
export type InviteRow = NonNullable<Awaited<ReturnType<typeof findInviteRow>>>

function deliveries({ tenant }: ActorScope): RawBuilder<Invite['deliveries']> {
  return sql`(
  select coalesce(
    jsonb_agg(jsonb_build_object('channel', m.channel, 'state', m.state, 'lastFour', c.last_four) order by m.channel),
    '[]'
  )
  from messages m
  left join invite_codes c on c.tenant_id = ${tenant.id} and c.invite_id = m.invite_id and c.channel = m.channel
  where m.tenant_id = ${tenant.id} and m.invite_id = i.id
)`
}

/** Narrows `invites as i` to the actor's scope. */
function inInviteScope(scope: ActorScope): RawBuilder<SqlBool> {
  return inActorScope(scope, { organisation: 'i.organisation_id', group: 'i.group_id' })
}

/** Narrows `invites as i` to the actor's scope and the filter. */
async function invitesWhere(scope: ActorScope, filter: Query<typeof listInvites>): Promise<RawBuilder<SqlBool>> {
  const conditions = [inInviteScope(scope)]
  const { state, organisation_id, group_id, search } = filter
  if (state !== undefined) conditions.push(hasState(state))
  if (organisation_id !== undefined) conditions.push(sql`i.organisation_id = ${organisation_id}::uuid`)
  if (group_id !== undefined) conditions.push(sql`i.group_id = ${group_id}::uuid`)
  if (search) conditions.push(await matches(scope, search))
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** A pending invite past its expiry counts as expired, wherever it is shown or filtered. */
function stateNow({ now }: ActorScope): RawBuilder<InviteState> {
  return sql`case when i.state = 'pending' and i.expires_at <= ${now} then 'expired' else i.state end`
}

function hasState(state: InviteState): RawBuilder<SqlBool> {
  switch (state) {
    case 'pending':
      return sql<SqlBool>`i.state = 'pending' and i.expires_at > now()`
    case 'expired':
      return sql<SqlBool>`(i.state = 'expired' or (i.state = 'pending' and i.expires_at <= now()))`
    case 'redeemed':
    case 'revoked':
      return sql<SqlBool>`i.state = ${state}`
  }
}

/** Matches words of an email, the start of a mobile number, or the end of a code. */
async function matches(scope: ActorScope, search: string): Promise<RawBuilder<SqlBool>> {
  const conditions = [await isFoundBy(scope, 'invite_words', 'i.id', search)]
  for (const start of mobilesBeginningWith(search)) conditions.push(startsWith('i.mobile', start))
  const code = withoutMarks(search)
  if (code.length >= 4) {
    conditions.push(sql`exists (
      select from invite_codes c where c.tenant_id = ${scope.tenant.id} and c.invite_id = i.id and c.last_four = ${code.slice(-4)}
    )`)
  }
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

/** Returns the prefixes in E.164 that typed digits can mean, with a country code or, for each country, without one. */
function mobilesBeginningWith(typed: string): string[] {
  const number = meantNumber(typed).replaceAll(/[\s()./-]/g, '')
  if (/^\+\d+$/.test(number)) return [number]
  if (!/^\d+$/.test(number)) return []
  const national = number.replace(/^0/, '')
  return [`+${number}`, ...countries.flatMap(codesOf).map((code) => `+${code}${national}`)]
}
