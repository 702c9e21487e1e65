import { expect } from 'vitest'
import { journey } from './stage/journey.ts'

/** What the shell asks for once it stands: watching for idleness and for a changed tenant, and asking before something is left. */
const ofShell = ['after-first-page', 'draft-offer', 'follow-preferences']
const mayComeLater = new RegExp(`/(${[...ofShell, 'phone-number'].join('|')})-`)
const firstPages = ['/', '/test-records', '/create-test', '/invites', '/users', '/own-user'] as const

journey(
  'a first page asks at once for all that it is drawn with, before any of its scripts runs',
  async ({ visit }) => {
    const user = await visit({ tenant: 'harbour', as: 'tenant' })
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

      // In another tab no script arrives, so nothing can ask for another one.
      const tab = await user.context.newPage()
      const asked = new Set<string>()
      tab.on('request', (request) => asked.add(new URL(request.url()).pathname))
      await tab.route('**/assets/*.js', (route) => route.abort())
      await tab.goto(user.origin + path)
      await tab.waitForLoadState('networkidle')
      expect(
        drawnWith.filter((name) => !asked.has(name) && !mayComeLater.test(name)),
        path,
      ).toEqual([])
      await tab.close()
    }
    // The browser complains about the scripts that were kept from it.
    user.complaints.length = 0
  },
)
