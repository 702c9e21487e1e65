import { sql, type SqlBool } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type { listUsers } from '../../contract/users/endpoints.ts'
import { inActorScope } from '../access/actor-predicate.ts'
import { keyset, type KeyColumn } from '../access/keyset.ts'
import type { ActorScope } from '../access/scope.ts'
import { findGroupsOf, usersWithNames } from './repository.ts'

type ListQuery = Query<typeof listUsers>

/** A page of the users in the actor's scope that fit the filter, and how many there are. */
export async function listUserRows(scope: ActorScope, query: ListQuery) {
  const column = columnOf(query.sort)
  const page = keyset(
    {
      name: column,
      columns: [keys[column], { column: sql.ref('u.id'), type: 'uuid' }],
      descending: query.sort.startsWith('-'),
    },
    query,
  )
  const found = matching(scope, query)
  const read = await page.read(scope.db, {
    rows: found
      .select(['u.name_key', 'u.email_key', keys.last_login.column.as('last_login_key')])
      .where(page.condition)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute(),
    matching: found,
    valuesOf: (row) => [
      { full_name: row.name_key, email: row.email_key, last_login: row.last_login_key.toISOString() }[column],
      row.id,
    ],
  })
  const groups = await findGroupsOf(
    scope,
    read.items.map(({ id }) => id),
  )
  return {
    ...read,
    items: read.items.map((row) => ({ ...row, groups: groups.filter(({ user_id }) => user_id === row.id) })),
  }
}

const keys = {
  full_name: { column: sql<string>`u.name_key`, type: 'text' },
  email: { column: sql<string>`u.email_key`, type: 'text' },
  // Who never logged in comes before everybody who did. Cursors hold milliseconds.
  last_login: {
    column: sql<Date>`date_trunc('milliseconds', coalesce(u.last_login_at, 'epoch'::timestamptz))`,
    type: 'timestamptz',
  },
} as const satisfies Record<string, KeyColumn>

function columnOf(sort: ListQuery['sort']): keyof typeof keys {
  switch (sort) {
    case 'full_name':
    case '-full_name':
      return 'full_name'
    case 'email':
    case '-email':
      return 'email'
    case 'last_login':
    case '-last_login':
      return 'last_login'
  }
}

function matching(scope: ActorScope, query: ListQuery) {
  let found = usersWithNames(scope)
  if (query.organisation_id !== undefined) found = found.where('u.organisation_id', '=', query.organisation_id)
  if (query.user_type !== undefined) found = found.where('u.user_type', '=', query.user_type)
  if (query.status !== undefined) found = found.where('u.status', '=', query.status)
  if (query.search) {
    found = found.where(
      sql<SqlBool>`(position(lower(${query.search}::text) in u.name_key) > 0 or position(lower(${query.search}::text) in u.email_key) > 0)`,
    )
  }
  const groupId = query.group_id
  if (groupId === undefined) return found
  return found.where((eb) =>
    eb.exists(
      eb
        .selectFrom('user_groups as m')
        .innerJoin('groups as g', (join) =>
          join.onRef('g.tenant_id', '=', 'm.tenant_id').onRef('g.id', '=', 'm.group_id'),
        )
        .whereRef('m.tenant_id', '=', 'u.tenant_id')
        .whereRef('m.user_id', '=', 'u.id')
        .where('g.id', '=', groupId)
        .where(inActorScope(scope, { organisation: 'g.organisation_id', group: 'g.id' }))
        .select('m.user_id'),
    ),
  )
}
