import type { Query, Reply } from '../../contract/endpoint.ts'
import type { listOrganisations as endpoint } from '../../contract/organisations/endpoints.ts'
import type { ActorScope } from '../access/scope.ts'
import { listOrganisationRows } from './repository.ts'

export async function listOrganisations(
  scope: ActorScope,
  query: Query<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { items, page } = await listOrganisationRows(scope, query)
  return {
    data: items.map(({ name_key: _, ...organisation }) => organisation),
    page,
  }
}
