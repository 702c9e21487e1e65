import { extractText } from 'unpdf'
import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { phone, type Visit } from './stage/visit.ts'

journey('a list is printed as a table with its filters, the rows of the screen or all of them', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  const { page, t, go } = user
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  // The oldest first, among which no journey has recorded, also if the month ends while they run.
  await go('/test-records?result=positive&range=last-month&perPage=25&sort=performed_at')
  await page.locator('[data-row]').first().waitFor()
  const [shown = ''] = await printedPages(page, 'A4')
  expect(shown).toMatch(/The first 25 of \d+ records/)
  for (const words of [`${t('fields:result')}: ${t('results:positive')}`, t('ranges:last-month')]) {
    expect(shown).toContain(words)
  }
  expect(shown).not.toContain(t('lists:page.next'))

  await page.getByRole('button', { name: t('lists:print.label') }).click()
  await page.getByRole('menuitem', { name: t('lists:print.list') }).click()
  await page.locator('html[data-printed]').waitFor()
  const pages = await printedPages(page, 'Letter')
  const [total = '0'] = /\d+(?= records)/.exec(pages[0] ?? '') ?? []
  expect(pages.join('\n').match(/HARB-[0-9A-Z]{8}/g)).toHaveLength(Number(total))
  for (const [at, words] of pages.entries()) {
    expect(words).toContain(t('fields:testId'))
    expect(words).toContain(t('lists:print.page', { page: at + 1, pages: pages.length }))
  }
})

journey('a list is printed once the part that draws it on paper is there', async ({ visit }) => {
  for (const late of ['js', 'css']) {
    const { page, t, go } = await visit({ tenant: 'harbour', as: 'tenant' })
    // Tells whether what is printed is drawn, with the style sheets that part it.
    await page.addInitScript(() => {
      window.print = () => {
        const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
        const isDrawn =
          document.querySelector('[data-print-list] td') !== null && links.every(({ sheet }) => sheet !== null)
        document.documentElement.dataset.printed = isDrawn ? 'whole' : 'too early'
      }
    })
    const held = Promise.withResolvers<void>()
    await page.route(`**/list-on-paper-*.${late}`, async (route) => {
      await held.promise
      await route.continue()
    })
    await go('/test-records?range=last-month&perPage=10')
    await page.getByRole('button', { name: t('lists:print.label') }).click()
    const noted = page.waitForResponse((response) => response.url().endsWith('/list-prints'))
    await page.getByRole('menuitem', { name: t('lists:print.list') }).click()
    // The rows are there, and the part is still under way.
    await noted
    held.resolve()
    await page.locator('html[data-printed]').waitFor()
    expect([late, await page.locator('html').getAttribute('data-printed')]).toEqual([late, 'whole'])
  }
})

journey('a month is printed with the tests of every place, and names the place that it is of', async ({ visit }) => {
  const { page, t, go } = await visit({ tenant: 'harbour', as: 'tenant' })
  await go('/monthly-report')
  const places = page.locator('main details')
  await places.nth(1).waitFor()
  const whole = (await textOfPages(page, 'A4')).join(' ')
  for (const place of await places.locator('summary').all()) {
    expect(whole).toContain([...(await place.locator('span').allInnerTexts()), t('fields:assayId')].join(' '))
  }
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 700, height: 1000 })
  const widths = await page.locator('main table').evaluateAll((tables) => tables.map(({ clientWidth }) => clientWidth))
  expect(widths.filter((width) => width > 700)).toEqual([])
  await page.emulateMedia({ media: 'screen' })

  const [group = '', organisation = ''] = await places.first().locator('summary > span').allInnerTexts()
  await places.first().locator('summary').click()
  const list = await places
    .first()
    .getByRole('link', { name: t('monthlyReports:show') })
    .getAttribute('href')
  await go(`/monthly-report?group=${new URLSearchParams(list?.split('?')[1]).get('group')}`)
  await places.first().waitFor()
  const [one = ''] = await textOfPages(page, 'A4')
  expect(one).toContain(`${group}, ${organisation}`)
})

journey('a phone prints a list as a table, too', async ({ visit }) => {
  const { page, t, go } = await visit({ tenant: 'harbour', as: 'tenant', size: phone })
  await go('/test-records?perPage=10')
  await page.locator('[data-row]').first().waitFor()
  const [printed = ''] = await printedPages(page, 'A4')
  expect(printed).toContain(t('fields:recordedBy'))
  expect(printed).not.toContain(t('lists:sort.label'))
})

journey('what is open beside a list is printed whole, without what could be pressed', async ({ visit }) => {
  const { page, t, go } = await visit({ tenant: 'harbour', as: 'tenant' })
  const panel = page.getByRole('complementary')
  for (const [list, last] of [
    ['subjects', t('subjects:tests')],
    ['organisations', t('places:detail.history')],
    ['groups', t('places:detail.history')],
    ['users', t('places:detail.history')],
    ['assays', t('assays:detail.analytes')],
    ['audit', t('shell:page.auditEvent')],
  ] as const) {
    await page.emulateMedia({ media: 'screen' })
    await go(`/${list}`)
    await page.locator('[data-row]').nth(1).click()
    await panel.getByRole('heading', { name: last }).waitFor()
    await page.emulateMedia({ media: 'print' })
    // Parts of the panel may still be loading.
    await expect.poll(() => panel.getByRole('button').count(), { message: list }).toBe(0)
    expect([list, await panel.evaluate(cutAndPressed)]).toEqual([list, { cut: false, pressed: [] }])
  }
})

/** Tells if part of a panel is cut off, and lists its visible controls. Runs in the browser. */
function cutAndPressed(panel: Element) {
  const looksPressed = (element: Element) =>
    element.checkVisibility() && (element.tagName === 'BUTTON' || getComputedStyle(element).minHeight === '44px')
  return {
    cut: panel.scrollHeight > panel.clientHeight + 1,
    pressed: [...panel.querySelectorAll('a, button')].filter(looksPressed).map(({ textContent }) => textContent),
  }
}

/** The pages of a list, of which the printed sheet appears a moment after the list. */
async function printedPages(page: Visit['page'], format: 'A4' | 'Letter'): Promise<string[]> {
  await page.locator('[data-list-on-paper]').waitFor({ state: 'attached' })
  return await textOfPages(page, format)
}

/**
 * The text of each page that a printer would get, whatever lines it is broken into, because heads of narrow columns
 * wrap.
 */
async function textOfPages(page: Visit['page'], format: 'A4' | 'Letter'): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(await page.pdf({ format })))
  return text.map((words) => words.replaceAll(/\s+/g, ' '))
}
