import type { User } from '../../contract/own-account/user.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { version } from '../version.ts'

type Reporter = typeof import('./sentry.ts')

let loading: Promise<Reporter> | undefined

/**
 * Reports errors to the tenant's service when it has one, with a trace rate of 0.1 (spec §9); never from test hosts. The
 * service's code is loaded only then, after the page.
 */
export function startErrorReporting(
  { environment, errorReporting }: Preferences,
  host = window.location.hostname,
): void {
  const { dsn } = errorReporting
  if (dsn === null || loading !== undefined || isTestHost(host) || environment.startsWith('local')) return
  loading = import('./sentry.ts').then((sentry) => {
    sentry.init({
      dsn,
      environment,
      release: version,
      tracesSampleRate: 0.1,
      integrations: [sentry.browserTracingIntegration()],
      beforeSend: sentry.withoutTokens,
      beforeSendTransaction: sentry.withoutTokens,
    })
    return sentry
  })
  // Without the service the app works as well: a blocked or failed load is no error of ours.
  loading.catch(() => undefined)
}

/** Names the logged-in user in reports by id and email (spec §7). */
export function reportAs({ id, email }: Pick<User, 'id' | 'email'>): void {
  loading?.then((sentry) => sentry.setUser({ id, email })).catch(() => undefined)
}

/** Reports an error that was dealt with but should be known. */
export function reportError(error: unknown): void {
  loading?.then((sentry) => sentry.captureException(error)).catch(() => undefined)
}

function isTestHost(host: string): boolean {
  return /(^|\.)(localhost|test|example|invalid)$/.test(host) || /^(127\.|\[?::1)/.test(host)
}
