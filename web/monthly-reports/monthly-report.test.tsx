import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ReportCode } from '../../contract/monthly-reports/report-codes.ts'
import type { ReportRow } from '../../contract/monthly-reports/report-rows.ts'
import { openPage } from '../testing/open-page.tsx'
import { aUser, pageOf, reply, sentBody } from '../testing/replies.ts'
import { currentMessages } from '../ui/snackbar-store.ts'
import * as saving from '../ui/save-file.ts'

const idOf = (end: string) => `01998878-2800-7000-8000-00000000000${end}`
const organisation = { id: idOf('1'), name: 'Harbour Care Homes' }
const group = { id: idOf('2'), name: 'Fernbank' }
const assay = { id: idOf('3'), name: 'TideCheck' }
const row: ReportRow = { organisation, group, assay, result: 'positive', ageGroup: '0-4', sex: 'unknown', tests: 2 }
const rows: ReportRow[] = [
  row,
  { ...row, ageGroup: '15-and-over', tests: 1_000 },
  { ...row, result: 'negative', ageGroup: '15-and-over', tests: 40 },
]

async function open(
  codes: readonly ReportCode[],
  address = '/monthly-report?month=2026-03',
  { shown = rows, made = [] }: { shown?: readonly ReportRow[]; made?: readonly object[] } = {},
) {
  return await openPage(address, {
    parts: [import('./monthly-report-page.tsx'), import('./codes-form.tsx')],
    user: aUser('tenant'),
    replies: {
      'GET /monthly-report': reply(200, { data: { rows: shown, codes, made } }),
      'GET /monthly-report/data-value-set': reply(200, { period: '202603', dataValues: [] }),
      'PUT /monthly-report/codes': reply(200, { data: codes }),
      'GET /organisations': pageOf([organisation]),
      'GET /groups': pageOf([{ ...group, organisationId: organisation.id }]),
    },
  })
}

test('a month shows its tests by place, test kit, result and age, each age that has any', async () => {
  await open([])
  // Beside the title, and of the only place.
  expect(await screen.findAllByText('1,042 tests')).toHaveLength(2)
  const table = screen.getByRole('table', { name: 'Tests of Fernbank by test kit, result and age' })
  const lines = within(table).getAllByRole('row')
  expect(lines.map((line) => [...line.children].map((cell) => cell.textContent?.trim()))).toEqual([
    ['Test kit', 'Result', '0 to 4 years', '15 years and over', 'Tests'],
    ['TideCheck', 'Positive', '2', '1,000', '1,002'],
    ['TideCheck', 'Negative', '0', '40', '40'],
  ])
  expect(screen.queryByText(/are not in this file/)).toBeNull()
  // The list is filtered by the clock by which the report counted, and not by the browser's days.
  expect(screen.getByRole('link', { name: 'Show these tests' }).getAttribute('href')).toBe(
    `/test-records?month=2026-03&group=${group.id}`,
  )
})

test('the file for DHIS2 says what it leaves out', async () => {
  await open([
    { kind: 'place', key: organisation.id, code: 'O6uvpzGd5pu' },
    { kind: 'tests', key: `${assay.id}:positive`, code: 'fbfJHSPpUQD' },
  ])
  await screen.findByText('40 tests are not in this file, because IDs are missing:')
  screen.getByText('for these test kits: TideCheck')
  const saved = vi.spyOn(saving, 'saveFile').mockImplementation(() => undefined)
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 data value' }))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  const [file, name] = saved.mock.calls[0] ?? []
  expect(name).toBe('dhis2-2026-03-by-local-clocks.json')
  // The server makes the file, so that it knows what was handed out.
  expect(JSON.parse((await file?.text()) ?? '')).toEqual({ period: '202603', dataValues: [] })
  saved.mockRestore()
})

test('a month whose tests are all gone still has a file that takes back what an earlier one counted', async () => {
  const made = [{ orgUnit: 'O6uvpzGd5pu', dataElement: 'fbfJHSPpUQD' }]
  await open([], undefined, { shown: [], made })
  await screen.findByText('No tests in this month')
  screen.getByText('1 value is zero: an earlier file counted tests for it, which are voided or corrected by now.')
  expect(screen.getByRole('button', { name: 'Save 1 data value' })).toBeDefined()
})

test('ids are checked at their fields, and only those that were changed are sent', async () => {
  const { fetched } = await open(
    [{ kind: 'place', key: group.id, code: 'DiszpKrYNg8' }],
    '/monthly-report/codes?month=2026-03',
  )
  const place = await screen.findByLabelText<HTMLInputElement>(/^Fernbank, Harbour Care Homes/)
  expect(place.value).toBe('DiszpKrYNg8')
  const save = screen.getByRole('button', { name: 'Save IDs' })
  await userEvent.click(save)
  await screen.findByText(/no ID was changed/)
  const set = screen.getByLabelText(/^Data set/)
  await userEvent.type(set, 'no id!')
  await userEvent.click(save)
  await screen.findByText(/An ID has only letters/)
  expect(set.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(set)
  await userEvent.type(set, 'lyLU2wR22tC')
  await userEvent.clear(place)
  await userEvent.click(save)
  await waitFor(() => expect(currentMessages()).toMatchObject([{ text: 'IDs updated' }]))
  expect(sentBody(fetched, '/monthly-report/codes')).toEqual({
    codes: [
      { kind: 'set', key: '', code: 'lyLU2wR22tC' },
      { kind: 'place', key: group.id, code: null },
    ],
  })
})
