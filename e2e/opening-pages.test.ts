import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { journey } from './stage/journey.ts'

/** The delay of a page's code, in milliseconds, unless its data is requested first. */
const slowness = 30_000

describe('a page requests its data while its code loads', () => {
  for (const [page, code, data] of [
    ['/test-records', /test-records-page/, '/api/v1/test-records'],
    ['/invites', /invites-page/, '/api/v1/invites'],
    ['/', /dashboard-page/, '/api/v1/dashboard'],
  ] as const) {
    journey(page, async ({ visit }) => {
      const user = await visit({ tenant: 'harbour', as: 'tenant' })
      const asked = Promise.withResolvers<void>()
      const order: string[] = []
      await user.page.route(code, async (route) => {
        await Promise.race([asked.promise, pause(slowness)])
        order.push('code')
        await route.continue()
      })
      user.page.on('request', (request) => {
        if (new URL(request.url()).pathname !== data) return
        order.push('data')
        asked.resolve()
      })
      await user.go(page)
      await user.page.locator('main table, main time').first().waitFor()
      expect(order[0]).toBe('data')
    })
  }
})

journey('a form opens over its list even if its code is slow', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  await user.page.route(/invite-form/, async (route) => {
    await pause(1500)
    await route.continue()
  })
  await user.go('/invites')
  await user.page.getByRole('link', { name: user.t('shell:page.newInvite') }).click()
  const form = user.page.getByRole('form', { name: user.t('shell:page.newInvite') })
  const first = form.locator('input').first()
  await first.waitFor()
  await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true)
  await user.page.keyboard.press('Escape')
  await user.page.waitForURL('**/invites')
  const opener = user.page.getByRole('link', { name: user.t('shell:page.newInvite') })
  await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true)
})
