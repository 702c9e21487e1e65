import { afterEach, expect, test, vi } from 'vitest'
import { startBrowser } from './browser.ts'
import { findChromium } from './chromium.ts'

afterEach(() => vi.unstubAllEnvs())

test.runIf(process.arch === 'x64')('a browser comes along where none is installed', async () => {
  vi.stubEnv('CHROMIUM_PATH', 'none')
  const [one, other] = await Promise.all([findChromium(), findChromium()])
  expect(other.executablePath).toBe(one.executablePath)
  const browser = await startBrowser()
  expect(one.executablePath).toContain(`chromium-${browser.version().split('.')[0]}`)
  await browser.close()
})
