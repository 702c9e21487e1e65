import type { Query, Reply } from '../../contract/endpoint.ts'
import type { listGroups as endpoint } from '../../contract/groups/endpoints.ts'
import type { ActorScope } from '../access/scope.ts'
import { listGroupRows } from './repository.ts'

export async function listGroups(scope: ActorScope, query: Query<typeof endpoint>): Promise<Reply<typeof endpoint>> {
  const { items, page } = await listGroupRows(scope, query)
  return {
    data: items.map(({ name_key: _, ...group }) => group),
    page,
  }
}
