import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { figures, figuresQuery } from '../figures.ts'
import { listOf } from '../listing.ts'
import { id } from '../schema.ts'
import { standing, type Standing } from '../standing.ts'
import { groupList } from './group-filter.ts'

/** The list stands apart from the other endpoints: pages choose from it that never load the rules of the form. */

/** A group in a list. */
export const groupListItem = z.strictObject({
  id,
  organisationId: id,
  organisationName: z.string(),
  /** A group of a suspended organisation takes no tests either, whatever its own status. */
  organisationStatus: standing,
  name: z.string(),
  description: z.nullable(z.string()),
  location: z.nullable(z.string()),
  status: standing,
  /** Where they were asked for. */
  figures: z.nullable(figures),
  version: z.int(),
})
export type GroupListItem = z.infer<typeof groupListItem>

/** Whether a group takes tests: not where its organisation is suspended. */
export function standingOf({ status, organisationStatus }: GroupListItem): Standing {
  return status === 'active' ? organisationStatus : status
}

/** Who may see groups at all. */
export const seeGroups = { anyOf: ['view-groups', 'view-own-group'] } as const

/** Lists the groups of the actor's scope by name: all in it with view-groups, else those that the actor belongs to. */
export const listGroups = endpoint({
  name: 'listGroups',
  method: 'GET',
  path: '/groups',
  summary: 'Groups that the user may see, by name',
  requires: seeGroups,
  query: z.strictObject({ ...groupList.page.shape, ...figuresQuery }),
  replies: { 200: listOf(groupListItem) },
})
