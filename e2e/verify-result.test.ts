import sharp from 'sharp'
import { extractText } from 'unpdf'
import { expect } from 'vitest'
import type { PrintedSheet } from '../contract/test-records/printing.ts'
import { alterReply } from './stage/altered-reply.ts'
import { journey } from './stage/journey.ts'
import { phone, type Visit } from './stage/visit.ts'
import { recordLink, searchTests } from './steps/list.ts'
import { heading } from './steps/record-test.ts'
import { storeTest } from './steps/store-test.ts'

journey('a test is printed, verified by a visitor, corrected, and verified again', async ({ visit }) => {
  const staff = await visit({ tenant: 'harbour', as: 'group' })
  const { page, t } = staff
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const testId = await storeTest(staff, { email: 'printed@journey.test', results: ['negative'] })
  await searchTests(staff, testId)
  await recordLink(staff, testId).click()
  await page.reload()
  await page.getByRole('button', { name: t('testRecords:record.print'), exact: true }).click()
  await page.locator('html[data-printed]').waitFor()
  const [printed = '', ...more] = await printedPages(page, 'A4')
  expect(more).toEqual([])
  const born = '05/03/1980'
  const { host } = new URL(page.url())
  for (const words of [testId, born, t('results:negative'), `${host}/verify-result`]) expect(printed).toContain(words)
  // Another journey may have given the organisation words of its own.
  expect(printed).toMatch(new RegExp(`^${t('meanings:title')}\\n(The test did not|Your lunch)`, 'm'))
  const code = /\b[2-9A-Z]{4} [2-9A-Z]{4} [2-9A-Z]{4}\b/.exec(printed)?.[0] ?? ''
  expect(await printedPages(page, 'Letter')).toEqual([expect.stringContaining(code)])

  const visitor = await visit({ tenant: 'harbour', size: phone })
  await verify(visitor, { testId, born: '06/03/1980', code })
  await visitor.page.getByRole('alert').getByText(t('verifying:refusedTitle')).waitFor()
  await verify(visitor, { testId, born, code })
  await heading(visitor, 'verifying:recordedTitle').waitFor()
  await expect.poll(() => visitor.page.getByRole('main').innerText()).toContain(t('results:negative'))

  await page.getByRole('link', { name: t('testRecords:record.correct'), exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('radio', { name: t('results:positive') }).check()
  await form.getByLabel(t('fields:reason'), { exact: true }).selectOption('data-entered-incorrectly')
  await form.getByRole('button', { name: t('changing:correct.submit') }).click()
  await page.getByText(t('changing:correct.updated')).waitFor()

  await verify(visitor, { testId, born, code })
  await heading(visitor, 'verifying:correctedTitle').waitFor()
  await expect.poll(() => visitor.page.getByRole('main').innerText()).toContain(t('results:positive'))
})

journey('the longest note is printed whole, and each page says which test it belongs to', async ({ visit }) => {
  const staff = await visit({ tenant: 'harbour', as: 'group' })
  const { page, t, go } = staff
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const plain = { create: { width: 300, height: 400, channels: 3, background: '#b9c2ca' } } as const
  const body = await sharp(plain).png().toBuffer()
  await page.route('**/api/v1/device-images/*', (route) => route.fulfill({ contentType: 'image/png', body }))
  const lines = Array.from({ length: 90 }, (_, at) => `Line ${at + 1}.`)
  const subject = { firstName: 'Wilhelmina', lastName: 'Achterberg' }
  await alterReply<PrintedSheet>(staff, '/test-records/*/prints', (sheet) => ({
    ...sheet,
    record: {
      ...sheet.record,
      subject: { ...sheet.record.subject, ...subject },
      note: lines.join('\n'),
      location: 'Here',
      deviceImageId: sheet.record.id,
    },
  }))
  await go('/test-records?range=all')
  const link = recordLink(staff, '').first()
  const testId = (await link.innerText()).trim()
  await link.click()
  await page.getByRole('button', { name: t('testRecords:record.print'), exact: true }).click()
  await page.locator('html[data-printed]').waitFor()
  const pages = await printedPages(page, 'A4')
  expect(pages.length).toBeGreaterThan(1)
  for (const [at, words] of pages.entries()) {
    expect(words).toContain(testId)
    expect(words).toContain('Wilhelmina Achterberg')
    expect(words).toContain(t('lists:print.page', { page: at + 1, pages: pages.length }))
  }
  const printed = pages.join('\n')
  expect(lines.filter((line) => !printed.includes(line))).toEqual([])
  expect(printed).toContain(t('testRecords:record.printed', { time: '@', zone: '' }).split('@')[0])
})

journey('several tests are printed, each beginning on a page of its own, and nothing else', async ({ visit }) => {
  const { page, t, go } = await visit({ tenant: 'harbour', as: 'organisation' })
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await go('/test-records?result=positive')
  await page.getByRole('button', { name: t('lists:print.label') }).click()
  await page.getByRole('menuitem', { name: t('testRecords:list.print') }).click()
  const rows = page.getByRole('table').getByRole('checkbox')
  const chosen: string[] = []
  for (const at of [0, 2, 1]) {
    await rows.nth(at).check()
    chosen.push((await rows.nth(at).getAttribute('name')) ?? '')
  }
  await page.getByText(t('printing:several.chosen', { count: 3 })).waitFor()
  await page.getByRole('button', { name: t('printing:several.print') }).click()
  await page.locator('html[data-printed]').waitFor()
  const pages = await printedPages(page, 'A4')
  const sheetOf = (words: string): number => chosen.findIndex((testId) => words.includes(testId))
  // A sheet with a long note or a photo may go on on a second page.
  const first = pages.filter((words, at) => at === 0 || sheetOf(words) !== sheetOf(pages[at - 1] ?? ''))
  expect(first.map(sheetOf)).toEqual([0, 1, 2])
  for (const words of first) expect(words).toContain(t('meanings:title'))
  expect(new Set(chosen).size).toBe(3)
  await page.getByRole('button', { name: t('printing:several.end') }).click()
  await page.getByRole('button', { name: t('lists:print.label') }).waitFor()
})

/** The text of each page that a printer would get. */
async function printedPages(page: Visit['page'], format: 'A4' | 'Letter'): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(await page.pdf({ format })))
  return text
}

async function verify({ go, page, t }: Visit, sheet: { testId: string; born: string; code: string }): Promise<void> {
  await go('/verify-result')
  await page.getByLabel(t('fields:testId')).fill(sheet.testId)
  await page.getByLabel(t('fields:dateOfBirth')).fill(sheet.born)
  await page.getByLabel(t('verifying:code')).fill(sheet.code)
  await page.getByRole('button', { name: t('verifying:submit') }).click()
}
