import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { figures, figuresQuery } from '../figures.ts'
import { listOf, listQuery, searchFilter } from '../listing.ts'
import { id } from '../schema.ts'
import { standing } from '../standing.ts'

/** `search` matches the start of any word of a name or of a location, with the text that follows it. */
export const organisationList = listQuery({
  rows: 'organisation',
  filters: { ...searchFilter, status: z.optional(standing) },
  sorts: ['name', '-name', 'created_at', '-created_at'],
  default: 'name',
})

export const organisationListItem = z.strictObject({
  id,
  name: z.string(),
  description: z.nullable(z.string()),
  location: z.nullable(z.string()),
  status: standing,
  /** Null unless requested. */
  figures: z.nullable(figures),
  version: z.int(),
})
export type OrganisationListItem = z.infer<typeof organisationListItem>

/** The permissions of which either lets an actor see organisations. */
export const seeOrganisations = { anyOf: ['view-orgs', 'view-own-org'] } as const

/** Lists the organisations of the actor's scope by name: all of them with view-orgs, else the actor's own. */
export const listOrganisations = endpoint('listOrganisations', 'GET /organisations', {
  summary: 'Organisations that the user may see, by name',
  requires: seeOrganisations,
  forTokens: true,
  whenEntered: 'read',
  query: z.strictObject({ ...organisationList.page.shape, ...figuresQuery }),
  prints: organisationList,
  replies: { 200: listOf(organisationListItem) },
})
