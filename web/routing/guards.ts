import type { QueryClient } from '@tanstack/react-query'
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { whyCannotRecord, type Holder } from '../../contract/permissions/can.ts'
import { logout } from '../../contract/session/endpoints.ts'
import { speakerHeader } from '../../contract/speaker.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { forgetOthers } from '../api/open-work.ts'
import { loginAddress } from '../paths.ts'
import { currentHolder, userQuery } from '../session/queries.ts'
import { currentPreferences } from '../preferences/preferences.ts'
import { localeOfUser } from '../ui/locale.ts'
import { setLocale, t } from '../ui/phrases.ts'
import { keepMessage, showMessage } from '../ui/snackbar-store.ts'

interface Entering {
  context: { queries: QueryClient }
  location: Pick<ParsedLocation, 'href' | 'pathname'>
}

/** Documents whose language was already set to the user's; from then on only the user changes it. */
const addressed = new WeakSet<QueryClient>()

/**
 * Lets only logged-in users in; others go to the login page and come back to the wanted page. Until the terms are
 * accepted, everything leads to the dashboard, which asks for that (spec §2).
 */
export async function requireLogin({ context, location }: Entering): Promise<void> {
  const user = await context.queries.fetchQuery(userQuery).catch((error: unknown) => {
    const known = context.queries.getQueryData(userQuery.queryKey)
    if (known !== undefined && error instanceof ApiError && error.status === 0) return known
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    if (error.code === 'access-suspended') keepMessage(error.message, 'notice')
    throw redirect({ href: loginAddress(location.href), reloadDocument: true })
  })
  if (!user.permissions.includes('login-dashboard')) {
    // The tenant has withdrawn access to the web since the user logged in; the app stays available.
    await endWithoutWeb(user.id)
    throw redirect({ href: loginAddress(), reloadDocument: true })
  }
  forgetOthers(user.id)
  if (!addressed.has(context.queries)) {
    await setLocale(localeOfUser(user.lang, currentPreferences()))
    addressed.add(context.queries)
  }
  if (!user.termsAccepted && location.pathname !== '/') throw redirect({ to: '/', replace: true })
}

/**
 * Logs out a user who may not use the web app (spec §4), and has the login page explain that. If the request fails, the
 * session expires by itself.
 */
async function endWithoutWeb(userId: string): Promise<void> {
  keepMessage(t('errors:no-permission-for-web'), 'notice')
  await call(logout, { errors: 'caller', headers: { [speakerHeader]: userId } }).catch(() => undefined)
}

/** Lets in holders whom a rule allows. A forbidden page is treated as missing. */
export function requireHolder(allows: (holder: Holder) => boolean) {
  return ({ context }: Pick<Entering, 'context'>): void => {
    const holder = currentHolder(context.queries)
    if (holder === undefined || !allows(holder)) leaveAsMissing()
  }
}

/** Goes to the dashboard with a message that nothing was found, because a forbidden page is treated as missing. */
function leaveAsMissing(): never {
  showMessage(t('errors:not-found'), 'danger')
  throw redirect({ to: '/', replace: true })
}

/** Lets in holders who may record a test under the tenant's flags (spec §2, §6). */
export function requireRecording({ context }: Pick<Entering, 'context'>): void {
  const holder = currentHolder(context.queries)
  const reason = holder === undefined ? 'forbidden' : whyCannotRecord(holder)
  if (reason === undefined) return
  showMessage(t(reason === 'forbidden' ? 'errors:not-found' : `errors:${reason}`), 'danger')
  throw redirect({ to: '/', replace: true })
}

/** Redirects away from the invites if the tenant does not invite patients (spec §2). */
export function requireInvites(): void {
  if (currentPreferences().features.includes('PREVENT_PATIENT_INVITES')) throw redirect({ to: '/', replace: true })
}

/** Lets in where subjects are people. Elsewhere the dashboard says in words why the page is missing. */
export function requirePeople(): void {
  if (currentPreferences().subjects.kind === 'human') return
  showMessage(t('shell:onlyPeople'), 'danger')
  throw redirect({ to: '/', replace: true })
}
