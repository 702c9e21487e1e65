import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { everyLocale } from '../../contract/phrases/every-locale.ts'
import { translate } from '../../contract/phrases/translate.ts'
import type { Language, Locale } from '../../contract/rules/formats.ts'
import { tenants, type TenantSlug } from './demo.ts'
import { startSession } from './http.ts'
import type { AnyVisit } from './screen.ts'
import { translatePages } from './translation.ts'

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 375, height: 812 }

export interface Stage {
  port: number
  browser: Browser
}

export interface VisitOptions {
  tenant: TenantSlug
  /** What a tenant that a journey has made is reached at, instead of `tenant`, as which it is otherwise taken. */
  host?: string
  /** Logged in as its account of this type; left out: a visitor. */
  as?: UserType
  /** The tenant's own unless given. */
  locale?: Locale
  size?: { width: number; height: number }
  /** What the tenant's host stands below: `localhost`, or something below `lateral.health`, which the browser takes for this machine. */
  domain?: string
  /** What the device wishes. Unless given, American English is seen in the dark, so that every screen is seen both ways. */
  appearance?: 'light' | 'dark'
  /** The browser translates every page, as Chrome does for whoever reads another language. */
  isTranslated?: boolean
  /** Reaches the server through another port than its own. */
  port?: number
}

/** Somebody at a screen: a browser context of their own on a tenant's host. */
export interface Visit extends AnyVisit {
  context: BrowserContext
  page: Page
  /** What the device wishes, as it was opened. */
  appearance: 'light' | 'dark'
  /** The cookies of the session on the server; empty for a visitor. */
  cookies: Map<string, string>
  /** What the browser has asked for and has no answer to, as method and path. */
  unanswered: ReadonlySet<string>
  /** Goes to an address as a link does, without loading the page anew. Not from the login page, which is a document of its own. */
  turnTo: (address: string) => Promise<void>
}

/** Opens a context of its own, logged in past the login page where `as` is given. Nothing is loaded yet. */
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
    locale: locale.replace('_', '-'),
    timezoneId: tenants[tenant].zone,
    reducedMotion: 'reduce',
    colorScheme: appearance,
  })
  context.setDefaultTimeout(40_000)
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
      // By way of a page that is like no other: what is waited for next is none of the page before.
      await page.evaluate(() => history.pushState(null, '', '/404'))
      await page.getByRole('heading', { name: t('shell:title404') }).waitFor()
      await page.evaluate((href) => history.pushState(null, '', href), address)
    },
  }
}

export function languageOf(locale: Locale): Language {
  return locale === 'es_MX' ? 'es' : 'en'
}

/** Replies of 4xx are part of a journey; Chromium notes each of them in its console, and these notes are left out. */
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
