import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AxeResults } from 'axe-core'
import type { Locale } from '../../contract/locales.ts'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import type { PhraseKey } from '../../contract/phrases/translate.ts'
import { tenants } from './demo.ts'
import { desktop, phone, type Visit } from './visit.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** A folder for pictures of every checked screen, for people to look at; if unset, none are taken. */
const pictures = process.env.E2E_PICTURES

/**
 * Set to check every screen at four widths, light and dark, instead of at two in the appearance of the visit, which
 * takes four times as long.
 */
const isThorough = process.env.E2E_EVERY_WIDTH !== undefined
const sizes = isThorough
  ? [desktop, { width: 1024, height: 768 }, { width: 768, height: 1024 }, phone]
  : [desktop, phone]
const appearances = isThorough ? (['light', 'dark'] as const) : ([undefined] as const)

/**
 * Locales whose screens axe looks at in one width alone: they have the words of another but for a few, which move nothing, and
 * axe looks at that one in each width.
 */
const likeAnother: ReadonlySet<Locale> = new Set<Locale>(['en_US'])

/** Checks the rules for every screen, at the width of a desk and of a phone; `title` is the page's own name. */
export async function checkScreen(visit: Visit, name: string, title: PhraseKey): Promise<void> {
  const { page, tenant, t } = visit
  await expect.poll(() => page.title()).toBe(`${tenants[tenant].productName} - local - ${t(title)}`)
  await checkState(visit, name)
}

/** Checks the rules for a state of a screen, such as one with a warning. */
export async function checkState(visit: Visit, name: string): Promise<void> {
  const { page } = visit
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const appearance of appearances) {
      if (appearance !== undefined) await page.emulateMedia({ colorScheme: appearance })
      await drawn(page)
      const where = [name, visit.locale, size.width, appearance].filter((part) => part !== undefined).join('-')
      if (pictures !== undefined) await page.screenshot({ path: path.join(pictures, `${where}.png`), fullPage: true })
      await expectNothingSideways(page, where)
      await expectWords(page, where)
      await expectNoValuesAsText(page, where)
      if (isThorough || size === desktop || !likeAnother.has(visit.locale)) await expectAccessible(page, where)
    }
  }
  await page.setViewportSize(desktop)
  if (isThorough) await page.emulateMedia({ colorScheme: visit.appearance })
}

/** Waits for two frames, so that styles and layout are those of the new size. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

async function expectAccessible(page: Page, where: string): Promise<void> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"], preload: false })')
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  )
  // Continues after a fault, so that one run finds all of them.
  expect.soft(found, where).toEqual([])
}

/** Checks that a page is not wider than its window, once it is drawn at the present width. */
export async function expectNothingSideways(page: Page, where: string): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(excess, { message: `${where}: pixels to scroll sideways` }).toBeLessThanOrEqual(0)
}

/** Checks that no phrase's key and no unfilled placeholder is visible or read out. */
async function expectWords(page: Page, where: string): Promise<void> {
  const words = await page.evaluate(() => {
    const spoken = [...document.querySelectorAll('[aria-label], [title], [placeholder], img[alt]')]
    const labels = spoken.flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    )
    return [document.body.innerText, ...labels].join('\n')
  })
  const nouns = Object.keys(phrases).join('|')
  expect(words, where).not.toMatch(new RegExp(`\\b(${nouns}):[a-z]|{{|undefined|NaN|\\[object`))
}

/** Checks that no attribute is a stringified object or missing value. Typed text is in properties, not attributes. */
async function expectNoValuesAsText(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(({ value }) => /\[object |\bundefined\b|\bNaN\b/.test(value))
        .map(({ name, value }) => `<${element.localName} ${name}="${value}">`),
    ),
  )
  expect(found, where).toEqual([])
}
