const key = 'lateral.unverified-email'
const changeKey = 'lateral.unverified-email-is-change'

/**
 * Keeps in this tab whose email waits for its verification: an email has no place in an address. `isChange`: it is to
 * take the place of another, whose owner can take that back.
 */
export function keepUnverifiedEmail(email: string, isChange = false): void {
  sessionStorage.setItem(key, email)
  sessionStorage.setItem(changeKey, String(isChange))
}

/** The email that an earlier page kept; it stays, so that a page can be loaded again. */
export function unverifiedEmail(): string | undefined {
  return sessionStorage.getItem(key) ?? undefined
}

/** Whether that email is to take the place of another. */
export function isEmailChange(): boolean {
  return sessionStorage.getItem(changeKey) === 'true'
}
