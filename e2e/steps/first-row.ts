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

/** The lowest position at which the first row of a list may begin, in pixels of a screen that is 900 high. */
export const lowestRow = { alone: 250, besideOpen: 280, phone: 300 }

/** The most presses of Tab from a freshly loaded page to its first row, by either of the skip links. */
export const mostTabs = 12

/** The first row of the list on the screen, in a table or as a card. */
export function firstRow({ page }: Visit): Locator {
  return page.locator('main tbody tr, main li:has([data-row]), main ul[aria-label] > li:has(time)').first()
}

/** The distance of the first row from the top of the page, in pixels. */
export async function topOfFirstRow(visit: Visit): Promise<number> {
  await firstRow(visit).waitFor()
  await visit.page.evaluate(() => document.fonts.ready)
  return await firstRow(visit).evaluate((row) => Math.round(row.getBoundingClientRect().top + window.scrollY))
}

/**
 * The number of Tab presses to the first row of a freshly loaded page: those to a skip link, which is followed, and
 * those after it; or without one all of them, past every link and filter.
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
