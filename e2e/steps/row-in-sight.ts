import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { desktop, phone, type Visit } from '../stage/visit.ts'
import { lowestRow } from './first-row.ts'

/** Checks that the first row of a list, by default of a short one, is in sight at once, whatever its page says of it. */
export async function expectRowInSight(
  { page }: Visit,
  row: Locator = page.locator('main section > ul > li, main summary').first(),
): Promise<void> {
  await row.waitFor()
  for (const [size, lowest] of [
    [phone, lowestRow.phone],
    [desktop, lowestRow.alone],
  ] as const) {
    await page.setViewportSize(size)
    const top = () => row.evaluate((element) => Math.round(element.getBoundingClientRect().top + window.scrollY))
    await expect.poll(top, { message: `${page.url()} at ${size.width}` }).toBeLessThanOrEqual(lowest)
  }
}
