import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type { listUsers } from '../../contract/users/reading.ts'
import type { userList, UserTypeFilter } from '../../contract/users/user-list.ts'
import { groupInActorScope } from '../access/actor-predicate.ts'
import { capOf, sortedList, type KeyColumn } from '../access/listing/listing.ts'
import type { ActorScope } from '../access/scope.ts'
import { isFoundBy } from '../access/listing/word-search.ts'
import { findGroupsOf, stateOf, usersInScope, usersWithNames } from './repository.ts'

type ListQuery = Query<typeof listUsers>

/** Reads a page of the users in the actor's scope that match the filter, with their total. */
export async function listUserRows(scope: ActorScope, query: ListQuery) {
  const page = orders.page(query)
  const found = await matching(scope, query)
  // The page is selected by key first, so that an index alone finds and counts the users.
  const cut = found.where(page.condition).orderBy(page.orderBy).limit(page.limit)
  const read = await page.read(scope.db, {
    rows: usersWithNames(scope)
      .where(sql<SqlBool>`u.id = any(array(${cut}))`)
      .select(['u.name_key', 'u.email_key', lastLogin.as('last_login_key')])
      .orderBy(page.orderBy)
      .execute(),
    matching: found,
    cap: capOf(query),
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

/** Users who never logged in come before all who did. Cursors hold milliseconds. */
const lastLogin = sql<Date>`date_trunc('milliseconds', coalesce(u.last_login_at, 'epoch'::timestamptz))`

interface Keys {
  id: string
  name_key: string
  email_key: string
  last_login_key: Date
}

const id: KeyColumn<Keys> = { column: sql.ref('u.id'), type: 'uuid', valueOf: (row) => row.id }

const orders = sortedList<typeof userList, Keys>({
  full_name: [{ column: sql.ref('u.name_key'), type: 'text', valueOf: (row) => row.name_key }, id],
  email: [{ column: sql.ref('u.email_key'), type: 'text', valueOf: (row) => row.email_key }, id],
  last_login: [{ column: lastLogin, type: 'timestamptz', valueOf: (row) => row.last_login_key.toISOString() }, id],
})

async function matching(scope: ActorScope, query: ListQuery) {
  let found = usersInScope(scope).select('u.id')
  if (query.organisation_id !== undefined) found = found.where('u.organisation_id', '=', query.organisation_id)
  if (query.user_type !== 'all') found = found.where(ofType(query.user_type))
  if (query.state !== undefined) found = found.where(sql<SqlBool>`${stateOf(scope)} = ${query.state}`)
  if (query.search) found = found.where(await isFoundBy(scope, 'user_words', 'u.id', query.search))
  const groupId = query.group_id
  if (groupId === undefined) return found
  return found.where((eb) =>
    eb.exists(
      eb
        .selectFrom('user_groups as m')
        .innerJoin('groups as g', 'g.id', 'm.group_id')
        .whereRef('m.user_id', '=', 'u.id')
        .where('g.id', '=', groupId)
        .where(groupInActorScope(scope, 'g'))
        .select('m.user_id'),
    ),
  )
}

/** The most common filter is a literal, so that the planner can use the partial index of staff. */
function ofType(type: Exclude<UserTypeFilter, 'all'>): RawBuilder<SqlBool> {
  return type === 'staff' ? sql<SqlBool>`u.user_type <> 'patient'` : sql<SqlBool>`u.user_type = ${sql.lit(type)}`
}
