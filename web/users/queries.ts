import type { Locale } from '../../contract/locales.ts'
import { getUser, listUsers, listUserTypes } from '../../contract/users/reading.ts'
import { userList } from '../../contract/users/user-list.ts'
import { queryOf } from '../api/query.ts'
import { addressOf } from '../routing/list-address.ts'
import type { UsersSearch } from '../paths.ts'

export const userAddress = addressOf(userList)

export function usersQuery(search: UsersSearch) {
  return queryOf(listUsers, { query: userAddress.page(search) })
}

/**
 * All users including patients, sorted by name; with a search, those with a name or email in which a word starts with
 * the text.
 */
export function userChoices({ search }: { search?: string | undefined }) {
  return queryOf(listUsers, { query: { per_page: '100', user_type: 'all', ...(search && { search }) } })
}

export function userDetailQuery(id: string) {
  return queryOf(getUser, { params: { id } })
}

/** The user types that may be granted, by name; with an organisation, only types that belong to one. */
export function userTypesQuery(lang: Locale, organisationId: string | undefined) {
  return queryOf(listUserTypes, { query: { lang, ...(organisationId && { organisation_id: organisationId }) } })
}
