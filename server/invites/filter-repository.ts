import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type { listInvites } from '../../contract/invites/endpoints.ts'
import type { InviteState } from '../../contract/invites/invite-filter.ts'
import { callingCodes } from '../../contract/rules/phone.ts'
import { inActorScope } from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'
import { startsWith } from '../access/starts-with.ts'

/** The actor's scope, on `invites as i`. */
export function inInviteScope(scope: ActorScope): RawBuilder<SqlBool> {
  return inActorScope(scope, { organisation: 'i.organisation_id', group: 'i.group_id' })
}

/** The actor's scope and the filter, on `invites as i`. */
export function invitesWhere(scope: ActorScope, filter: Query<typeof listInvites>): RawBuilder<SqlBool> {
  const conditions = [inInviteScope(scope)]
  const { state, organisation_id, group_id, search } = filter
  if (state !== undefined) conditions.push(hasState(state))
  if (organisation_id !== undefined) conditions.push(sql`i.organisation_id = ${organisation_id}::uuid`)
  if (group_id !== undefined) conditions.push(sql`i.group_id = ${group_id}::uuid`)
  if (search) conditions.push(matches(search))
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** A pending invite whose time is over counts as expired, wherever it is shown or asked for. */
export const stateNow = sql<InviteState>`case when i.state = 'pending' and i.expires_at <= now() then 'expired' else i.state end`

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

/** The start of an email, or of a mobile number, or the end of a code. */
function matches(search: string): RawBuilder<SqlBool> {
  const conditions = [startsWith('i.email_key', search.toLowerCase())]
  for (const start of mobilesBeginningWith(search)) conditions.push(startsWith('i.mobile', start))
  const code = search.replaceAll(/[\s\p{Dash}]/gu, '').toUpperCase()
  if (code.length >= 4) {
    conditions.push(sql`exists (
      select from invite_codes c where c.tenant_id = i.tenant_id and c.invite_id = i.id and c.last_four = ${code.slice(-4)}
    )`)
  }
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

/** As E.164, whether the number was typed with its country's code or, in whichever country, without it. */
function mobilesBeginningWith(typed: string): string[] {
  const number = typed.replaceAll(/[\s().-]/g, '')
  if (/^\+\d+$/.test(number)) return [number]
  if (!/^\d+$/.test(number)) return []
  const national = number.replace(/^0/, '')
  return [`+${number}`, ...Object.values(callingCodes).map((code) => `+${code}${national}`)]
}
