import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { results } from '../contract/rules/results.ts'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'
import { countOfList, exportButton, numberIn, openInBar } from './steps/list.ts'
import { untilQuiet } from './steps/log-in.ts'

journey('every figure of the dashboard leads to a list of exactly that many', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  await user.go('/test-records')
  await countOfList(user)
  for (const range of ['last-7-days', 'last-month', 'all']) {
    for (const figure of figuresOf(user)) {
      await user.turnTo(`/?range=${range}`)
      // Content that loads above the figures would move them away from the click.
      await untilQuiet(user)
      const words = await figure.innerText()
      await figure.click()
      await user.page.waitForURL((url) => url.pathname === '/test-records')
      expect([range, words, await countOfList(user)]).toEqual([range, words, countIn(words)])
    }
  }
})

journey('a voided test is left out of the list until it is asked for', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  await user.go('/test-records')
  const current = await countOfList(user)
  const filters = await openInBar(user, user.t('lists:filter.label'))
  const state = filters.getByLabel(user.t('fields:state'), { exact: true })
  await state.selectOption('voided')
  await expect.poll(() => countOfList(user)).toBeLessThan(current)
  const voided = await countOfList(user)
  expect(voided).toBeGreaterThan(0)
  await state.selectOption('all')
  await expect.poll(() => countOfList(user)).toBe(current + voided)
  expect(numberIn(await exportButton(user).innerText())).toBe(current + voided)
})

/** A tile for each result, their total, and the conclusive tests of which positivity is a share. */
function figuresOf({ page, t }: Visit): Locator[] {
  const tiles = page.getByRole('list', { name: t('dashboard:results') }).getByRole('link')
  return [
    ...results.map((_, i) => tiles.nth(i)),
    page.getByRole('link', { name: /tests in this period$/ }),
    page.getByRole('link', { name: /^[\d,]+ of [\d,]+ conclusive tests$/ }),
  ]
}

/** The count in a figure's text; "37 of 412 conclusive tests" counts 412. */
function countIn(words: string): number {
  return numberIn(words.replace(/^[\d,]+ of /, '').replace(/\n*[\d.]+% of all tests[^]*/, ''))
}
