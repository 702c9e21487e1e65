import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../listing.ts'
import { id, searchText } from '../schema.ts'
import { standing } from '../standing.ts'

const groupListItem = z.strictObject({
  id,
  organisationId: id,
  organisationName: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  location: z.nullable(z.string()),
  status: standing,
  version: z.int(),
})
export type GroupListItem = z.infer<typeof groupListItem>

export const groupList = listQuery({
  filters: {
    organisation_id: z.optional(id),
    search: z.optional(searchText(100)),
    status: z.optional(standing),
  },
  sorts: ['name', '-name'],
  default: 'name',
})

/** Lists the groups of the actor's scope by name: all in it with view-groups, else the actor's own. */
export const listGroups = endpoint({
  name: 'listGroups',
  method: 'GET',
  path: '/groups',
  summary: 'Groups that the user may see, by name',
  requires: { anyOf: ['view-groups', 'view-own-group'] },
  query: groupList.page,
  replies: { 200: listOf(groupListItem) },
})
