import { queryOptions, useMutation, useQueryClient, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { getMyDetails, updateMyLang, type User } from '../../contract/own-account/user.ts'
import type { Holder } from '../../contract/permissions/can.ts'
import { languageOf, type Locale } from '../../contract/rules/formats.ts'
import { logout } from '../../contract/session/endpoints.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { reportAs } from '../api/error-reporting.ts'
import { sendOpenWork } from '../api/open-work.ts'
import { speakFor } from '../api/speaker.ts'
import { failureWords, unreachableWords } from '../editing/failure-words.ts'
import { currentPreferences, usePreferences } from '../tenants/queries.ts'
import { storeLocale } from '../ui/locale.ts'
import { setLocale, t, useLocale } from '../ui/phrases.ts'
import { showMessage, type SnackbarMessage } from '../ui/snackbar-store.ts'
import { keepUnverifiedEmail } from './kept-in-tab.ts'
import { leaveSession, tellOtherTabs } from './leaving-session.ts'

/**
 * The logged-in user. Fetched by the guard of the logged-in area, once per document and again after the tenant has changed
 * (`followUser`); changed by what changes it. Nothing else asks for it anew: what somebody is typing stays on the screen.
 */
export const userQuery = queryOptions({
  queryKey: [getMyDetails.name],
  queryFn: async ({ signal }) => {
    const { data } = await call(getMyDetails, { signal })
    speakFor(data)
    reportAs(data)
    return data
  },
  staleTime: Infinity,
  refetchOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
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
  const leave = useSessionEnd()
  return useMutation({
    mutationFn: async () => {
      await sendOpenWork()
      await call(logout)
    },
    onSuccess: () => leave('/logged-out', t('session:loggedOut'), 'success'),
    onError: (error) => {
      const words = failureWords(error, { failed: 'shell:unknownError', hasFields: false })
      if (words !== undefined) showMessage(words, 'danger')
    },
  })
}

/**
 * What is left to do in this browser once the server has ended its session: all tabs forget it and say why. The next page
 * is told which new email waits for its verification, when one does.
 */
export function useSessionEnd() {
  const queries = useQueryClient()
  return (address: string, text: string, tone: SnackbarMessage['tone'], unverified?: string): void => {
    tellOtherTabs({ text, tone })
    leaveSession(queries, address, text, tone)
    if (unverified !== undefined) keepUnverifiedEmail(unverified, true)
  }
}

/**
 * Changes the language at once and keeps it with the user: the first two letters of the locale (spec §4). What cannot be
 * kept is taken back, and said.
 */
export function useLanguageChange() {
  const queries = useQueryClient()
  const current = useLocale()
  return useMutation({
    mutationFn: async (locale: Locale) =>
      (await call(updateMyLang, { body: { lang: languageOf(locale) }, errors: 'caller' })).data,
    // One after the other, so that the last choice is the one that stays.
    scope: { id: updateMyLang.name },
    onMutate: async (locale) => {
      await show(locale)
      return { before: current }
    },
    onSuccess: (user) => {
      queries.setQueryData(userQuery.queryKey, user)
      showMessage(t('shell:languageUpdated'))
      // What the server words, such as the name of a user type, comes in the new language.
      return queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] })
    },
    onError: async (error, _, changed) => {
      if (error instanceof ApiError && error.isHandled) return
      if (changed !== undefined) await show(changed.before)
      // Words that did not come have no status: nothing but the connection keeps them away.
      const isRefused = error instanceof ApiError && error.status !== 0
      showMessage(isRefused ? error.message : t(unreachableWords()), 'danger')
    },
  })
}

async function show(locale: Locale): Promise<void> {
  await setLocale(locale)
  storeLocale(locale)
}

function holderOf(user: User, features: Holder['features']): Holder {
  return { userType: user.userType.name, permissions: user.permissions, features }
}
