import * as z from 'zod/mini'

/** Minutes without a request after which a session ends: each tenant's own, in `tenants.session_idle_minutes`. */
export const idleMinutes = z.int().check(z.gte(1), z.lte(720))

/** The idle minutes of a tenant that has not chosen others; the column has the same default. */
export const defaultIdleMinutes = 15

/** Somebody is warned this long before they are logged out for being idle, in milliseconds. */
export const idleWarningMs = 60_000
