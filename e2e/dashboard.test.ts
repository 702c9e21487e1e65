import type { Locator } from 'playwright-core'
import { extractText } from 'unpdf'
import { expect } from 'vitest'
import { typedDate } from './stage/demo.ts'
import { journey } from './stage/journey.ts'
import { phone, type Visit } from './stage/visit.ts'
import { countOfList, filterInUse, numberIn } from './steps/list.ts'
import { heading } from './steps/record-test.ts'
import { storeTest } from './steps/store-test.ts'

journey('every kind of chart leads to exactly the tests that it counts, and back', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  // Tests that other journeys record in the meantime are from today or yesterday, on clocks here.
  for (const range of ['last-month', `custom&from=2020-01-01&to=${daysAgo(3)}`]) {
    for (const chart of charts) {
      await user.go(`/?range=${range}`)
      const marks = marksOf(user, chart)
      await marks.first().waitFor()
      const mark = marks.nth(Math.floor((await marks.count()) / 2))
      const words = await wordsOf(mark)
      await mark.click()
      await user.page.waitForURL((url) => url.pathname === '/test-records')
      expect([range, words, await countOfList(user)]).toEqual([range, words, testsIn(words)])
      await user.page.goBack()
      await marks.first().waitFor()
    }
  }
})

journey('every figure of a chart’s table is the count of the list that it links to', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  const { page, t } = user
  for (const chart of ['charts:assays.title', 'charts:trend.title'] as const) {
    await user.go('/?range=last-month')
    const card = page.getByRole('region', { name: t(chart) })
    const show = card.getByRole('button', { name: t('charts:asTableOf', { chart: t(chart) }) })
    await show.click()
    // The figures of one row, by their links.
    const row = card
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .nth(2)
    const figures = await row
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => [link.getAttribute('href') ?? '', link.textContent ?? '']))
    expect(figures.length).toBeGreaterThan(2)
    for (const [address = '', words = ''] of figures) {
      await user.turnTo(address)
      expect([address, await countOfList(user)]).toEqual([address, numberIn(words)])
    }
  }
})

journey('a conspicuous lot is found from the dashboard with one press', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  await user.go('/')
  const notice = user.page.getByRole('region', { name: user.t('dashboard:notice.label') })
  const link = notice.getByRole('link').first()
  const words = (await link.getAttribute('aria-label')) ?? ''
  const [, lot = '', invalid = ''] = /^Lot (TW\S+) of .+: (\d+) of \d+ tests invalid$/.exec(words) ?? []
  await link.click()
  await user.page.waitForURL((url) => url.pathname === '/test-records')
  expect(await countOfList(user)).toBe(Number(invalid))
  await filterInUse(user, user.t('testRecords:filter.lot', { lot })).click()
  await expect.poll(() => countOfList(user)).toBeGreaterThan(Number(invalid))
})

journey(
  'a test that somebody records shows on another’s open dashboard, which stays where it is',
  async ({ visit }) => {
    const manager = await visit({ tenant: 'harbour', as: 'tenant' })
    const nurse = await visit({ tenant: 'harbour', as: 'group' })
    await manager.go('/?range=last-7-days')
    const total = manager.page.getByRole('link', { name: /tests? in this period$/ })
    const before = numberIn(await total.innerText())
    const button = manager.page.getByRole('button', {
      name: manager.t('charts:downloadOf', { chart: manager.t('charts:trend.title') }),
    })
    await button.focus()
    await storeTest(nurse, { email: 'live@dashboard.test', results: ['negative'] })
    await expect.poll(async () => numberIn(await total.innerText())).toBeGreaterThan(before)
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    // The charts change as well.
    const today = marksOf(manager, 'charts:trend.title').last()
    await today.click()
    await manager.page.waitForURL((url) => url.pathname === '/test-records')
    await manager.page.getByText('live@dashboard.test').first().waitFor()
  },
)

journey('charts are read and followed by keyboard alone', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  await user.go('/?range=last-month')
  const bars = marksOf(user, 'charts:trend.title')
  await bars.first().waitFor()
  expect(await bars.evaluateAll((links) => links.filter((link) => (link as HTMLElement).tabIndex === 0).length)).toBe(1)
  await user.page.getByRole('button', { name: /^Download: Tests over time/ }).focus()
  await user.page.keyboard.press('Tab')
  await user.page.keyboard.press('ArrowRight')
  const words = await user.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  expect(words).toBe(await bars.nth(1).getAttribute('aria-label'))
  await user.page.keyboard.press('Enter')
  await user.page.waitForURL((url) => url.pathname === '/test-records')
  expect(await countOfList(user)).toBe(testsIn(words))
})

journey('the printed dashboard names its filters, and has its charts and no control', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  const [from, to] = [daysAgo(60), daysAgo(0)]
  await user.go(`/?range=custom&from=${from}&to=${to}`)
  for (const chart of charts) await marksOf(user, chart).first().waitFor()
  await user.page.emulateMedia({ media: 'print' })
  const { text } = await extractText(new Uint8Array(await user.page.pdf({ format: 'A4' })), { mergePages: true })
  for (const words of [
    `${typedDate('harbour', from)} to ${typedDate('harbour', to)}`,
    user.t('charts:trend.title'),
    user.t('charts:hours.title'),
    'Lilac House',
  ])
    expect(text).toContain(words)
  expect(text).not.toMatch(new RegExp(`\\b${user.t('lists:filter.any')}\\b`))
})

journey('on a phone nothing goes beyond the screen, and the hours of the week are turned', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant', size: phone })
  await user.go('/?range=all')
  for (const chart of charts) await marksOf(user, chart).first().waitFor()
  expect(await user.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
    0,
  )
  const [monday, later] = [/^Monday 09/, /^Monday 10/].map((name) => user.page.getByRole('link', { name }))
  const [first, second] = [await monday?.boundingBox(), await later?.boundingBox()]
  expect(first?.x).toBe(second?.x)
  expect(second?.y ?? 0).toBeGreaterThan(first?.y ?? 0)
})

journey('clinical users see their own figures, without a chart of one place; patients see none', async ({ visit }) => {
  const nurse = await visit({ tenant: 'harbour', as: 'clinical' })
  await nurse.go('/?range=all')
  await marksOf(nurse, 'charts:trend.title').first().waitFor()
  await marksOf(nurse, 'charts:hours.title').first().waitFor()
  await expect
    .poll(() => nurse.page.getByRole('heading', { name: nurse.t('charts:organisations.title'), level: 2 }).count())
    .toBe(0)
  const patient = await visit({ tenant: 'harbour', as: 'patient' })
  await patient.go('/')
  await heading(patient, 'dashboard:own.latest').waitFor()
  await expect.poll(() => patient.page.getByText(patient.t('charts:trend.title')).count()).toBe(0)
})

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

const charts = [
  'charts:trend.title',
  'charts:organisations.title',
  'charts:groups.title',
  'charts:assays.title',
  'charts:lots.title',
  'charts:hours.title',
] as const

function marksOf({ page, t }: Visit, chart: (typeof charts)[number]) {
  return page
    .getByRole('region', { name: t(chart) })
    .getByRole('list')
    .getByRole('link')
}

/** The text of a mark for screen readers. */
async function wordsOf(mark: Locator): Promise<string> {
  return (await mark.getAttribute('aria-label')) ?? (await mark.locator('.visually-hidden').innerText())
}

function testsIn(words: string): number {
  return numberIn(/([\d,]+) tests?\b/.exec(words)?.[1] ?? '')
}
