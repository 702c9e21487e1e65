import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { figures, figuresQuery } from '../figures.ts'
import { listOf, listQuery, searchFilter } from '../listing.ts'
import { id } from '../schema.ts'
import { standing, type Standing } from '../standing.ts'

/**
 * `search` matches the start of any word of a name or of a location, with the text that follows it. Active groups accept
 * tests; all others count as suspended, including those of a suspended organisation.
 */
export const groupList = listQuery({
  rows: 'group',
  filters: { organisation_id: z.optional(id), ...searchFilter, status: z.optional(standing) },
  sorts: ['name', '-name', 'created_at', '-created_at'],
  default: 'name',
})

export const groupListItem = z.strictObject({
  id,
  organisationId: id,
  organisationName: z.string(),
  /** A group of a suspended organisation accepts no tests either, whatever its own status. */
  organisationStatus: standing,
  name: z.string(),
  description: z.nullable(z.string()),
  location: z.nullable(z.string()),
  status: standing,
  /** Null unless requested. */
  figures: z.nullable(figures),
  version: z.int(),
})
export type GroupListItem = z.infer<typeof groupListItem>

/** The effective standing of a group, which accepts no tests if its organisation is suspended. */
export function standingOf({ status, organisationStatus }: GroupListItem): Standing {
  return status === 'active' ? organisationStatus : status
}

/** The permissions of which either lets an actor see groups. */
export const seeGroups = { anyOf: ['view-groups', 'view-own-group'] } as const

/** Lists the groups of the actor's scope by name: all in it with view-groups, else the actor's own. */
export const listGroups = endpoint('listGroups', 'GET /groups', {
  summary: 'Groups that the user may see, by name',
  requires: seeGroups,
  forTokens: true,
  whenEntered: 'read',
  query: z.strictObject({ ...groupList.page.shape, ...figuresQuery }),
  prints: groupList,
  replies: { 200: listOf(groupListItem) },
})
