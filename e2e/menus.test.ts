import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { phone } from './stage/visit.ts'
import { expectFocus } from './steps/keyboard.ts'
import { exportButton, recordLink } from './steps/list.ts'

journey('a menu is walked through by keys, and is left by Escape, Tab or a press elsewhere', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  const { page, t, go } = user
  await go('/test-records')
  await recordLink(user, '').first().waitFor()
  const button = exportButton(user)
  const menu = page.getByRole('menu')
  const [workbook, plain] = [t('lists:file.xlsx'), t('lists:file.csv')].map((name) =>
    page.getByRole('menuitem', { name }),
  ) as [Locator, Locator]

  await button.focus()
  await page.keyboard.press('ArrowDown')
  await expectFocus(workbook)
  for (const [key, item] of [
    ['ArrowUp', plain],
    ['ArrowDown', workbook],
    ['End', plain],
    ['Home', workbook],
  ] as const) {
    await page.keyboard.press(key)
    await expectFocus(item)
  }
  await page.keyboard.press('Escape')
  await expectFocus(button)
  expect(await menu.count()).toBe(0)

  await page.keyboard.press('Enter')
  await expectFocus(workbook)
  await page.keyboard.press('Shift+Tab')
  await expectFocus(button)
  await expect.poll(() => menu.count()).toBe(0)

  // Keys that arrive while the page is busy are meant for what the ones before them opened.
  await page.evaluate(() => {
    setTimeout(() => {
      const end = performance.now() + 300
      while (performance.now() < end);
    })
  })
  await Promise.all(['ArrowDown', 'ArrowDown'].map((key) => page.keyboard.press(key)))
  await expectFocus(plain)
  await page.keyboard.press('Escape')
  await expectFocus(button)

  const focused = () => page.evaluate(() => document.activeElement?.outerHTML)
  await page.keyboard.press('Tab')
  const next = await focused()
  await button.focus()
  await page.keyboard.press('Enter')
  await expectFocus(workbook)
  await page.keyboard.press('Tab')
  expect(await focused()).toBe(next)
  await expect.poll(() => menu.count()).toBe(0)

  await button.click()
  await expectFocus(workbook)
  await button.click()
  await expect.poll(() => menu.count()).toBe(0)
  await button.click()
  await expectFocus(workbook)
  await page.getByRole('heading', { level: 1 }).click()
  await expect.poll(() => menu.count()).toBe(0)
})

journey('on a phone the menu of a bar that stays in sight opens below its button', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant', size: phone })
  const { page, t, go } = user
  await go('/test-records')
  await recordLink(user, '').first().waitFor()
  await page.evaluate(() => window.scrollTo(0, 300))
  const button = page.getByRole('button', { name: new RegExp(t('shell:userMenu', { name: '' })) })
  await button.click()
  const menu = page.getByRole('menu')
  await expectFocus(menu.getByRole('menuitemradio').first())
  const [above, below] = await Promise.all([button.boundingBox(), menu.boundingBox()])
  if (above === null || below === null) throw new Error('Neither the button nor its menu is visible')
  expect(below.y).toBeCloseTo(above.y + above.height + 6, 0)
  expect(below.x + below.width).toBeCloseTo(above.x + above.width, 0)
  // Rounded to the pixels of the screen.
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - 300)).toBeLessThan(3)
})
