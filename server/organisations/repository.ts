import { sql, type SqlBool } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type { listOrganisations, organisationList } from '../../contract/organisations/endpoints.ts'
import { organisationInActorScope } from '../access/actor-predicate.ts'
import { sortedList } from '../access/listing.ts'
import type { ActorScope } from '../access/scope.ts'

/** A page of the organisations in the actor's scope, by name. */
export async function listOrganisationRows(scope: ActorScope, query: Query<typeof listOrganisations>) {
  const { db } = scope
  const page = orders.page(query)
  let found = db.selectFrom('organisations as o').where(organisationInActorScope(scope, 'o.id'))
  if (query.status !== undefined) found = found.where('o.status', '=', query.status)
  if (query.search) found = found.where(sql<SqlBool>`position(lower(${query.search}::text) in o.name_key) > 0`)
  const rows = found
    .select(['o.id', 'o.name', 'o.name_key', 'o.description', 'o.location', 'o.status', 'o.version'])
    .where(page.condition)
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.read(db, { rows, matching: found.select('o.id') })
}

const orders = sortedList<typeof organisationList, { id: string; name_key: string }>({
  name: [
    { column: sql.ref('o.name_key'), type: 'text', valueOf: (row) => row.name_key },
    { column: sql.ref('o.id'), type: 'uuid', valueOf: (row) => row.id },
  ],
})
