const key = 'lateral.unverified-email'

/** Keeps in this tab whose email waits for its verification: an email has no place in an address. */
export function keepUnverifiedEmail(email: string): void {
  sessionStorage.setItem(key, email)
}

/** The email that an earlier page kept; it stays, so that a page can be loaded again. */
export function unverifiedEmail(): string | undefined {
  return sessionStorage.getItem(key) ?? undefined
}
