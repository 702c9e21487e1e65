import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { everyLocale } from '../../contract/phrases/every-locale.ts'
import { translate } from '../../contract/phrases/translate.ts'
import { languageOf, languageTag, type Locale } from '../../contract/locales.ts'
import { tenants, type TenantSlug } from './demo.ts'
import { startSession } from './http.ts'
import type { AnyVisit } from './screen.ts'
import { translatePages } from './translation.ts'

/** Set while the tests run as on another day, of which browsers know nothing. */
const secondsAhead = process.env.LATERAL_SECONDS_AHEAD

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 375, height: 812 }

export interface Stage {
  port: number
  browser: Browser
}

export interface VisitOptions {
  tenant: TenantSlug
  /** The host of a tenant that a journey has created, instead of that of `tenant`, whose other settings apply. */
  host?: string
  /** Logs in with the tenant's account of this type; without it, the visit is a visitor's. */
  as?: UserType
  /** By default the tenant's own. */
  locale?: Locale
  size?: { width: number; height: number }
  /**
   * The domain of the tenant's host: `localhost`, or a name below `lateral.health`, which the browser resolves to this
   * machine.
   */
  domain?: string
  /** The device's setting. By default American English is dark, so that every screen is seen both ways. */
  appearance?: 'light' | 'dark'
  /** Simulates that the browser translates every page, as Chrome does for readers of another language. */
  isTranslated?: boolean
  /** The port to use instead of the server's own. */
  port?: number
}

/** A visit to a tenant's host, with a browser context of its own. */
export interface Visit extends AnyVisit {
  context: BrowserContext
  page: Page
  /** The device's setting when the visit was opened. */
  appearance: 'light' | 'dark'
  /** The cookies of the session on the server; empty for a visitor. */
  cookies: Map<string, string>
  /** The browser's requests without an answer, as method and path. */
  unanswered: ReadonlySet<string>
  /**
   * Goes to an address as a link does, without reloading the page. Not from the login page, which is a document of its
   * own.
   */
  turnTo: (address: string) => Promise<void>
}

/** Opens a browser context, logged in without the login page if `as` is given. Nothing is loaded yet. */
export async function openVisit(stage: Stage, options: VisitOptions): Promise<Visit> {
  const {
    tenant,
    host = tenant,
    as,
    locale = tenants[tenant].locale,
    size = desktop,
    port = stage.port,
    domain = 'localhost',
    appearance = locale === 'en_US' ? 'dark' : 'light',
    isTranslated = false,
  } = options
  const origin = `http://${host}.${domain}:${port}`
  const context = await stage.browser.newContext({
    viewport: size,
    locale: languageTag(locale),
    timezoneId: tenants[tenant].zone,
    reducedMotion: 'reduce',
    colorScheme: appearance,
  })
  context.setDefaultTimeout(40_000)
  if (secondsAhead !== undefined) await context.addInitScript(shiftClock, Number(secondsAhead) * 1000)
  if (isTranslated) await context.addInitScript(translatePages)
  const complaints: string[] = []
  const unanswered = new Set<string>()
  listen(context, complaints, unanswered)
  const cookies =
    as === undefined ? new Map<string, string>() : await startSession(port, tenant, as, languageOf(locale))
  await context.addCookies(
    [...cookies].map(([name, value]) => ({ name, value, url: origin, sameSite: 'Lax' as const })),
  )
  const page = await context.newPage()
  const t: Visit['t'] = (key, values) => translate(everyLocale[locale], locale, key, values)
  return {
    context,
    page,
    appearance,
    port,
    tenant,
    locale,
    origin,
    cookies,
    complaints,
    unanswered,
    t,
    go: async (address) => void (await page.goto(origin + address)),
    turnTo: async (address) => {
      // Goes through a page that is unlike any other, so that nothing of the previous page can be mistaken for the
      // next.
      await page.evaluate(() => history.pushState(null, '', '/404'))
      await page.getByRole('heading', { name: t('shell:title404') }).waitFor()
      await page.evaluate((href) => history.pushState(null, '', href), address)
    },
  }
}

/** Lets the pages' clock be ahead of the browser's by this many milliseconds. Runs in the browser. */
function shiftClock(ahead: number): void {
  globalThis.Date = class extends Date {
    constructor(...given: readonly unknown[]) {
      // oxlint-disable-next-line typescript/no-unsafe-argument -- whatever pages give is handed on
      super(...((given.length === 0 ? [Date.now()] : given) as ConstructorParameters<typeof Date>))
    }

    static override now() {
      return super.now() + ahead
    }
  } as DateConstructor
}

/** Leaves out Chromium's messages about 4xx replies, which are part of a journey. */
function listen(context: BrowserContext, complaints: string[], unanswered: Set<string>): void {
  const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`
  context.on('request', (request) => unanswered.add(nameOf(request)))
  context.on('requestfinished', (request) => unanswered.delete(nameOf(request)))
  context.on('requestfailed', (request) => unanswered.delete(nameOf(request)))
  context.on('console', (message) => {
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
    complaints.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => complaints.push(`error: ${error.error().message}`))
  context.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} from ${new URL(response.url()).pathname}`)
  })
}
