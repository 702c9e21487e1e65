import { expect } from 'vitest'
import type { Visit } from '../stage/visit.ts'
import { expectFocus } from './keyboard.ts'

/** A row of a file of results, as SimpleReport's server wrote it, with an invented person. */
interface WrittenRow {
  firstName: string
  lastName: string
  /** MM/DD/YYYY. */
  dateOfBirth: string
  /** MM/DD/YYYY h:mmAM, in UTC. */
  performedAt: string
  condition?: string
  result?: string
  correction?: string
  email?: string
}

const headers = [
  'Patient first name',
  'Patient last name',
  'Patient date of birth',
  'Test date',
  'Condition',
  'Result',
  'Test correction status',
  'Device name',
  'Device model',
  'Facility name',
  'Submitter',
  'Patient email',
  'Device swab type',
]

export function resultsFile(rows: readonly WrittenRow[]): string {
  const lines = rows.map((row) =>
    [
      row.firstName,
      row.lastName,
      row.dateOfBirth,
      row.performedAt,
      row.condition ?? 'COVID-19',
      row.result ?? 'NEGATIVE',
      row.correction ?? 'ORIGINAL',
      'Quay Antigen Card',
      'Quay Antigen Card',
      'Birch House',
      'Jane Doe',
      row.email ?? '',
      'Nasal swab',
    ].join(','),
  )
  return [headers.join(','), ...lines, ''].join('\r\n')
}

/** Chooses a file on the page that takes one, and waits for the page of its import. */
export async function sendFile({ page, t }: Visit, name: string, content: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: t('importing:new.choose') }).click()
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await page.waitForURL(/\/imports\/[0-9a-f-]{36}$/)
}

/** Answers which group each facility and which kit each device is: the first that is offered. */
export async function answerFirst({ page, t }: Visit): Promise<void> {
  const form = page.getByRole('form', { name: t('importing:step.questions') })
  for (const legend of ['importing:ask.groups', 'importing:ask.kits'] as const) {
    const asked = form.getByRole('group', { name: t(legend) })
    if ((await asked.count()) === 0) continue
    // The fields are drawn once their code is there, after the rest of the form.
    await asked.getByRole('combobox').first().waitFor()
    for (const field of await asked.getByRole('combobox').all()) {
      await field.click()
      // The list of the field before may still be closing, and a select has options, too.
      const offered = page.getByRole('listbox').getByRole('option')
      await offered.first().waitFor()
      // A kit with several lines asks which of them a disease is.
      const single = offered.filter({ hasText: 'TideCheck SARS-CoV-2' })
      await ((await single.count()) > 0 ? single : offered).first().click()
      await expect.poll(() => field.inputValue()).not.toBe('')
    }
  }
  await form.getByRole('button', { name: t('importing:ask.submit') }).click()
  // The file is read again, and its rows are drawn anew. Another journey's answers may have been proposed, so that they look read before.
  await expectFocus(page.getByRole('heading', { name: t('importing:step.rows') }))
  await form.waitFor()
}
