const key = 'lateral.password-update'

/** Keeps for the next page whose password must be changed: an email has no place in an address. */
export function handOverEmail(email: string): void {
  sessionStorage.setItem(key, email)
}

/** The email that the login page handed over, once; undefined for whoever came by a mail's link. */
export function takeHandedOverEmail(): string | undefined {
  const email = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return email ?? undefined
}
