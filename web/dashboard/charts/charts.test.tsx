import type { ResultCounts } from '../../../contract/rules/results.ts'
import { strFromU8, unzipSync } from 'fflate'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { aDashboard, loadDashboard } from '../../testing/dashboard-parts.ts'
import { answer, aUser, called, pageOf, refusal, reply } from '../../testing/replies.ts'
import { openPage } from '../../testing/open-page.tsx'
import { listedTest } from '../../testing/test-records.ts'
import { alsoSay } from '../../ui/phrases.ts'
import * as saving from '../../ui/save-file.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const id = (number: number) => `01998878-2800-7000-8000-${String(number).padStart(12, '0')}`
const none = { positive: 0, negative: 0, inconclusive: 0, invalid: 0 }
const counts = (of: Partial<ResultCounts>): ResultCounts => ({ ...none, ...of })

const place = (number: number, name: string, of: Partial<ResultCounts>) => ({
  id: id(number),
  name,
  status: 'active',
  counts: counts(of),
})

const figures = aDashboard({
  counts: counts({ positive: 3, negative: 17, invalid: 2 }),
  read: { inTime: 8, early: 2, late: 1 },
  before: { counts: counts({ negative: 5 }), read: { inTime: 5, early: 3, late: 1 } },
  latest: [listedTest],
})

const duo = { id: id(5), name: 'Duo' }
const replies = {
  'GET /dashboard': reply(200, { data: figures }),
  'GET /dashboard/trend': reply(200, {
    data: [
      { day: '2026-02-26', counts: counts({ positive: 1, negative: 1 }) },
      { day: '2026-03-01', counts: counts({ positive: 1, negative: 9 }) },
      { day: '2026-03-03', counts: counts({ positive: 2, negative: 8, invalid: 2 }) },
    ],
  }),
  'GET /dashboard/hours': reply(200, {
    data: [
      { weekday: 2, hour: 9, counts: counts({ negative: 17 }) },
      { weekday: 2, hour: 14, counts: counts({ positive: 3 }) },
      { weekday: 7, hour: 10, counts: counts({ invalid: 2 }) },
    ],
  }),
  'GET /dashboard/groups': reply(200, {
    data: {
      organisations: [
        place(3, 'Homes', { positive: 3, negative: 12 }),
        place(4, 'Clinics', { negative: 5, invalid: 2 }),
      ],
      groups: [{ ...place(6, 'Ward 1', figures.counts), organisation: { id: id(3), name: 'Homes' } }],
      isCapped: false,
    },
  }),
  'GET /dashboard/assays': reply(200, {
    data: {
      assays: [
        {
          ...duo,
          counts: figures.counts,
          analytes: [
            { id: 'a', name: 'Line A', counts: counts({ positive: 2, negative: 20 }) },
            { id: 'b', name: 'Line B', counts: counts({ positive: 1, negative: 21 }) },
          ],
        },
      ],
      isCapped: false,
    },
  }),
  'GET /dashboard/lots': reply(200, {
    data: {
      lots: [
        {
          assay: duo,
          lot: '=TW1',
          total: 5,
          invalid: 2,
          elsewhere: { total: 17, invalid: 0 },
          chance: 0.001,
          standsOut: true,
        },
        {
          assay: duo,
          lot: 'TW2',
          total: 17,
          invalid: 0,
          elsewhere: { total: 5, invalid: 2 },
          chance: 1,
          standsOut: false,
        },
      ],
      compared: 2,
      isCapped: false,
    },
  }),
  'GET /dashboard/now': reply(200, { data: { counts: figures.counts, read: figures.read } }),
  'GET /test-records/draft': reply(200, { data: null }),
  'GET /organisations': pageOf([]),
  'GET /groups': pageOf([]),
  'GET /assays': pageOf([]),
}

const range = 'range=custom&from=2026-03-01&to=2026-03-04'

beforeAll(async () => {
  await Promise.all([
    loadDashboard(),
    import('../../test-records/recording/draft-reminder.tsx'),
    alsoSay('charts', 'dashboard'),
  ])
})

