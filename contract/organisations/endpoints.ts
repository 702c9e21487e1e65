import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../listing.ts'
import { id, searchText } from '../schema.ts'
import { standing } from '../standing.ts'

const organisationListItem = z.strictObject({
  id,
  name: z.string(),
  description: z.nullable(z.string()),
  location: z.nullable(z.string()),
  status: standing,
  version: z.int(),
})
export type OrganisationListItem = z.infer<typeof organisationListItem>

export const organisationList = listQuery({
  filters: { search: z.optional(searchText(100)), status: z.optional(standing) },
  sorts: ['name', '-name'],
  default: 'name',
})

/** Lists the organisations of the actor's scope by name: all of the tenant's with view-orgs, else the actor's own. */
export const listOrganisations = endpoint({
  name: 'listOrganisations',
  method: 'GET',
  path: '/organisations',
  summary: 'Organisations that the user may see, by name',
  requires: { anyOf: ['view-orgs', 'view-own-org'] },
  query: organisationList.page,
  replies: { 200: listOf(organisationListItem) },
})
