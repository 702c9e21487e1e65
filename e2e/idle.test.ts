import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { pass } from './steps/idle.ts'
import { heading } from './steps/record-test.ts'

const minute = 60_000

journey('an idle user is warned, may stay, and is finally logged out in every tab', async ({ visit }) => {
  const nurse = await visit({ tenant: 'meadow', as: 'clinical' })
  const { context, page, t } = nurse
  await context.clock.install()
  await nurse.go('/')
  await heading(nurse, 'dashboard:latest').waitFor()
  await expect.poll(() => lastActive(page)).not.toBeNull()
  const before = await lastActive(page)
  const other = await context.newPage()
  await other.goto(`${nurse.origin}/test-records`)
  // Opening a tab counts as activity, which is noted once the tab watches for more.
  await expect.poll(() => lastActive(page)).not.toBe(before)
  // The first tab must read the other's note before the clock leaps, or it would count from the time in a reply.
  await pass(nurse, 1000)

  await pass(nurse, 14 * minute + 5000)
  await page.getByRole('dialog', { name: t('session:idleTitle') }).waitFor()
  await other.getByRole('dialog', { name: t('session:idleTitle') }).waitFor()
  await page.getByRole('button', { name: t('session:idleStay') }).click()
  await pass(nurse, 2000)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => other.getByRole('dialog').count()).toBe(0)

  await pass(nurse, 15 * minute)
  for (const tab of [page, other]) {
    await tab.waitForURL('**/login')
    await tab.getByText(t('session:automatic')).waitFor()
  }
  // A person who comes back later still finds it.
  await pass(nurse, minute)
  for (const tab of [page, other]) await expect.poll(() => tab.getByText(t('session:automatic')).isVisible()).toBe(true)
  await nurse.go('/')
  await page.waitForURL('**/login')
})

journey(
  'nothing can be read any more from the moment the time is over, whenever the server answers',
  async ({ visit }) => {
    const nurse = await visit({ tenant: 'meadow', as: 'clinical' })
    const { context, page, t } = nurse
    let isCleared = false
    await page.exposeFunction('cleared', () => {
      isCleared = true
    })
    await page.addInitScript(() => {
      const watcher = new MutationObserver(
        () => document.body.hidden && (globalThis as { cleared?: () => void }).cleared?.(),
      )
      watcher.observe(document, { subtree: true, attributeFilter: ['hidden'] })
    })
    await context.clock.install()
    await nurse.go('/')
    await heading(nurse, 'dashboard:latest').waitFor()
    await expect.poll(() => lastActive(page)).not.toBeNull()
    await pass(nurse, 1000)
    await pass(nurse, 15 * minute + 5000)
    await page.getByText(t('session:automatic')).waitFor()
    expect(isCleared).toBe(true)
  },
)

/** The time of the last activity in any tab, as the tabs share it. */
function lastActive(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('lateral.last-active'))
}
