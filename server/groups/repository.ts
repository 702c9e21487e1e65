import { sql, type SqlBool } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type { listGroups, groupList } from '../../contract/groups/endpoints.ts'
import { inActorScope } from '../access/actor-predicate.ts'
import { sortedList } from '../access/listing.ts'
import type { ActorScope } from '../access/scope.ts'

/** A page of the groups in the actor's scope, by name. */
export async function listGroupRows(scope: ActorScope, query: Query<typeof listGroups>) {
  const { db } = scope
  const page = orders.page(query)
  let found = db
    .selectFrom('groups as g')
    .innerJoin('organisations as o', 'o.id', 'g.organisation_id')
    .where(inActorScope(scope, { organisation: 'g.organisation_id', group: 'g.id' }))
  if (query.organisation_id !== undefined) found = found.where('g.organisation_id', '=', query.organisation_id)
  // A group of a suspended organisation accepts no tests either.
  if (query.status === 'active') found = found.where('g.status', '=', 'active').where('o.status', '=', 'active')
  if (query.status === 'suspended') {
    found = found.where((eb) => eb.or([eb('g.status', '=', 'suspended'), eb('o.status', '=', 'suspended')]))
  }
  if (query.search) found = found.where(sql<SqlBool>`position(lower(${query.search}::text) in g.name_key) > 0`)
  const rows = found
    .select([
      'g.id',
      'g.organisation_id as organisationId',
      'o.name as organisationName',
      'g.name',
      'g.name_key',
      'g.description',
      'g.location',
      'g.status',
      'g.version',
    ])
    .where(page.condition)
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.read(db, { rows, matching: found.select('g.id') })
}

const orders = sortedList<typeof groupList, { id: string; name_key: string }>({
  name: [
    { column: sql.ref('g.name_key'), type: 'text', valueOf: (row) => row.name_key },
    { column: sql.ref('g.id'), type: 'uuid', valueOf: (row) => row.id },
  ],
})

/** The organisation of a group in the actor's scope, and whether one of the two is suspended; undefined for no such group. */
export async function findPlaceOfGroup(scope: ActorScope, groupId: string) {
  return scope.db
    .selectFrom('groups as g')
    .innerJoin('organisations as o', 'o.id', 'g.organisation_id')
    .where('g.id', '=', groupId)
    .where(inActorScope(scope, { organisation: 'g.organisation_id', group: 'g.id' }))
    .select(['g.organisation_id', sql<boolean>`g.status = 'suspended' or o.status = 'suspended'`.as('is_suspended')])
    .executeTakeFirst()
}
