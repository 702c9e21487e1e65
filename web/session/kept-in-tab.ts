import { inTab } from '../browser.ts'
import * as z from 'zod/mini'

const loginEmailKey = 'lateral.login-email'
const passwordKey = 'lateral.password-hand-over'
const unverifiedKey = 'lateral.unverified-email'
const emailChangeKey = 'lateral.unverified-email-is-change'
const resultTokenKey = 'lateral.result-token'

/** Keeps in this tab who may log in now, for the login page: an email has no place in an address. */
export function handOverEmail(email: string): void {
  inTab.setItem(loginEmailKey, email)
}

/** Answers once with the email that the page before handed over; undefined for whoever came from elsewhere. */
export function takeHandedOverEmail(): string | undefined {
  const email = inTab.getItem(loginEmailKey)
  inTab.removeItem(loginEmailKey)
  return email ?? undefined
}

const handOver = z.object({
  /** What the address of the page holds, too: what is handed over is for this link alone. */
  token: z.string(),
  email: z.string(),
  /** `due`: the old password must be changed. `first`: there is none yet. */
  why: z.enum(['due', 'first']),
  /** Where they wanted to go when they logged in. */
  wanted: z.optional(z.string()),
  /** What the link of their invitation holds. */
  invitation: z.optional(z.string()),
})
export type HandOver = z.infer<typeof handOver>

/** Keeps in this tab who sets a password on the next page, and why: none of it has a place in an address. */
export function handOverToPassword(kept: HandOver): void {
  inTab.setItem(passwordKey, JSON.stringify(kept))
}

/** What an earlier page handed over with this token; it stays, so that the page can be loaded again. */
export function handedOverWith(token: string): HandOver | undefined {
  const kept = handOver.safeParse(JSON.parse(inTab.getItem(passwordKey) ?? 'null'))
  return kept.success && kept.data.token === token ? kept.data : undefined
}

/** Forgets what was handed over, once the password is set. */
export function forgetHandOver(): void {
  inTab.removeItem(passwordKey)
}

/**
 * Keeps in this tab whose email waits for its verification: an email has no place in an address. `isChange` says that it is
 * to take the place of another, whose owner can take that back.
 */
export function keepUnverifiedEmail(email: string, isChange = false): void {
  inTab.setItem(unverifiedKey, email)
  inTab.setItem(emailChangeKey, String(isChange))
}

/** The email that waits for its verification; it stays, so that a page can be loaded again. */
export function unverifiedEmail(): string | undefined {
  return inTab.getItem(unverifiedKey) ?? undefined
}

/** Whether the email that waits for its verification is to take the place of another. */
export function isEmailChange(): boolean {
  return inTab.getItem(emailChangeKey) === 'true'
}

/** Keeps in this tab the token of a link to a result, so that the address loses it: addresses are kept and passed on. */
export function keepResultToken(token: string): void {
  inTab.setItem(resultTokenKey, token)
}

/** The token of the link to a result that was opened last; it stays, so that the page can be loaded again. */
export function keptResultToken(): string | undefined {
  return inTab.getItem(resultTokenKey) ?? undefined
}
