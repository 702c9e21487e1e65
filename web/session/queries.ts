import { queryOptions, useMutation, useQueryClient, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { getMyDetails, updateMyLang, type User } from '../../contract/own-account/user.ts'
import type { Holder } from '../../contract/permissions/can.ts'
import { languageOf, type Locale } from '../../contract/locales.ts'
import { logout } from '../../contract/session/endpoints.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { reportAs } from '../api/error-reporting.ts'
import { sendOpenWork } from '../api/open-work.ts'
import { speakFor } from '../api/speaker.ts'
import { failureWords, unreachableWords } from '../api/failure-words.ts'
import { currentPreferences, usePreferences } from '../preferences/preferences.ts'
import { storeLocale } from '../ui/locale.ts'
import { setLocale, t, useLocale } from '../ui/phrases.ts'
import { showMessage, type SnackbarMessage } from '../ui/snackbar-store.ts'
import { keepUnverifiedEmail } from './kept-in-tab.ts'
import { leaveSession, tellOtherTabs } from './leaving-session.ts'

/**
 * The logged-in user. Fetched by the guard of the logged-in area, once per document and again after the tenant has
 * changed (`followUser`), and updated by mutations. Nothing else refetches it, so that a page with typed data stays on
 * the screen.
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

/** The logged-in user as `can` expects it, with the tenant's flags. */
export function useHolder(): Holder {
  const user = useUser()
  return holderOf(user, usePreferences().features)
}

/** The logged-in user as `can` expects it, for use outside components; undefined before the user is known. */
export function currentHolder(queries: QueryClient): Holder | undefined {
  const user = queries.getQueryData(userQuery.queryKey)
  return user && holderOf(user, currentPreferences().features)
}

/** Logs out and goes to the logged-out page. If the server cannot be reached, reports that and stays. */
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
 * Cleans up in this browser after the server has ended the session: all tabs forget it and show why. The next page
 * receives the new email that awaits verification, if there is one.
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
 * Changes the language at once and stores it with the user: the first two letters of the locale (spec §4). If storing
 * fails, the change is undone and reported.
 */
export function useLanguageChange() {
  const queries = useQueryClient()
  const current = useLocale()
  return useMutation({
    mutationFn: async (locale: Locale) =>
      (await call(updateMyLang, { body: { lang: languageOf(locale) }, errors: 'caller' })).data,
    // Requests run one after the other, so that the last choice wins.
    scope: { id: updateMyLang.name },
    onMutate: async (locale) => {
      await show(locale)
      return { before: current }
    },
    onSuccess: (user) => {
      queries.setQueryData(userQuery.queryKey, user)
      showMessage(t('shell:languageUpdated'))
      // Texts from the server, such as the name of a user type, are fetched again in the new language.
      return queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] })
    },
    onError: async (error, _, changed) => {
      if (error instanceof ApiError && error.isHandled) return
      if (changed !== undefined) await show(changed.before)
      // Phrases that failed to load have no status, because only the connection can be the cause.
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
