import { sql } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type { listInvites } from '../../contract/invites/endpoints.ts'
import type { inviteList } from '../../contract/invites/invite-filter.ts'
import type { Invite } from '../../contract/invites/invite.ts'
import { sortedList, type KeyColumn } from '../access/listing.ts'
import type { ActorScope } from '../access/scope.ts'
import { inInviteScope, invitesWhere, stateNow } from './filter-repository.ts'

/** A page of the invites in the actor's scope that fit the filter, and how many there are. */
export async function listInviteRows(scope: ActorScope, query: Query<typeof listInvites>) {
  const page = orders.page(query)
  const where = invitesWhere(scope, query)
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

/** One invite in the actor's scope, or undefined. */
export async function findInviteRow(scope: ActorScope, id: string) {
  return shownInvites(scope).where('i.id', '=', id).where(inInviteScope(scope)).executeTakeFirst()
}

function shownInvites({ db }: ActorScope) {
  return db
    .selectFrom('invites as i')
    .innerJoin('organisations as o', (join) =>
      join.onRef('o.tenant_id', '=', 'i.tenant_id').onRef('o.id', '=', 'i.organisation_id'),
    )
    .innerJoin('groups as g', (join) => join.onRef('g.tenant_id', '=', 'i.tenant_id').onRef('g.id', '=', 'i.group_id'))
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.invited_by'))
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
      stateNow.as('state'),
      deliveries.as('deliveries'),
      sql<string | null>`case when u.status <> 'deleted' then u.full_name end`.as('invited_by_name'),
      'i.sent_at',
      'i.expires_at',
      'i.redeemed_at',
      'i.revoked_at',
      'i.version',
    ])
}
export type InviteRow = NonNullable<Awaited<ReturnType<typeof findInviteRow>>>

const deliveries = sql<Invite['deliveries']>`(
  select coalesce(
    jsonb_agg(jsonb_build_object('channel', m.channel, 'state', m.state, 'lastFour', c.last_four) order by m.channel),
    '[]'
  )
  from messages m
  left join invite_codes c on c.tenant_id = m.tenant_id and c.invite_id = m.invite_id and c.channel = m.channel
  where m.tenant_id = i.tenant_id and m.invite_id = i.id
)`
