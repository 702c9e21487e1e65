import { queryOptions, useMutation, useQueryClient, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { getMyDetails } from '../../contract/own-account/endpoints.ts'
import type { User } from '../../contract/own-account/user.ts'
import type { Holder } from '../../contract/permissions/can.ts'
import { logout } from '../../contract/session/endpoints.ts'
import { call } from '../api/client.ts'
import { currentPreferences, usePreferences } from '../tenants/queries.ts'
import { t } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { leaveSession } from './leave-session.ts'

/** The logged-in user. Fetched once per document by the guard of the logged-in area; changed by what changes it. */
export const userQuery = queryOptions({
  queryKey: [getMyDetails.name],
  queryFn: async ({ signal }) => (await call(getMyDetails, { signal })).data,
  staleTime: Infinity,
})

/** The logged-in user, inside the logged-in area. */
export function useUser(): User {
  return useSuspenseQuery(userQuery).data
}

/** The logged-in user as `can` and its kin ask for, with the tenant's flags. */
export function useHolder(): Holder {
  const user = useUser()
  return holderOf(user, usePreferences().features)
}

/** The logged-in user as `can` and its kin ask for, outside components; undefined before the user is known. */
export function currentHolder(queries: QueryClient): Holder | undefined {
  const user = queries.getQueryData(userQuery.queryKey)
  return user && holderOf(user, currentPreferences().features)
}

/** Logs out and goes to the logged-out page; when the server cannot be reached, says so and stays. */
export function useLogout() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(logout),
    onSuccess: () => leaveSession(queries, '/logged-out', t('session:loggedOut'), 'success'),
    onError: () => showMessage(t('shell:offline'), 'danger'),
  })
}

function holderOf(user: User, features: Holder['features']): Holder {
  return { userType: user.userType.name, permissions: user.permissions, features }
}
