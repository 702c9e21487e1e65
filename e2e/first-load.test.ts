import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'

/** What every page is drawn with. */
const ofApplication = filesOf('application.tsx')
/**
 * What is loaded once the frame is drawn: it watches for idleness and a changed tenant, asks before unsaved work is lost,
 * and draws a list on paper.
 */
const ofLater = filesOf(
  'session/idle-guard.tsx',
  'shell/navigation-badges.tsx',
  'preferences/follow-preferences.ts',
  '../contract/rules/phone-number.ts',
  'lists/list-on-paper.tsx',
)
const mayComeLater = (name: string) => ofLater.has(name) && !ofApplication.has(name)
/** The charts, the latest tests and the filters are drawn after the figures, and load in the meantime. */
const ofCharts = filesOf(
  'dashboard/charts/charts-top.tsx',
  'dashboard/charts/other-charts.tsx',
  'dashboard/charts/reading-chart.tsx',
  'dashboard/charts/trend-chart.tsx',
  'dashboard/latest-tests.tsx',
  'dashboard/narrowing.tsx',
  '../contract/phrases/en_GB/charts.ts',
)
const ofDashboard = filesOf('application.tsx', 'dashboard/dashboard-page.tsx')
const isOfCharts = (name: string) => ofCharts.has(name) && !ofDashboard.has(name) && !mayComeLater(name)
const firstPages = [
  '/',
  '/test-records',
  '/create-test',
  '/invites',
  '/users',
  '/own-user',
  '/own-tenant/branding',
] as const

journey(
  'a first page asks at once for all that it is drawn with, before any of its scripts runs',
  async ({ visit }) => {
    const user = await visit({ tenant: 'harbour', as: 'tenant' })
    await offerNoDraft(user)
    await user.context.addInitScript(() => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('main h1') === null) return
        performance.mark('drawn')
        observer.disconnect()
      })
      observer.observe(document, { childList: true, subtree: true })
    })
    for (const path of firstPages) {
      await user.go(path)
      await user.page.locator('main h1').waitFor()
      const drawnWith = await user.page.evaluate(() => {
        const [drawn] = performance.getEntriesByName('drawn')
        return performance
          .getEntriesByType('resource')
          .filter((entry) => drawn !== undefined && entry.startTime < drawn.startTime)
          .map(({ name }) => new URL(name).pathname)
          .filter((name) => /^\/assets\/.*\.(js|css)$|my-details$/.test(name))
      })
      expect(drawnWith.length, path).toBeGreaterThan(8)

      // In another tab no script arrives, so nothing can request another one.
      const tab = await user.context.newPage()
      const asked = new Set<string>()
      tab.on('request', (request) => asked.add(new URL(request.url()).pathname))
      await tab.route('**/assets/*.js', (route) => route.abort())
      await tab.goto(user.origin + path)
      await tab.waitForLoadState('networkidle')
      expect(
        drawnWith.filter((name) => !asked.has(name) && !mayComeLater(name) && !isOfCharts(name)),
        path,
      ).toEqual([])
      await tab.close()
    }
    // The browser reports the scripts that were blocked.
    user.complaints.length = 0
  },
)

/** By then the page's code is loaded, and its placeholder is shown. */
journey('a first page is drawn even if the answer about the user comes late', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  await user.page.route('**/api/v1/users/my-details', async (route) => {
    await user.page.getByRole('status').first().waitFor({ state: 'attached' })
    await route.continue()
  })
  for (const path of firstPages) {
    await user.go(path)
    await user.page.locator('main h1').waitFor()
  }
})

/**
 * If they were requested in sequence, the lots would come a round trip after the figures, and with the charts' code
 * several.
 */
journey('conspicuous lots are named without waiting for any chart', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  await offerNoDraft(user)
  const { page, origin, t } = user
  const mayAnswer = Promise.withResolvers<void>()
  await page.route('**/api/v1/dashboard?**', async (route) => {
    await mayAnswer.promise
    await route.continue()
  })
  await page.route(
    (url) => isOfCharts(url.pathname),
    () => undefined,
  )
  const lots = page.waitForResponse('**/api/v1/dashboard/lots?**')
  await page.goto(origin)
  expect((await lots).status()).toBe(200)
  mayAnswer.resolve()
  const notice = page.getByRole('region', { name: t('dashboard:notice.label') })
  await notice.getByRole('link').first().waitFor()
})

/** On a slow network they would delay the content that is read first. */
journey('charts are requested once the figures above them are drawn', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  await offerNoDraft(user)
  const { page, origin } = user
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (isOfCharts(pathname)) asked.push(pathname)
  })
  const mayAnswer = Promise.withResolvers<void>()
  await page.route('**/api/v1/dashboard?**', async (route) => {
    await mayAnswer.promise
    await route.continue()
  })
  await page.goto(origin)
  // The placeholder of the figures.
  await page.getByRole('main').getByRole('status').first().waitFor()
  expect(asked).toEqual([])
  const charts = page.waitForRequest((request) => isOfCharts(new URL(request.url()).pathname))
  mayAnswer.resolve()
  await page.getByRole('link', { name: /tests? in this period$/ }).waitFor()
  await charts
})

/** Keeps the files of a draft's offer out of what is loaded: other journeys record as the same person. */
async function offerNoDraft({ page }: Visit): Promise<void> {
  await page.route('**/api/v1/test-records/draft', (route) => route.fulfill({ json: { data: null } }))
}

/** The build's files that hold these modules and everything that they import. */
function filesOf(...names: string[]): Set<string> {
  const manifest = path.join(import.meta.dirname, '..', 'dist', 'web', '.vite', 'manifest.json')
  // Vite wrote the file, and documents its shape.
  const built = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Chunk>
  const found = new Set<string>()
  for (const name of names) {
    // A module that shares its file with others is found by the name of the file.
    const chunk = built[name] ?? Object.values(built).find((one) => one.name === path.parse(name).name)
    const { file, imports = [], css = [] } = chunk ?? {}
    for (const part of file === undefined ? [] : [file, ...css]) found.add(`/${part}`)
    names.push(...imports.filter((imported) => !names.includes(imported)))
  }
  return found
}

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}
