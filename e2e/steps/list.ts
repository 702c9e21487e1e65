import type { Locator } from 'playwright-core'
import type { Visit } from '../stage/visit.ts'
import { heading } from './record-test.ts'

/** Opens the list with this text in its search. */
export async function searchTests(visit: Visit, words: string): Promise<void> {
  await visit.go('/test-records')
  await searchField(visit).fill(words)
  await visit.page.waitForURL((url) => url.searchParams.get('search') === words)
}

export function searchField({ page, t }: Visit): Locator {
  return page.getByRole('searchbox', { name: t('lists:filter.search') })
}

/** Presses a button of the list's bar, such as that of its results, and waits for its panel. */
export async function openInBar({ page, t }: Visit, name: string): Promise<Locator> {
  const bar = page.getByRole('region', { name: t('lists:filter.label') })
  await bar.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  return page.getByRole('dialog')
}

/** A chip of a filter in use, which removes the filter when it is pressed. */
export function filterInUse({ page, t }: Visit, words: string | RegExp): Locator {
  return page
    .getByRole('list', { name: t('lists:filter.inUse') })
    .getByRole('button')
    .filter({ hasText: words })
}

/** The link of a record in the list. */
export function recordLink({ page }: Visit, testId: string): Locator {
  return page.locator('[data-row]', { hasText: testId })
}

/** The export button, whatever number of records it shows. */
export function exportButton({ page, t }: Visit): Locator {
  const [verb = ''] = t('testRecords:export.button', { count: 2 }).split(' ')
  return page.getByRole('button', { name: new RegExp(`^${verb} [\\d,.]+`) })
}

/** Exports the list on the screen, by default of tests, and returns the lines of the file. */
export async function exportList(visit: Visit, button = exportButton(visit)): Promise<string[]> {
  const saved = visit.page.waitForEvent('download')
  await startExport(visit, button)
  const download = await saved
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer) // a byte stream's chunks
  return Buffer.concat(chunks).toString('utf8').split('\r\n')
}

/** Presses the export button, by default that of tests, and chooses a CSV file. */
export async function startExport(visit: Visit, button = exportButton(visit)): Promise<void> {
  await button.click()
  await visit.page.getByRole('menuitem', { name: visit.t('lists:file.csv') }).click()
}

/** The number of records that the list shows. */
export async function countOfList(visit: Visit): Promise<number> {
  const { page } = visit
  // Until the list has loaded, the previous page stays, with numbers of its own.
  await heading(visit, 'testRecords:title').waitFor()
  return numberIn(await page.getByRole('main').getByRole('status').filter({ hasText: 'record' }).innerText())
}

/** The digits in a text. */
export function numberIn(words: string): number {
  return Number(words.replaceAll(/\D/g, ''))
}