async function open(address = `/?${range}`, others: Parameters<typeof answer>[0] = {}) {
  const opened = await openPage(address, { user: aUser('tenant'), replies: { ...replies, ...others } })
  await screen.findByRole('heading', { name: 'Tests over time' })
  return opened
}

async function card(title: string) {
  return within(await screen.findByRole('region', { name: title }))
}

function searchOf(link: HTMLElement) {
  return Object.fromEntries(new URL(link.getAttribute('href') ?? '', 'http://x').searchParams)
}

const days = { range: 'custom', from: '2026-03-01', to: '2026-03-04' }

test('each bar of the trend links to the tests of its day, and days without tests have no link', async () => {
  await open()
  const bars = within(await (await card('Tests over time')).findByRole('list', { name: 'Tests by day' }))
  const links = bars.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
    // The mean of the first day covers the six days before the range, which its bar does not.
    '01/03/2026: 10 tests, Positive 1, Negative 9, positivity 10% of 10 conclusive tests',
    '03/03/2026: 12 tests, Positive 2, Negative 8, Invalid 2, positivity 20% of 10 conclusive tests',
  ])
  expect(links.map(searchOf)).toEqual([
    { ...days, to: '2026-03-01' },
    { ...days, from: '2026-03-03', to: '2026-03-03' },
  ])
})

test('the trend as a table has every figure with its list, the mean, and sums', async () => {
  await open()
  const trend = await card('Tests over time')
  await userEvent.click(await trend.findByRole('button', { name: 'Show as table: Tests over time' }))
  const table = within(trend.getByRole('table', { name: 'Tests by day, 01/03/2026 to 04/03/2026' }))
  const rows = table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows).toEqual([
    ['Day', 'Tests', 'Positive', 'Negative', 'Inconclusive', 'Invalid', 'Positivity', '7-day positivity'],
    ['01/03/2026', '10', '1', '9', '0', '0', '10%', '17%'],
    ['02/03/2026', '0', '0', '0', '0', '0', '–', '17%'],
    ['03/03/2026', '12', '2', '8', '0', '2', '20%', '18%'],
    ['04/03/2026', '0', '0', '0', '0', '0', '–', '18%'],
    ['All', '22', '3', '17', '0', '2', '15%', ''],
  ])
  expect(searchOf(table.getByRole('link', { name: '8' }))).toEqual({
    ...days,
    from: '2026-03-03',
    to: '2026-03-03',
    result: 'negative',
  })
})

test('a workbook has numbers as numbers, and texts unchanged', async () => {
  const saved = vi.spyOn(saving, 'saveFile').mockImplementation(() => undefined)
  await open()
  const lots = await card('Invalid tests by lot')
  await userEvent.click(await lots.findByRole('button', { name: 'Download: Invalid tests by lot' }))
  await userEvent.click(screen.getByRole('menuitem', { name: /^Excel workbook/ }))
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  const [file, name] = saved.mock.calls[0] ?? []
  expect(name).toBe('invalid-tests-by-lot.xlsx')
  const parts = unzipSync(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer()))
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet).toContain('<c r="A2" s="1" t="inlineStr"><is><t xml:space="preserve">=TW1</t></is></c>')
  expect(sheet).toContain('<c r="C2" s="0"><v>5</v></c>')
})

test('a file has the rows of the table, and nothing that a spreadsheet would run', async () => {
  const saved = vi.spyOn(saving, 'saveFile').mockImplementation(() => undefined)
  await open()
  const lots = await card('Invalid tests by lot')
  await userEvent.click(await lots.findByRole('button', { name: 'Download: Invalid tests by lot' }))
  await userEvent.click(screen.getByRole('menuitem', { name: /^CSV file/ }))
  const [file, name] = saved.mock.calls[0] ?? []
  expect(name).toBe('invalid-tests-by-lot.csv')
  const bytes = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer())
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes).split('\r\n')).toEqual([
    '"Lot","Test kit","Tests","Invalid","% invalid","Other lots","Stands out"',
    `"'=TW1","Duo",5,2,0.4,0,"Yes"`,
    '"TW2","Duo",17,0,0,0.4,"No"',
    '',
  ])
})

