import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { startBrowser } from './stage/browser.ts'
import { demoPassword, emailOf } from './stage/demo.ts'
import { startReportServer, type Report, type ReportServer } from './stage/report-server.ts'
import { startServer, type RunningServer } from './stage/server.ts'
import { openVisit, type Visit, type VisitOptions } from './stage/visit.ts'
import { logInWith } from './steps/log-in.ts'

let sink: ReportServer
let server: RunningServer
let browser: Browser
let visits: Visit[] = []

beforeAll(async () => {
  sink = await startReportServer()
  server = await startServer({ settings: { SENTRY_DSN: sink.dsn }, demoData: inject('demoData') })
  browser = await startBrowser()
})
beforeEach(() => {
  sink.reports.length = 0
  return async () => {
    await Promise.all(visits.map(({ context }) => context.close()))
    visits = []
  }
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  sink?.close()
})

/** A visit to a host that is not for tests, where every page is traced. */
async function visit(options: Pick<VisitOptions, 'as' | 'domain'> = {}): Promise<Visit> {
  const opened = await openVisit(
    { port: server.port, browser },
    { tenant: 'harbour', domain: 'qa.lateral.health', ...options },
  )
  await opened.context.addInitScript(() => (Math.random = () => 0))
  visits.push(opened)
  return opened
}

/** Throws an uncaught error with a unique name, and with a message that must not be sent. */
async function fail(page: Page, name: string): Promise<void> {
  await page.evaluate((errorName) => {
    setTimeout(() => {
      throw Object.assign(new Error(`planted-in-a-message ${window.location.href} ${document.cookie}`), {
        name: errorName,
        // The stack of a script in the page itself.
        stack: `${errorName}\n    at failing (${window.location.href}:1:1)`,
      })
    })
  }, name)
}

/** True once the page after login reports errors. Runs in the browser. */
function watchesForErrors(): boolean {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  return window.location.pathname === '/' && loaded.some((name) => name.includes('/assets/sentry-'))
}

const fromBrowser = (type: string): Report[] =>
  sink.reports.filter((report) => report.type === type && report.platform === 'javascript')
const eventOf = (name: string): Report | undefined =>
  fromBrowser('event').find(({ exception }) => exception?.values.some(({ type }) => type === name))
