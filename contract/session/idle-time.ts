/**
 * The default number of minutes without a request after which a session ends. A tenant's own value is
 * `session_idle_minutes`, a column of `tenants` with the same default.
 */
export const defaultIdleMinutes = 15

/** Users are warned this long before they are logged out for being idle, in milliseconds. */
export const idleWarningMs = 60_000
