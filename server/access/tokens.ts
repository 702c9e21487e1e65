import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new 256-bit token, as 43 characters that are safe in cookies and links. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: its SHA-256. A token is random, so a plain hash cannot be guessed back. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The XSRF token that belongs to a session cookie. It follows from the cookie, so nothing has to be kept for visitors. */
export function xsrfTokenOf(sessionToken: string): string {
  return hash('sha256', `xsrf:${sessionToken}`, 'base64url')
}

/** Whether two texts are the same, in a time that does not depend on where they differ. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