async function reported(name: string): Promise<Report> {
  await expect.poll(() => eventOf(name)).toBeDefined()
  return eventOf(name) ?? { type: 'none' }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor()
const group = { id: expect.any(String) as string, email: emailOf('harbour', 'group') }

test('an error is reported with the route of its page and its user, and nothing else', async () => {
  const { page, go } = await visit({ as: 'group' })
  await go('/test-records?search=HARB')
  await heading(page)
  await page.locator('[data-row]').first().click()
  await page.waitForURL('**/test-records/*')
  await fail(page, 'OpenedError')
  const { tags, ...event } = await reported('OpenedError')
  expect(event).toEqual({
    type: 'event',
    event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    platform: 'javascript',
    level: 'error',
    transaction: '/test-records/$id',
    release: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    environment: 'qa',
    timestamp: expect.any(Number),
    user: group,
    sdk: { name: 'lateral', version: expect.any(String), settings: { infer_ip: 'never' } },
    exception: { values: [{ type: 'OpenedError', stacktrace: { frames: [] } }] },
  })
  expect(tags).toEqual({ route: '/test-records/$id' })
})

test('an error right after login, before the page knows its user, names them all the same', async () => {
  const { page, context, go, t } = await visit()
  await context.addInitScript(() => {
    const inner = window.fetch
    window.fetch = async (...sent) => {
      const response = await inner(...sent)
      if (response.url.endsWith('/api/v1/login'))
        setTimeout(() => {
          throw Object.assign(new Error(), { name: 'LoggedInError' })
        })
      return response
    }
  })
  // The page after login loads once the error on the login page was reported, and learns its user late.
  await context.route(
    (url) => url.pathname === '/',
    async (route) => {
      await reported('LoggedInError')
      await route.continue()
    },
  )
  // The request for the user precedes the page's scripts, and is answered once the page watches for errors.
  await context.route('**/api/v1/users/my-details', async (route) => {
    await page.waitForFunction(watchesForErrors)
    await fail(page, 'EarlyError')
    await route.continue()
  })
  await go('/login')
  await logInWith({ page, t }, emailOf('harbour', 'group'), demoPassword)
  expect(await reported('LoggedInError')).toMatchObject({ user: group, transaction: '/login' })
  expect(await reported('EarlyError')).toMatchObject({ user: group, transaction: '/' })
  await heading(page)
})

test('an error in our own code has its frames, and an error of a reply the id of the request', async () => {
  const { page, context, go, t } = await visit()
  await context.route('**/api/v1/login', (route) =>
    route.fulfill({
      status: 500,
      json: { message: 'planted-in-a-reply', code: 'internal', requestId: '0190a000-0000-7000-8000-000000000001' },
    }),
  )
  await go('/login')
  await logInWith({ page, t }, 'planted-login@people.test', 'planted-in-a-password')
  const event = await reported('ApiError')
  expect(event).toMatchObject({
    user: {},
    tags: { route: '/login', request_id: '0190a000-0000-7000-8000-000000000001' },
    exception: { values: [{ value: 'internal' }] },
  })
  const frames = event.exception?.values[0]?.stacktrace.frames ?? []
  expect(frames.length).toBeGreaterThan(0)
  for (const { filename } of frames) expect(filename).toMatch(/^\/assets\/[\w.-]+\.js$/)
})

test('no token, code, id or typed text leaves with an error or a trace', async () => {
  const { page, cookies, go } = await visit({ as: 'group' })
  const addresses = [
    '/forgotten-password?token=planted-token',
    '/create-password?token=planted-token',
    '/verify-new-self-registration?id=planted-id',
    '/verify-new?id=planted-id',
    '/patient-registration/PLANTEDCODEPLANTEDCODEPL',
    '/account-setup?newUser=planted-user',
    '/verification-status?email=planted-address',
    '/test-records?search=planted-in-a-query#planted-fragment',
    '/planted-unknown-page/planted-part',
  ]
  for (const [i, address] of addresses.entries()) {
    await go(address)
    await heading(page)
    await fail(page, `Walk${i}Error`)
    await reported(`Walk${i}Error`)
  }
  await go('/test-records')
  await page.locator('[data-row]').first().click()
  await page.waitForURL('**/test-records/*')
  const recordId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const [testId = 'none'] = /HARB-\w+/.exec(await page.locator('main').innerText()) ?? []
  await expect
    .poll(() => fromBrowser('transaction').map(({ transaction }) => transaction))
    .toEqual(expect.arrayContaining(['/test-records', '/test-records/$id', '/$']))
  for (const report of fromBrowser('transaction')) {
    expect(Object.keys(report).toSorted()).toEqual(
      ['contexts', 'environment', 'event_id', 'platform', 'release', 'sdk', 'spans', 'start_timestamp'].concat([
        'tags',
        'timestamp',
        'transaction',
        'transaction_info',
        'type',
      ]),
    )
  }
  const everything = sink.everything()
  const secrets = ['planted', 'PLANTED', demoPassword, recordId, testId, ...cookies.values()]
  expect(secrets.filter((secret) => everything.includes(secret))).toEqual([])
  expect(new Set(sink.reports.map(({ type }) => type))).toEqual(new Set(['event', 'transaction']))
})

test('nothing is reported from a test host', async () => {
  const { page, go } = await visit({ as: 'group', domain: 'localhost' })
  await go('/test-records')
  await heading(page)
  await fail(page, 'UnreportedError')
  const other = await visit({ as: 'group' })
  await other.go('/test-records')
  await heading(other.page)
  await fail(other.page, 'ReportedError')
  await reported('ReportedError')
  expect(eventOf('UnreportedError')).toBeUndefined()
})
