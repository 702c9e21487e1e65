import { describeError } from '../../contract/error-reports/describe-error.ts'
import { errorEvent, traceEvent, type Circumstances } from '../../contract/error-reports/events.ts'
import { isTestHost } from '../../contract/error-reports/test-hosts.ts'
import type { User } from '../../contract/own-account/user.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { version } from '../version.ts'
import { ApiError } from './api-error.ts'

type ReportedUser = Pick<User, 'id' | 'email'>

/** The share of pages that are traced (spec §9). */
const tracesSampleRate = 0.1

/** How long a report waits to learn the user, in milliseconds. Visitors stay anonymous. */
const patience = 3000

const unknownRoute = 'of no route'

/**
 * The reporting code, which is loaded after the page and only if the tenant has a service, and the address to report
 * from.
 */
interface Reporting {
  environment: string
  send: Promise<ReturnType<typeof import('./sentry.ts').openTransport>>
  framesOf: Promise<typeof import('./sentry.ts').framesOf>
}

let reporting: Reporting | undefined
let routeOf = (pathname: string): string => (pathname === '/login' ? pathname : unknownRoute)
let tellRoutes: () => void = () => undefined
const routesKnown = new Promise<void>((resolve) => (tellRoutes = resolve))
let user: ReportedUser | undefined
let tellUser: () => void = () => undefined
const userKnown = new Promise<void>((resolve) => (tellUser = resolve))
const reported = new WeakSet<object>()

/**
 * Reports errors and traces some pages to the tenant's service, if it has one; never from test hosts (spec §9). The
 * content of reports is defined in `contract/error-reports/events.ts`: no address, no message, and nothing of the page.
 */
export function startErrorReporting(
  { environment, errorReporting }: Preferences,
  host = window.location.hostname,
): void {
  const { dsn } = errorReporting
  if (dsn === null || reporting !== undefined || isTestHost(host) || environment.startsWith('local')) return
  const loading = import('./sentry.ts')
  const send = loading.then((sentry) => sentry.openTransport(dsn))
  const framesOf = loading.then((sentry) => sentry.framesOf)
  // The app works without the service, so a blocked or failed load is not an error.
  Promise.all([send, framesOf]).catch(() => undefined)
  reporting = { environment, send, framesOf }
  // The login page is a document of its own, without a router.
  if (window.location.pathname === '/login') tellRoutes()
  window.addEventListener('error', (event: ErrorEvent) => reportError(event.error))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
  traceLoading()
}

/** From now on names pages by the patterns of their routes; undefined stands for an address without a route. */
export function nameRoutesBy(patternOf: (pathname: string) => string | undefined): void {
  routeOf = (pathname) => patternOf(pathname) ?? unknownRoute
  tellRoutes()
}

/** Names the logged-in user in reports by id and email (spec §7), including those that are waiting to be sent. */
export function reportAs({ id, email }: ReportedUser): void {
  user = { id, email }
  tellUser()
}

/** Reports an error that was handled but should be known. Each error is reported once. */
export function reportError(error: unknown): void {
  if (reporting === undefined || !(error instanceof Error) || reported.has(error)) return
  reported.add(error)
  const at = presentTime().getTime()
  const { pathname } = window.location
  const { environment, send, framesOf } = reporting
  Promise.all([send, framesOf, Promise.race([userKnown, elapsed(patience)])])
    .then(([sendNow, frames]) => {
      const requestId = error instanceof ApiError ? error.requestId : undefined
      const circumstances = { ...circumstancesAt(pathname, environment), requestId, at }
      sendNow(errorEvent(describeError(error, frames), user ?? null, circumstances))
    })
    .catch(() => undefined)
}

/** Traces a navigation that ends now. `startedAt` is a time of `performance.now()`. */
export function traceNavigation(pathname: string, startedAt: number): void {
  trace('navigation', pathname, startedAt, performance.now())
}

function traceLoading(): void {
  const { pathname } = window.location
  const traceNow = () => trace('pageload', pathname, 0, performance.now())
  if (document.readyState === 'complete') traceNow()
  else window.addEventListener('load', traceNow, { once: true })
}

function trace(operation: string, pathname: string, startedAt: number, endedAt: number): void {
  if (reporting === undefined || Math.random() >= tracesSampleRate) return
  const { timeOrigin } = performance
  const times = { startedAt: timeOrigin + startedAt, endedAt: timeOrigin + endedAt }
  const { environment, send } = reporting
  Promise.all([send, routesKnown])
    .then(([sendNow]) =>
      sendNow(
        traceEvent({ spanId: randomHex(8), operation, status: 'ok', ...times }, circumstancesAt(pathname, environment)),
      ),
    )
    .catch(() => undefined)
}

function circumstancesAt(pathname: string, environment: string): Circumstances {
  return { id: randomHex(16), platform: 'javascript', route: routeOf(pathname), release: version, environment }
}

function randomHex(bytes: number): string {
  const values = [...crypto.getRandomValues(new Uint8Array(bytes))]
  return values.map((value) => value.toString(16).padStart(2, '0')).join('')
}

function elapsed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
