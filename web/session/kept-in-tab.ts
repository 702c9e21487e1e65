import { inTab } from '../browser.ts'
import * as z from 'zod/mini'

const loginEmailKey = 'lateral.login-email'
const passwordKey = 'lateral.password-hand-over'
const unverifiedKey = 'lateral.unverified-email'
const emailChangeKey = 'lateral.unverified-email-is-change'
const resultTokenKey = 'lateral.result-token'

/** Keeps an email in this tab for the login page, because an email must not be in an address. */
export function handOverEmail(email: string): void {
  inTab.setItem(loginEmailKey, email)
}

/** Returns, once, the email that the previous page handed over; undefined if there is none. */
export function takeHandedOverEmail(): string | undefined {
  const email = inTab.getItem(loginEmailKey)
  inTab.removeItem(loginEmailKey)
  return email ?? undefined
}

const handOver = z.object({
  /** The token of the link, which is also in the page's address: the data belongs to this link alone. */
  token: z.string(),
  email: z.string(),
  /** `due`: the old password must be changed. `first`: there is none yet. */
  why: z.enum(['due', 'first']),
  /** The path that the person wanted when they logged in. */
  wanted: z.optional(z.string()),
  /** The id in the link of the invitation. */
  invitation: z.optional(z.string()),
})
export type HandOver = z.infer<typeof handOver>

/** Keeps in this tab who sets a password on the next page, and why. None of it may be in an address. */
export function handOverToPassword(kept: HandOver): void {
  inTab.setItem(passwordKey, JSON.stringify(kept))
}

/** Returns the data that was handed over with this token. It stays, so that the page can be reloaded. */
export function handedOverWith(token: string): HandOver | undefined {
  const kept = handOver.safeParse(JSON.parse(inTab.getItem(passwordKey) ?? 'null'))
  return kept.success && kept.data.token === token ? kept.data : undefined
}

/** Forgets the data that was handed over, once the password is set. */
export function forgetHandOver(): void {
  inTab.removeItem(passwordKey)
}

/**
 * Keeps in this tab the email that awaits verification, because an email must not be in an address. With `isChange` it
 * will replace another email, whose owner can cancel the change.
 */
export function keepUnverifiedEmail(email: string, isChange = false): void {
  inTab.setItem(unverifiedKey, email)
  inTab.setItem(emailChangeKey, String(isChange))
}

/** The email that awaits verification. It stays, so that a page can be reloaded. */
export function unverifiedEmail(): string | undefined {
  return inTab.getItem(unverifiedKey) ?? undefined
}

/** True if the email that awaits verification will replace another. */
export function isEmailChange(): boolean {
  return inTab.getItem(emailChangeKey) === 'true'
}

/**
 * Keeps the token of a link to a result in this tab, so that it can be removed from the address: addresses are stored
 * and shared.
 */
export function keepResultToken(token: string): void {
  inTab.setItem(resultTokenKey, token)
}

/** The token of the last opened link to a result. It stays, so that the page can be reloaded. */
export function keptResultToken(): string | undefined {
  return inTab.getItem(resultTokenKey) ?? undefined
}
