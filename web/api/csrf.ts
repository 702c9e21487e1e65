const cookieName = 'XSRF-TOKEN'

/** Returns the CSRF token that the server set as a readable cookie, or undefined before a session has started. */
export function csrfToken(): string | undefined {
  const entry = document.cookie.split('; ').find((part) => part.startsWith(`${cookieName}=`))
  return entry && decodeURIComponent(entry.slice(cookieName.length + 1))
}