test('a full bar means that all tests of a lot were invalid', async () => {
  await open()
  const lots = await card('Invalid tests by lot')
  await lots.findByText('=TW1')
  const bars = document.querySelectorAll('[aria-label="Invalid tests by lot"] svg rect:last-child[fill]')
  expect(Array.from(bars, (bar) => bar.getAttribute('width'))).toEqual(['40%', '0%'])
})

test('a chart is one Tab stop, and arrow keys move through its marks', async () => {
  await open()
  const links = within(await (await card('Tests over time')).findByRole('list', { name: 'Tests by day' })).getAllByRole(
    'link',
  )
  const cells = within(await (await card('Weekdays and hours')).findByRole('list')).getAllByRole('link')
  expect(links.map((link) => link.tabIndex)).toEqual([0, -1])
  links[0]?.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(links[1])
  expect(links.map((link) => link.tabIndex)).toEqual([-1, 0])
  await userEvent.keyboard('{ArrowRight}{Home}')
  expect(document.activeElement).toBe(links[0])
  // From Tuesday at nine down to the nearest hour of Sunday, and back up.
  cells[0]?.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(cells[2])
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(cells[0])
})

test('an hour of the week links to its tests by the clock that it was read from', async () => {
  await open()
  const hours = await card('Weekdays and hours')
  const link = await hours.findByRole('link', { name: /^Sunday 10:00–11:00: 2 tests, Invalid 2$/ })
  expect(searchOf(link)).toEqual({ ...days, weekday: '7', hour: '10', zone })
})

test('a line of a kit links to its tests, and its figures to those with that result', async () => {
  await open()
  const assays = await card('Test kits and lines')
  const link = await assays.findByRole('link', { name: /^Line A, line of Duo: 22 tests/ })
  expect(searchOf(link)).toEqual({ ...days, assay: duo.id, analyte: 'a' })
  await userEvent.click(assays.getByRole('button', { name: /^Show as table/ }))
  expect(searchOf(assays.getByRole('link', { name: '21' }))).toEqual({
    ...days,
    assay: duo.id,
    analyte: 'b',
    analyte_result: 'negative',
  })
  // A sum of lines would count a test twice.
  expect(assays.getByRole('row', { name: /^All Whole test 22/ })).toBeDefined()
})

test('organisations are sorted as chosen, and the chart of a single group is left out', async () => {
  await open()
  const organisations = await card('Organisations')
  const names = () => organisations.getAllByRole('link').map((link) => link.textContent.split(':')[0])
  await organisations.findByRole('list')
  expect(names()).toEqual(['Homes', 'Clinics'])
  await userEvent.selectOptions(organisations.getByRole('combobox'), 'Most invalid')
  expect(names()).toEqual(['Clinics', 'Homes'])
  expect(screen.queryByRole('region', { name: 'Groups' })).toBeNull()
})

test('a conspicuous lot is named above the figures, with the number of lots compared', async () => {
  await open()
  const notice = await card('Lots that stand out')
  const link = await notice.findByRole('link', { name: 'Lot =TW1 of Duo: 2 of 5 tests invalid' })
  // A few days have too few tests of a lot, so thirty days are examined.
  expect(searchOf(link)).toEqual({
    range: 'custom',
    from: '2026-02-03',
    to: '2026-03-04',
    assay: duo.id,
    lot: '=TW1',
    result: 'invalid',
  })
  expect(notice.getByText(/elsewhere 0%/)).toBeDefined()
  expect(notice.getByText('2 lots compared, 03/02/2026 to 04/03/2026.')).toBeDefined()
})

test('a failed comparison of lots is reported in its place, and the figures stay', async () => {
  await open(`/?${range}`, { 'GET /dashboard/lots': refusal(500, 'internal') })
  const notice = await card('Lots that stand out')
  expect(await notice.findByText('Lots could not be compared just now.')).toBeDefined()
  expect(screen.getByRole('link', { name: '22 tests in this period' })).toBeDefined()
})

