import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, renderHook, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { useDates } from '../preferences/use-dates.ts'
import { cachePreferences } from '../preferences/preferences-cache.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { openAt } from '../testing/open.tsx'
import { answer, aUser, reply, somePreferences } from '../testing/replies.ts'
import { detailsOf, listedTest } from '../testing/test-records.ts'
import { setLocale } from '../ui/phrases.ts'
import { assay, draftWith } from './recording/fixtures.ts'
import { SheetOnPaper } from './print-record.tsx'
import { PrintSheet } from './print-sheet.tsx'
import { performedText } from './recording/performed-text.ts'
import { TestStep } from './recording/test-step.tsx'

const listed: TestRecordListItem = {
  ...listedTest,
  testId: 'CASC-AWQJDXR7',
  performedAt: '2026-11-14T22:50:00.000Z',
  performedZone: 'America/Los_Angeles',
  recordedAt: '2026-11-14T23:23:00.000Z',
  result: 'positive',
  analyteResults: [{ analyteId: 'line', analyteName: 'Line', result: 'positive' }],
}
const record = { ...detailsOf(listed), lot: 'L-7', lotExpiry: '2027-01-31' }
const { id } = record

beforeEach(async () => {
  answer({
    'GET /users/my-details': reply(200, { data: aUser('group') }),
    'GET /organisations': page([]),
    'GET /groups': page([]),
    'GET /test-records': page([listed]),
    [`GET /test-records/${id}`]: reply(200, { data: record }),
  })
  cachePreferences(
    somePreferences({
      dateFormat: { web: { short: 'MM/DD/YYYY', long: 'LL', date_time: 'MM/DD/YYYY h:mm A' }, mobile: null },
    }),
  )
  await loadPreferences()
  await setLocale('en_US')
})
afterEach(() => vi.unstubAllEnvs())

function page(data: unknown[]) {
  return reply(200, { data, page: { size: 5, next: null, previous: null, total: data.length, totalIsCapped: false } })
}

/** Reads the facts by their labels, on the screen or on paper. */
const factsIn = (root: Element) =>
  Object.fromEntries(
    [...root.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )

test('both times of a record are by one clock, whose zone is named in words when the reader’s clock differs', async () => {
  vi.stubEnv('TZ', 'Europe/London')
  openAt(`/test-records/${id}`)
  await screen.findByText('2:50 PM', { selector: 'main *' })
  expect(factsIn(screen.getByRole('main'))).toMatchObject({
    Date: '11/14/2026',
    Time: '2:50 PM',
    Recorded: '11/14/2026 3:23 PM',
    'Time zone': 'Pacific Time',
    'Lot expires': '01/31/2027',
  })
})

test('readers with the same clock see no zone, except on paper', async () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  await SheetOnPaper.preload()
  openAt(`/test-records/${id}`)
  await screen.findByText('2:50 PM', { selector: 'main *' })
  expect(factsIn(screen.getByRole('main'))).not.toHaveProperty('Time zone')
  const sheet = document.querySelector('[data-print-sheet]')
  expect(factsIn(sheet ?? document.body)).toMatchObject({ 'Time zone': 'Pacific Time', Recorded: '11/14/2026 3:23 PM' })
})

test.each([
  ['en_GB', 'Printed 11/20/2026 12:00 PM (United Kingdom Time)'],
  ['en_US', 'Printed 11/20/2026 12:00 PM (United Kingdom Time)'],
  ['es_MX', 'Impreso el 11/20/2026 12:00 PM (hora de Reino Unido)'],
] as const)('a sheet says in words by which clock it was printed (%s)', async (locale, words) => {
  vi.stubEnv('TZ', 'Europe/London')
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] })
  await setLocale(locale)
  render(<PrintSheet besides={null} record={record} />)
  expect(await screen.findByText(/^(Printed|Impreso)/)).toHaveProperty('textContent', words)
  vi.useRealTimers()
})

test('the list shows the same times as the record', async () => {
  vi.stubEnv('TZ', 'Europe/London')
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] })
  openAt('/test-records')
  const row = await screen.findByRole('row', { name: /CASC-AWQJDXR7/ })
  vi.useRealTimers()
  expect(within(row).getByText('11/14/2026 2:50 PM')).toBeDefined()
  expect(within(row).getAllByText('Pacific Time').length).toBeGreaterThan(0)
})

test('the form says in words by which clock the time is typed', async () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  const draft = draftWith({ performedZone: 'America/Los_Angeles' })
  const nothing = () => undefined
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TestStep
        algorithm={false}
        draft={draft}
        assay={assay}
        offered={[assay]}
        known={[assay]}
        onAssay={nothing}
        Several={() => null}
        onImage={nothing}
        change={() => draft}
        refused={{}}
        onDone={nothing}
        onBack={nothing}
        onStarted={nothing}
        onRefused={nothing}
      />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Time zone: Pacific Time')).toBeDefined()
})

test('the review shows the time in the tenant’s format, and an unreadable time as it was typed', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  const { result } = renderHook(() => useDates())
  const zone = 'America/Los_Angeles'
  const typed = { performedDate: '11/14/2026', performedTime: '14:50', performedZone: zone, performedOffset: null }
  expect(performedText(typed, result.current)).toBe('11/14/2026 2:50 PM')
  expect(performedText({ ...typed, performedZone: 'America/New_York' }, result.current)).toBe(
    '11/14/2026 2:50 PM, Eastern Time',
  )
  expect(performedText({ ...typed, performedDate: '14/2026' }, result.current)).toBe('14/2026 14:50')
})
