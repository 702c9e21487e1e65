import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'

/** A user who goes from page to page in one tab of a browser, and never loads the application again. */
export interface OpenPage {
  /** Pages that were opened, and those of them that did not come or showed an error, by what happened. */
  opened: number
  failed: string[]
  /** How often the browser loaded the document, the first time included. */
  loaded: number
  stop(): Promise<void>
}

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
/** Longer than an open page asks again while a server is unavailable. */
const limitMs = 60_000

/**
 * Opens the application in Chromium with the cookies of these headers and follows its links until `stop`. Undefined where
 * there is no browser.
 */
export async function openPage(origin: string, headers: Record<string, string>): Promise<OpenPage | undefined> {
  if (!existsSync(executablePath)) {
    process.stdout.write(`  no browser: ${executablePath} is missing; CHROMIUM_PATH names another\n`)
    return undefined
  }
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const context = await browser.newContext({ locale: 'en-GB' })
  await context.addCookies(cookiesIn(headers, origin))
  const page = await context.newPage()
  const open: OpenPage = { opened: 0, failed: [], loaded: 0, stop: async () => undefined }
  page.on('domcontentloaded', () => (open.loaded += 1))
  await page.goto(`${origin}/test-records`)
  let isStopping = false
  const following = follow(page, open, () => isStopping)
  open.stop = async () => {
    isStopping = true
    await following
    await browser.close()
  }
  return open
}

/** Takes one link of the navigation after the other, and waits for its page to have loaded what it shows. */
async function follow(page: Page, open: OpenPage, isStopping: () => boolean): Promise<void> {
  const navigation = page.locator('nav').filter({ has: page.locator('a[href="/test-records"]') })
  const links = navigation.first().locator('li a')
  await links.first().waitFor({ timeout: limitMs })
  for (let n = 0; !isStopping(); n += 1) {
    const link = links.nth(n % (await links.count()))
    const address = (await link.getAttribute('href')) ?? ''
    try {
      await link.click({ timeout: limitMs })
      await page.waitForURL((url) => url.pathname === new URL(address, url).pathname, { timeout: limitMs })
      await page.locator('main h1').waitFor({ timeout: limitMs })
      await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached', timeout: limitMs })
      const alarms = await page.getByRole('alert').allTextContents()
      if (alarms.some((text) => text.trim() !== '')) open.failed.push(`${address} said ${alarms.join(' ')}`)
      open.opened += 1
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      open.failed.push(`${address} at ${page.url()}: ${message.split('\n')[0]}`)
    }
    await sleep(1000)
  }
}

function cookiesIn({ cookie = '' }: Record<string, string>, url: string) {
  return cookie.split('; ').map((one) => {
    const at = one.indexOf('=')
    return { name: one.slice(0, at), value: one.slice(at + 1), url }
  })
}