test('early and late readings link to their tests and show the change', async () => {
  await open()
  const reading = await card('Reading times')
  expect(searchOf(await reading.findByRole('link', { name: 'Too early: 2 tests, 3 in the previous period' }))).toEqual({
    ...days,
    reading: 'early',
  })
  const late = reading.getByRole('link', { name: /^Too late: 1 test, 1 in the previous period$/ })
  expect(searchOf(late)).toEqual({ ...days, reading: 'late' })
  expect(reading.queryByRole('link', { name: /^In time/ })).toBeNull()
})

test('figures and lists belong to the chosen place and kit', async () => {
  const narrowed = { organisation: id(3), assay: duo.id }
  const { fetched } = await open(`/?${range}&organisation=${narrowed.organisation}&assay=${narrowed.assay}`)
  const trend = await card('Tests over time')
  const [bar] = within(await trend.findByRole('list', { name: 'Tests by day' })).getAllByRole('link')
  expect(bar && searchOf(bar)).toEqual({ ...days, to: '2026-03-01', ...narrowed })
  for (const chart of ['dashboard?', 'trend', 'hours', 'groups', 'assays?', 'lots']) {
    const [address = ''] = called(fetched, 'GET', chart).find(([asked]) => asked.includes('/dashboard')) ?? []
    expect([chart, new URL(address, 'http://x').searchParams.get('organisation_id')]).toEqual([chart, id(3)])
    expect(new URL(address, 'http://x').searchParams.get('assay_id')).toBe(duo.id)
  }
})

test('a failed chart is reported in its place, and can be loaded again', async () => {
  await open(`/?${range}`, { 'GET /dashboard/hours': [refusal(500, 'internal'), replies['GET /dashboard/hours']] })
  const hours = await card('Weekdays and hours')
  await hours.findByText(/could not be loaded/)
  await userEvent.click(hours.getByRole('button', { name: 'Try again' }))
  expect(await hours.findByRole('link', { name: /^Sunday/ })).toBeDefined()
})

test('a single day is shown as too short for a trend, with its tests', async () => {
  await open('/?range=custom&from=2026-03-03&to=2026-03-03')
  const trend = await card('Tests over time')
  expect(searchOf(await trend.findByRole('link', { name: '12 tests on 03/03/2026.' }))).toEqual({
    ...days,
    from: '2026-03-03',
    to: '2026-03-03',
  })
})

test('a place without tests explains that the filters leave none, and clears them', async () => {
  await openPage(`/?${range}&group=${id(9)}`, {
    user: aUser('tenant'),
    replies: {
      ...replies,
      'GET /dashboard': reply(200, { data: { ...figures, counts: none, before: null, latest: [] } }),
    },
  })
  const clear = await screen.findByRole('link', { name: 'Clear filters' })
  expect(searchOf(clear)).toEqual(days)
})

test('a range that ends before it starts is reported, and nothing is requested', async () => {
  const { fetched } = await openPage('/?range=custom&from=2026-03-04&to=2026-03-01', { user: aUser('tenant'), replies })
  expect(await screen.findByRole('heading', { name: 'The end date is before the start date' })).toBeDefined()
  expect(called(fetched, 'GET', '/dashboard')).toEqual([])
})

test('tests that were recorded elsewhere appear by themselves', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const more = counts({ ...figures.counts, positive: 4 })
    await open(`/?${range}`, {
      'GET /dashboard/now': reply(200, { data: { counts: figures.counts, read: figures.read } }),
    })
    expect(screen.getByRole('link', { name: '22 tests in this period' })).toBeDefined()
    answer({
      ...replies,
      'GET /dashboard': reply(200, { data: { ...figures, counts: more } }),
      'GET /dashboard/now': reply(200, { data: { counts: more, read: figures.read } }),
    })
    await vi.advanceTimersByTimeAsync(8_000)
    await waitFor(() => expect(screen.getByRole('link', { name: '23 tests in this period' })).toBeDefined())
  } finally {
    vi.useRealTimers()
  }
})
