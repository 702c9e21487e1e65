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
  await go('/test-records?result=positive&range=last-month&perPage=25')
  await page.locator('[data-row]').first().waitFor()
  const [shown = ''] = await printedPages(page, 'A4')
  expect(shown).toMatch(/The first 25 of \d+ records/)
  for (const words of [`${t('testRecords:filter.result')}: ${t('results:positive')}`, t('ranges:last-month')]) {
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
    expect(words).toContain(t('testRecords:column.testId'))
    expect(words).toContain(t('lists:print.page', { page: at + 1, pages: pages.length }))
  }
})

journey('a phone prints a list as a table, too', async ({ visit }) => {
  const { page, t, go } = await visit({ tenant: 'harbour', as: 'tenant', size: phone })
  await go('/test-records?perPage=10')
  await page.locator('[data-row]').first().waitFor()
  const [printed = ''] = await printedPages(page, 'A4')
  expect(printed).toContain(t('testRecords:column.recordedBy'))
  expect(printed).not.toContain(t('lists:sort.label'))
})

/** The text of each page that a printer would get. The printed sheet appears a moment after the list. */
async function printedPages(page: Visit['page'], format: 'A4' | 'Letter'): Promise<string[]> {
  await page.locator('[data-list-on-paper]').waitFor({ state: 'attached' })
  const { text } = await extractText(new Uint8Array(await page.pdf({ format })))
  return text
}
