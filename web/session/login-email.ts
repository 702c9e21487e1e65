const key = 'lateral.login-email'

/** Keeps for the login page who may log in now: an email has no place in an address. */
export function handOverEmail(email: string): void {
  sessionStorage.setItem(key, email)
}

/** The email that the page before handed over, once; undefined for whoever came from elsewhere. */
export function takeHandedOverEmail(): string | undefined {
  const email = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return email ?? undefined
}
