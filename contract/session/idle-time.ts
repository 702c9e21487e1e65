/**
 * Minutes without a request after which a session ends, where a tenant has not chosen others. The time of a tenant is its
 * `session_idle_minutes`, a column of `tenants` with the same default.
 */
export const defaultIdleMinutes = 15

/** Somebody is warned this long before they are logged out for being idle, in milliseconds. */
export const idleWarningMs = 60_000
