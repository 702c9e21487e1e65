import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { figuresQuery } from '../figures.ts'
import { historyEndpoint } from '../history.ts'
import { address } from '../rules/address.ts'
import { clia } from '../rules/npi-and-clia.ts'
import { typedPhone } from '../rules/phone-and-postcode.ts'
import { dataOf, emptyIsNull, id, optionalProse, optionalText, text } from '../schema.ts'
import { standingEndpoints } from '../standing.ts'
import { ifMatch } from '../versions.ts'
import { groupListItem, seeGroups } from './group-list.ts'
import { orderingProvider } from './ordering-provider.ts'

/** The editable fields of a group, whose organisation is fixed. */
export const groupChange = z.strictObject({
  name: text(100),
  description: optionalProse(500),
  location: optionalText(255),
  /** A landline or a mobile in one of the tenant's countries. If it is left out, it stays: pages that were loaded before telephones existed send none. */
  phone: z.optional(z.nullable(typedPhone)),
  labName: optionalText(100),
  /** Its country must be the tenant's. If it is left out, it stays, as does the ordering provider: older pages send neither. */
  labAddress: z.optional(z.nullable(address)),
  clia: emptyIsNull(clia),
  orderingProvider: z.optional(z.nullable(orderingProvider)),
  /** True if each test recorded here is read by two people, whatever its assay requires. */
  twoReaders: z._default(z.boolean(), false),
})
export type GroupChange = z.infer<typeof groupChange>

export const newGroup = z.extend(groupChange, { organisationId: id })
export type NewGroup = z.infer<typeof newGroup>

const group = z.extend(groupListItem, {
  /** Formatted for reading, with its country and spaces, such as `+44 20 7946 0018`. */
  phone: z.nullable(z.string()),
  labName: z.nullable(z.string()),
  labAddress: z.nullable(address),
  clia: z.nullable(z.string()),
  orderingProvider: z.nullable(orderingProvider),
  twoReaders: z.boolean(),
})
export type Group = z.infer<typeof group>

/** Requires view-groups for any group of the actor's scope; without it, only one's own groups are visible (spec §6). */
export const getGroup = endpoint('getGroup', 'GET /groups/{id}', {
  summary: 'One group',
  requires: seeGroups,
  forTokens: true,
  whenEntered: 'read',
  query: z.strictObject(figuresQuery),
  replies: { 200: dataOf(group) },
})

/**
 * Creates a group. 409 `duplicate` at `name` if the organisation has one of that name; 422 at `organisationId` for one
 * that is suspended or not in the actor's scope, which count as missing, and at the field for a telephone or an address
 * that the tenant does not accept.
 */
export const createGroup = endpoint('createGroup', 'POST /groups', {
  summary: 'Create a group',
  requires: { rule: 'mayCreateGroups' },
  headers: doneOncePerKey,
  body: newGroup,
  replies: { 201: dataOf(group), 200: dataOf(group) },
  audit: 'group.created',
})

export const updateGroup = endpoint('updateGroup', 'PUT /groups/{id}', {
  summary: 'Change a group',
  requires: { anyOf: ['edit-groups'] },
  headers: ifMatch,
  body: groupChange,
  replies: { 200: dataOf(group) },
  audit: 'group.changed',
})

/** Suspending stops recording and invitations in the group. Its people stay logged in and see its data. */
export const { suspend: suspendGroup, reactivate: reactivateGroup } = standingEndpoints({
  name: 'Group',
  path: 'groups',
  audit: 'group',
  inWords: 'a group',
  requires: { anyOf: ['edit-groups'] },
  reply: dataOf(group),
})

export const listGroupHistory = historyEndpoint({
  name: 'Group',
  path: 'groups',
  inWords: 'a group',
  shows: ['group.created', 'group.changed', 'group.suspended', 'group.reactivated'],
  whenEntered: 'read',
})
