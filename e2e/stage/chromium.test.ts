import { afterEach, expect, test, vi } from 'vitest'
import { startBrowser } from './browser.ts'
import { findChromium } from './chromium.ts'

afterEach(() => vi.unstubAllEnvs())

test.runIf(process.arch === 'x64')('a browser is provided, whatever is installed', async () => {
  vi.stubEnv('CHROMIUM_PATH', '')
  const [one, other] = await Promise.all([findChromium(), findChromium()])
  expect(other.executablePath).toBe(one.executablePath)
  const browser = await startBrowser()
  expect(one.executablePath).toContain(`chromium-${browser.version().split('.')[0]}`)
  // The browser uses the fonts that came with it.
  const page = await browser.newPage()
  await page.setContent('<span>Words</span>')
  expect((await page.locator('span').boundingBox())?.height).toBeGreaterThan(0)
  await browser.close()
})

test('a configured browser that is missing is named', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium')
  await expect(findChromium()).rejects.toThrow('There is no browser at /nowhere/chromium')
})
