import { sql, type ExpressionBuilder } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type { listGroups, groupList } from '../../contract/groups/group-list.ts'
import { groupInActorScope, userInActorScope } from '../access/actor-predicate.ts'
import { testsAt, type Counted } from '../access/listing/figures.ts'
import { capOf, sortedList, type KeyColumn } from '../access/listing/listing.ts'
import type { ActorScope } from '../access/scope.ts'
import type { Tables } from '../access/tables.ts'
import { isFoundBy } from '../access/listing/word-search.ts'
import { labColumns } from './columns.ts'

function groupsInScope(scope: ActorScope) {
  return scope.db.selectFrom('groups as g').where(groupInActorScope(scope, 'g'))
}

/** Selects the groups that the actor sees: all of their scope with view-groups, otherwise their own (spec §6). */
export function seenGroups(scope: ActorScope) {
  const { actor } = scope
  return groupsInScope(scope).$if(!actor.permissions.includes('view-groups'), (query) =>
    query.where(sql<boolean>`g.id = any(${actor.groupIds}::uuid[])`),
  )
}

const itemColumns = [
  'g.id',
  'g.organisation_id as organisationId',
  'o.name as organisationName',
  'o.status as organisationStatus',
  'g.name',
  'g.description',
  'g.location',
  'g.status',
  'g.version',
] as const

type ListQuery = Omit<Query<typeof listGroups>, 'tests_since'>

/** Reads a page of the groups that the actor sees and that match the filter. */
export async function listGroupRows(scope: ActorScope, query: ListQuery) {
  const page = orders.page(query)
  let found = seenGroups(scope)
  if (query.organisation_id !== undefined) found = found.where('g.organisation_id', '=', query.organisation_id)
  if (query.status === 'active') found = found.where((eb) => eb.not(isSuspended(eb)))
  if (query.status === 'suspended') found = found.where(isSuspended)
  if (query.search) found = found.where(await isFoundBy(scope, 'group_words', 'g.id', query.search))
  const matching = found.select('g.id')
  // The page is selected by key first, so that an index alone finds and counts the groups.
  const cut = matching.where(page.condition).orderBy(page.orderBy).limit(page.limit)
  const rows = scope.db
    .selectFrom('groups as g')
    .innerJoin('organisations as o', 'o.id', 'g.organisation_id')
    .where(sql<boolean>`g.id = any(array(${cut}))`)
    .select([...itemColumns, 'g.name_key'])
    .orderBy(page.orderBy)
    .execute()
  return page.read(scope.db, { rows, matching, cap: capOf(query) })
}

/** A group is also suspended while its organisation is. */
function isSuspended(eb: ExpressionBuilder<Tables & { g: Tables['groups'] }, 'g'>) {
  return eb.or([
    eb('g.status', '=', 'suspended'),
    eb.exists(
      eb
        .selectFrom('organisations as o')
        .whereRef('o.id', '=', 'g.organisation_id')
        .where('o.status', '=', 'suspended')
        .select('o.id'),
    ),
  ])
}

interface Keys {
  id: string
  name_key: string
}

const id: KeyColumn<Keys> = { column: sql.ref('g.id'), type: 'uuid', valueOf: (row) => row.id }

/** Ids are UUIDv7, so they sort by time. */
const orders = sortedList<typeof groupList, Keys>({
  name: [{ column: sql.ref('g.name_key'), type: 'text', valueOf: (row) => row.name_key }, id],
  created_at: [id],
})

/** Finds a group that the actor sees; with `lock`, nobody else can change it until the transaction ends. */
export async function findGroupRow(scope: ActorScope, groupId: string, { lock = false } = {}) {
  // A statement that waits for a lock reads other tables as they were before it waited.
  if (lock) await scope.db.selectFrom('groups').where('id', '=', groupId).select('id').forNoKeyUpdate().execute()
  return seenGroups(scope)
    .innerJoin('organisations as o', 'o.id', 'g.organisation_id')
    .where('g.id', '=', groupId)
    .select([...itemColumns, 'g.phone', ...labColumns, 'g.two_readers as twoReaders'])
    .executeTakeFirst()
}

/**
 * Counts the people of these groups and their tests since an instant, as far as the actor sees them. Reads the rows of
 * these groups alone, by index.
 */
export async function countInGroups(scope: ActorScope, ids: readonly string[], since: string) {
  const tenantId = scope.tenant.id
  const { rows } = await sql<Counted>`
    select p.id, u.users, r.total, r.conclusive, r.positive
    from unnest(${ids}::uuid[]) as p (id)
    cross join lateral (
      select count(*)::int as users
      from user_groups as m join users as u on u.tenant_id = m.tenant_id and u.id = m.user_id
      where m.tenant_id = ${tenantId} and u.tenant_id = ${tenantId} and m.group_id = p.id and u.status <> 'deleted'
        and ${userInActorScope(scope, 'u')}
    ) as u
    cross join lateral (${testsAt(scope, 'group_id', since)}) as r
  `.execute(scope.db)
  return rows
}

/** Finds the organisation of a group in the actor's scope, and whether either is suspended. */
export async function findPlaceOfGroup(scope: ActorScope, groupId: string) {
  return groupsInScope(scope)
    .innerJoin('organisations as o', 'o.id', 'g.organisation_id')
    .where('g.id', '=', groupId)
    .select(['g.organisation_id', sql<boolean>`g.status = 'suspended' or o.status = 'suspended'`.as('is_suspended')])
    .executeTakeFirst()
}
