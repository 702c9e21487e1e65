import type { Locator } from 'playwright-core'
import type { Visit } from '../stage/visit.ts'
import { tabTo } from './keyboard.ts'

/** Every list that a tenant's administrator sees. */
export const lists = [
  '/test-records',
  '/subjects',
  '/users',
  '/invites',
  '/organisations',
  '/groups',
  '/assays',
  '/audit',
] as const

/** How far down the first row of a list may begin, in pixels of a screen that is 900 high. */
export const lowestRow = { alone: 250, besideOpen: 280, phone: 300 }

/** How often Tab may be pressed from a page that was just loaded to its first row, by either of the links that skip what is above it. */
export const mostTabs = 12

/** The first row of the list that is on the screen, in a table or as a card. */
export function firstRow({ page }: Visit): Locator {
  return page.locator('main tbody tr, main li:has([data-row]), main ul[aria-label] > li:has(time)').first()
}

/** Where the first row begins, in pixels from the top of the page. */
export async function topOfFirstRow(visit: Visit): Promise<number> {
  await firstRow(visit).waitFor()
  await visit.page.evaluate(() => document.fonts.ready)
  return await firstRow(visit).evaluate((row) => Math.round(row.getBoundingClientRect().top + window.scrollY))
}

/**
 * How many presses of Tab lead to the first row of a page that was just loaded: those to a link that skips what is above it, which
 * is followed, and the others from there on; or all of them, past every link and filter.
 */
export async function tabsToFirstRow(
  visit: Visit,
  by: 'shell:skipToContent' | 'shell:skipToList' | undefined,
): Promise<number> {
  const { page, t } = visit
  await firstRow(visit).waitFor()
  const row = firstRow(visit).locator('a').first()
  if (by === undefined) return await tabTo(page, row)
  const link = page.getByRole('link', { name: t(by) })
  const before = await tabTo(page, link)
  await link.press('Enter')
  return before + (await tabTo(page, row))
}
