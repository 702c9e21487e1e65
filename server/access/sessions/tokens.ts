import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Returns a new 256-bit token of 43 characters that are safe in cookies and links. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Returns the SHA-256 of a token, which is what is stored. Tokens are random, so a plain hash cannot be reversed by
 * guessing.
 */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Derives the XSRF token from a session cookie, so that nothing is stored for visitors. */
export function xsrfTokenOf(sessionToken: string): string {
  return hash('sha256', `xsrf:${sessionToken}`, 'base64url')
}

/** Compares two texts in a time that does not depend on where they differ. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
