import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { listOf } from '../listing.ts'
import { defaultLocale, locales } from '../locales.ts'
import { userTypes } from '../permissions/permissions.ts'
import { dataOf, id } from '../schema.ts'
import { managedUser, userDetail } from './managed-user.ts'
import { userList } from './user-list.ts'

/** Lists the users in the actor's scope, by name unless sorted otherwise. */
export const listUsers = endpoint('listUsers', 'GET /users', {
  summary: 'Users in the user’s scope',
  requires: { anyOf: ['view-users'] },
  whenEntered: 'read',
  query: userList.page,
  prints: userList,
  replies: { 200: listOf(managedUser) },
})

/** Lists the user types that the actor may grant; on an organisation's page only those that belong to one. */
export const listUserTypes = endpoint('listUserTypes', 'GET /users/user-types', {
  summary: 'User types that may be granted',
  requires: 'logged-in',
  whenEntered: 'surroundings',
  query: z.strictObject({ lang: z._default(z.enum(locales), defaultLocale), organisation_id: z.optional(id) }),
  replies: { 200: dataOf(z.array(z.strictObject({ value: z.enum(userTypes), displayValue: z.string() }))) },
})

/** Returns one user of the actor's scope. Actors who may not see users see only themselves (spec §6). */
export const getUser = endpoint('getUser', 'GET /users/{id}', {
  summary: 'One user',
  requires: { anyOf: ['view-users', 'view-own-user'] },
  whenEntered: 'read',
  replies: { 200: dataOf(userDetail) },
})
