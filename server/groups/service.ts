import type { Query, Reply } from '../../contract/endpoint.ts'
import type { listGroups as endpoint } from '../../contract/groups/endpoints.ts'
import { cappedTotal } from '../access/keyset.ts'
import type { ActorScope } from '../access/scope.ts'
import { listGroupRows } from './repository.ts'

export async function listGroups(scope: ActorScope, query: Query<typeof endpoint>): Promise<Reply<typeof endpoint>> {
  const { items, next, previous, count } = await listGroupRows(scope, query)
  return {
    data: items.map(({ name_key: _, ...group }) => group),
    page: { size: query.per_page, next, previous, ...cappedTotal(count) },
  }
}
