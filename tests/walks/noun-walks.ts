import { userTypes, type UserType } from '../../contract/permissions/permissions.ts'
import type { Sent } from '../server/client.ts'
import type { Place } from '../server/places.ts'

/** A call of an endpoint about a place that succeeds for a user with permission. */
export interface Call extends Sent {
  params?: Record<string, string>
}

/** The callers, in the order of the columns of `statuses`. */
export const callers = [
  'visitor',
  'unlimited',
  'tenant',
  'organisation',
  'group',
  'provider',
  'clinical',
  'patient',
] as const satisfies readonly (UserType | 'visitor')[]

/**
 * How the tests that walk every endpoint call those of a noun, and what they expect of them. It is `walks` in
 * `tests/walks/nouns/<noun>.ts`, by the name of the endpoint.
 */
export interface Walks {
  /** One valid call for each endpoint, about a place. The walks also make it with other users' places. */
  calls: Record<string, (place: Place) => Call>
  /**
   * The reviewed table of who may call what: the status of a valid call about the caller's own place, in the order of
   * `callers`. It is written by hand, so every change of a permission is also a change here. Print the server's present
   * state with `PRINT_PERMISSIONS=1 node_modules/.bin/vitest run --project server permissions`. `unlimited` (the
   * operator) has every permission and sees no tenant's rows: lists are empty (200), things are missing (404), and
   * references to them are refused (422). The ones here belong to a tenant other than the operator's, where no tenants
   * can be managed; for those who can, see `server/operator/tenants.test.ts`. A link to a new password works once, so
   * it is unknown here.
   */
  statuses: Record<string, readonly number[]>
  /**
   * The user types that an endpoint refuses whatever their permissions: because it may grant no type, could not see
   * what it made, or the endpoint is about others.
   */
  refusedTypes?: Record<string, readonly UserType[]>
  /**
   * The endpoints that are not about places. Logins are about accounts, links work for every holder, assays belong to
   * the whole tenant, and so does the audit trail.
   */
  notOfPlaces?: readonly string[]
  /**
   * The column of names in which the search of a list finds rows by the starts of words, for lists that everybody with the
   * permission may see. Lists that search something else are in `tests/walks/searching.test.ts`.
   */
  searchedNames?: Record<string, { table: string; column: string }>
  /** Endpoints whose calls refer to nothing stored, each with its reason. */
  namesNothing?: Record<string, string>
  /** Values for which an endpoint replies alike whether they exist or not, each with its reason. */
  sameForItsOwn?: Record<string, Record<string, string>>
}

export function allBut(...types: readonly UserType[]): UserType[] {
  return userTypes.filter((type) => !types.includes(type))
}

export const ofItsCaller = 'is about whoever calls it, and reads nothing that names anything else'
export const ofTheTenant = 'is about the tenant of the host, and reads nothing that names anything else'
export const ofSomethingNew = 'makes something new, of which nothing is there yet'

let unused = 0
/** Returns a new number each time, so that a call can be repeated. */
export const next = (): number => (unused += 1)
