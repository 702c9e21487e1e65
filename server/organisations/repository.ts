import { sql, type SqlBool } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type { listOrganisations } from '../../contract/organisations/endpoints.ts'
import { organisationInActorScope } from '../access/actor-predicate.ts'
import { keyset } from '../access/keyset.ts'
import type { ActorScope } from '../access/scope.ts'

/** A page of the organisations in the actor's scope, by name. */
export async function listOrganisationRows(scope: ActorScope, query: Query<typeof listOrganisations>) {
  const { db } = scope
  const page = keyset(
    {
      name: 'name',
      columns: [
        { column: sql.ref('o.name_key'), type: 'text' },
        { column: sql.ref('o.id'), type: 'uuid' },
      ],
      descending: false,
    },
    query,
  )
  let found = db.selectFrom('organisations as o').where(organisationInActorScope(scope, 'o.id'))
  if (query.status !== undefined) found = found.where('o.status', '=', query.status)
  if (query.search) found = found.where(sql<SqlBool>`position(lower(${query.search}::text) in o.name_key) > 0`)
  const rows = found
    .select(['o.id', 'o.name', 'o.name_key', 'o.description', 'o.location', 'o.status', 'o.version'])
    .where(page.condition)
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.read(db, { rows, matching: found.select('o.id'), valuesOf: (row) => [row.name_key, row.id] })
}
