import type { QueryClient } from '@tanstack/react-query'
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { email } from '../../contract/rules/name-and-email.ts'
import { loginAddress } from '../paths.ts'
import { currentPreferences } from '../preferences/preferences.ts'
import { unverifiedEmail } from '../session/kept-in-tab.ts'
import { userQuery } from '../session/queries.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Set only by the verification of an email, because nobody may open the page that follows it by its address. */
    shouldAllowAccessToLandingPage?: boolean
  }
}

/** Redirects visitors to the login page if the tenant does not invite patients (spec §2). */
export function requireInvitees(): void {
  if (!currentPreferences().features.includes('PREVENT_PATIENT_INVITES')) return
  throw redirect({ href: loginAddress(), reloadDocument: true })
}

/** The search parameters of the account setup: the code of the invite. */
export function readNewUserSearch(search: Record<string, unknown>): { newUser?: string | undefined } {
  return { newUser: textOf(search.newUser) }
}

/** Lets in visitors with the code of an invite; others go to the login page (spec §2). */
export function requireNewUser({ search }: { search: { newUser?: string | undefined } }): void {
  requireInvitees()
  if (search.newUser === undefined) throw redirect({ href: loginAddress(), reloadDocument: true })
}

/** The search parameters of a link from an email. */
export function readTokenSearch(search: Record<string, unknown>): { token?: string | undefined } {
  // The key is always set, because the router would restore a missing one from the address.
  return { token: textOf(search.token) }
}

/** The search parameters of a link that verifies an email. */
export function readIdSearch(search: Record<string, unknown>): { id?: string | undefined } {
  return { id: textOf(search.id) }
}

/** Turns a value back into text: the router reads text that looks like a number as one. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** Lets in visitors whose link has a token; others go to the login page (spec §2). */
export function requireToken({ search }: { search: { token?: string | undefined } }): void {
  if (search.token === undefined) throw redirect({ href: loginAddress(), reloadDocument: true })
}

/** Lets in visitors whose link has the id of a verification; others go to the login page (spec §2). */
export function requireId({ search }: { search: { id?: string | undefined } }): void {
  if (search.id === undefined) throw redirect({ href: loginAddress(), reloadDocument: true })
}

/** Reads the email that awaits verification from the address. Text that is not an email is left out. */
export function readEmailSearch(search: Record<string, unknown>): { email?: string } {
  const read = email.safeParse(search.email)
  return read.success ? { email: read.data } : {}
}

/** Lets in visitors with an email to verify; others go to the login page (spec §2). */
export function requireEmail({ search }: { search: { email?: string } }): void {
  if ((search.email ?? unverifiedEmail()) !== undefined) return
  throw redirect({ href: loginAddress(), reloadDocument: true })
}

/** Redirects visitors while the tenant prevents self-registration (spec §2). */
export function requireSelfRegistration(): void {
  if (!currentPreferences().features.includes('PREVENT_SELF_REGISTRATION')) return
  throw redirect({ to: '/', replace: true })
}

/** Lets in a person who was just verified and is not logged in; others go to the dashboard (spec §2). */
export async function requireJustVerified({
  context,
  location,
}: {
  context: { queries: QueryClient }
  location: Pick<ParsedLocation, 'state'>
}): Promise<void> {
  const isLoggedIn = async () =>
    await context.queries.ensureQueryData(userQuery).then(
      () => true,
      () => false,
    )
  if (location.state.shouldAllowAccessToLandingPage && !(await isLoggedIn())) return
  throw redirect({ to: '/', replace: true })
}
