import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AgreementOf, Agreements } from '../../../contract/test-records/agreement.ts'
import type { BothReadings, UnreadTest } from '../../../contract/test-records/second-reading.ts'
import { openPage } from '../../testing/open-page.tsx'
import { aUser, called, pageOf, refusal, reply, sentBody } from '../../testing/replies.ts'
import { currentMessages } from '../../ui/snackbar-store.ts'
import { subject } from '../recording/fixtures.ts'
import { DifferingReadings, UnreadTests } from '../running/in-progress-page.tsx'
import { latestMonths, readMonths } from '../../ui/months.ts'

const id = '01998878-2800-7000-8000-000000000021'
const ward = { id: '01998878-2800-7000-8000-000000000003', name: 'Ward 1' }
const ana = { id: '01998878-2800-7000-8000-000000000031', name: 'Ana Quill' }
const bo = { id: '01998878-2800-7000-8000-000000000032', name: 'Bo Reed' }
const unread: UnreadTest = {
  id,
  testId: 'BRID-0000001P',
  subject,
  organisation: ward,
  group: ward,
  assay: {
    id: ward.id,
    name: 'Rapid',
    analytes: [{ id: 'line', name: 'SARS-CoV-2' }],
    offeredResults: ['positive', 'negative', 'invalid'],
  },
  performedAt: '2026-03-05T09:30:00.000Z',
  performedZone: 'Europe/London',
  readAt: '2026-03-05T09:47:00.000Z',
  reading: 'in-time',
  recordedBy: ana,
  recordedAt: '2026-03-05T09:48:00.000Z',
  specimen: null,
  lot: 'LOT-1',
  lotExpiry: null,
  location: null,
  deviceImageId: null,
  wasSeen: false,
}
const lines = (result: 'positive' | 'negative') => [{ analyteId: 'line', analyteName: 'SARS-CoV-2', result }] as const
const differing: BothReadings = {
  state: 'differ',
  first: { result: 'negative', analyteResults: [...lines('negative')], by: ana, at: '2026-03-05T09:48:00.000Z' },
  second: {
    result: 'positive',
    analyteResults: [...lines('positive')],
    by: bo,
    at: '2026-03-05T09:52:00.000Z',
    note: null,
    wasSeen: false,
  },
  settlement: null,
  version: 1,
}
const record = {
  ...unread,
  result: 'negative',
  state: 'recorded',
  secondReading: 'differ',
  analyteResults: lines('negative'),
  assay: { ...ward, name: 'Rapid', manufacturer: null, model: null },
  phone: null,
  coordinates: null,
  expiredLotReason: null,
  note: null,
  readingReason: null,
  version: 1,
}
const { wasSeen: _, ...aRecord } = record
const nobodyReads = {
  'GET /test-runs/count': reply(200, { data: { running: 0 } }),
  'GET /test-runs': reply(200, { data: [], now: '2026-03-05T09:50:00.000Z', total: 0 }),
}

type Replies = Parameters<typeof openPage>[1]['replies']

async function openReading(
  replies: Replies,
  address = `/in-progress/${id}/second-reading`,
  userType: 'group' | 'clinical' = 'group',
) {
  return await openPage(address, {
    user: aUser(userType),
    replies: {
      ...nobodyReads,
      'GET /test-records': pageOf([]),
      'GET /second-readings': reply(200, { data: [unread], total: 1 }),
      ...replies,
    },
    parts: [
      UnreadTests.preload(),
      DifferingReadings.preload(),
      import('./read-again.tsx'),
      import('./side-by-side.tsx'),
    ],
  })
}

const one = `GET /test-records/${id}/second-reading`
const send = `POST /test-records/${id}/second-reading`

test('tests that wait for a second reading stand below the tests in progress, and lead to reading them', async () => {
  await openReading({ [one]: reply(200, { data: unread }) }, '/in-progress')
  const card = within(await screen.findByRole('article'))
  const ofCard = card.getByText('BRID-0000001P')
  const nothingRuns = screen.getByText('No test is in progress')
  expect(nothingRuns.compareDocumentPosition(ofCard)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(card.getByRole('link', { name: /^Read:/ }).getAttribute('href')).toBe(`/in-progress/${id}/second-reading`)
  expect(screen.getByRole('link', { name: 'Agreement between readers' })).toBeTruthy()
})

test('a test is read by its keys, and both readings are shown only afterwards', async () => {
  const user = userEvent.setup()
  const { fetched } = await openReading({
    [one]: reply(200, { data: unread }),
    [send]: reply(200, { data: differing }),
  })
  const dialog = await screen.findByRole('dialog', { name: 'Second reading' })
  await within(dialog).findByRole('form', { name: 'Second reading' })
  expect(within(dialog).getByText(/There is no photo: read the device itself/)).toBeTruthy()
  expect(within(dialog).queryByText('The readings differ')).toBeNull()
  await user.keyboard('1')
  await within(dialog).findByRole('radio', { name: /^Positive/, checked: true })
  await user.click(within(dialog).getByRole('button', { name: 'Save my reading' }))
  expect(await within(dialog).findByRole('heading', { name: 'The readings differ' })).toBe(document.activeElement)
  expect(within(dialog).getByText(/Ana Quill/)).toBeTruthy()
  expect(within(dialog).getByText('Negative')).toBeTruthy()
  const [sent] = called(fetched, 'POST', `/test-records/${id}/second-reading`)
  expect(sentBody(fetched, '/second-reading')).toEqual({
    analyteResults: [{ analyteId: 'line', result: 'positive' }],
    note: null,
  })
  expect(new Headers(sent?.[1]?.headers).get('idempotency-key')).toBeTruthy()
})

test.each([
  ['group', true],
  ['clinical', false],
] as const)(
  'a second reader who is a %s and sees that the readings differ gets the way to settle: %s',
  async (userType, may) => {
    const user = userEvent.setup()
    await openReading(
      { [one]: reply(200, { data: unread }), [send]: reply(200, { data: differing }) },
      undefined,
      userType,
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Second reading' }))
    await dialog.findByRole('form', { name: 'Second reading' })
    await user.keyboard('1')
    await dialog.findByRole('radio', { name: /^Positive/, checked: true })
    await user.click(dialog.getByRole('button', { name: 'Save my reading' }))
    await dialog.findByRole('heading', { name: 'The readings differ' })
    const settle = dialog.queryByRole('link', { name: 'Settle the difference' })
    expect(settle?.getAttribute('href')).toBe(may ? `/test-records/${id}/settle` : undefined)
    expect(dialog.queryByText(/^Somebody who may correct tests can settle it/) === null).toBe(may)
  },
)

test('people who may settle are led from the tests in progress to all tests whose readings differ', async () => {
  const three = reply(200, {
    data: [aRecord],
    page: { size: 5, next: null, previous: null, total: 3, totalIsCapped: false },
  })
  const { fetched } = await openReading({ 'GET /test-records': three }, '/in-progress')
  expect(await screen.findByText('In 3 tests the readings differ.')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Open and settle' })
  expect(link.getAttribute('href')).toBe('/test-records?second_reading=differ')
  expect(String(called(fetched, 'GET', '/test-records')[0]?.[0])).toContain('second_reading=differ')
})

test('tests whose readings differ are not loaded for people who may not settle them', async () => {
  const { fetched } = await openReading({}, '/in-progress', 'clinical')
  await screen.findByRole('article')
  expect(called(fetched, 'GET', '/test-records')).toEqual([])
})

test('a reading without a result is refused at the result, and the typed note stays when saving fails', async () => {
  const user = userEvent.setup()
  await openReading({ [one]: reply(200, { data: { ...unread, wasSeen: true } }), [send]: refusal(500, 'internal') })
  const form = within(await screen.findByRole('form', { name: 'Second reading' }))
  expect(form.getByText(/You have opened this record before/)).toBeTruthy()
  await user.type(form.getByLabelText(/^Note/), 'Held against the light')
  await user.click(form.getByRole('button', { name: 'Save my reading' }))
  expect(form.getByText('Result is required')).toBeTruthy()
  await user.click(form.getByRole('radio', { name: /^Negative/ }))
  await user.click(form.getByRole('button', { name: 'Save my reading' }))
  expect(await form.findByText(/Your reading was not saved/)).toBeTruthy()
  expect(form.getByDisplayValue('Held against the light')).toBeTruthy()
})

test.each([
  ['the first reader', 'own-reading'],
  ['a reader who comes too late', 'read-twice'],
])('%s is told so', async (_, code) => {
  await openReading({ [one]: refusal(409, code) })
  const dialog = within(await screen.findByRole('dialog', { name: 'Second reading' }))
  expect(await dialog.findByText(`words of ${code}`)).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Back to the list' })).toBeTruthy()
})

async function openRecord(replies: Replies, path = '', userType: 'group' | 'clinical' = 'group') {
  return await openPage(`/test-records/${id}${path}`, {
    user: aUser(userType),
    replies: {
      'GET /test-runs/count': reply(200, { data: { running: 0 } }),
      'GET /test-records': pageOf([]),
      [`GET /test-records/${id}`]: reply(200, { data: aRecord }),
      [`GET /test-records/${id}/readings`]: reply(200, { data: differing }),
      [`GET /test-records/${id}/deliveries`]: reply(200, {
        data: { deliveries: [], obstacles: { email: null, text: null } },
      }),
      ...replies,
    },
    parts: [
      import('../test-records-page.tsx'),
      import('../test-record-page.tsx'),
      import('../deliveries.tsx'),
      import('../print-record.tsx').then(async ({ SheetOnPaper }) => SheetOnPaper.preload()),
      import('./both-readings.tsx'),
      import('./settle-form.tsx'),
    ],
  })
}

test('a record shows both readings that differ, and leads people who may correct to settling them', async () => {
  await openRecord({})
  const both = within(await screen.findByRole('region', { name: 'Two readings' }))
  expect(await both.findByText('The readings differ')).toBeTruthy()
  expect(both.getByText(/Ana Quill/)).toBeTruthy()
  expect(both.getByText(/Bo Reed/)).toBeTruthy()
  expect(both.getByRole('link', { name: 'Settle the difference' })).toBeTruthy()
})

test('people who may not correct are told who settles a difference', async () => {
  await openRecord({}, '', 'clinical')
  const both = within(await screen.findByRole('region', { name: 'Two readings' }))
  expect(await both.findByText(/^Somebody who may correct tests can settle it: tell one of them/)).toBeTruthy()
  expect(both.queryByRole('link')).toBeNull()
})

test('settling asks which reading is right and why, and sends the version that was seen', async () => {
  const user = userEvent.setup()
  const { fetched } = await openRecord(
    {
      [`PUT /test-records/${id}/readings`]: reply(200, { data: { ...differing, state: 'settled', version: 2 } }),
    },
    '/settle',
  )
  const form = within(await screen.findByRole('form', { name: 'Settle the difference' }))
  await user.click(form.getByRole('button', { name: 'Settle' }))
  expect(form.getByText('Choose a reading')).toBeTruthy()
  await user.click(form.getByRole('radio', { name: /^Second: Positive/ }))
  await user.type(form.getByLabelText('Why?'), 'Faint, but there')
  await user.click(form.getByRole('button', { name: 'Settle' }))
  await expect.poll(() => currentMessages().map(({ text }) => text)).toContain('Readings settled')
  const [sent] = called(fetched, 'PUT', '/readings')
  expect(sentBody(fetched, '/readings')).toEqual({ keep: 'second', reason: 'Faint, but there' })
  expect(new Headers(sent?.[1]?.headers).get('if-match')).toBe('"1"')
})

const none = [0, 0, 0, 0]
const agreed = (more: Partial<AgreementOf>): AgreementOf => ({
  total: 12,
  agreed: 12,
  kappa: null,
  counts: [none, [0, 12, 0, 0], none, none],
  ...more,
})

async function openAgreement(agreements: Agreements, address = '/agreement?from=2026-01&to=2026-03') {
  return await openPage(address, {
    user: aUser('group'),
    replies: {
      'GET /test-runs/count': reply(200, { data: { running: 0 } }),
      'GET /agreement': reply(200, { data: agreements }),
      'GET /test-records': pageOf([]),
    },
    parts: [import('./agreement-page.tsx')],
  })
}

test('the agreement of readers shows shares, kappa and counts, and says where kappa is not defined', async () => {
  const all = agreed({ total: 1500, agreed: 1499, kappa: 0.6875, counts: [[36, 1, 0, 0], [0, 1463, 0, 0], none, none] })
  const { fetched } = await openAgreement({
    overall: all,
    readers: [
      { id: ana.id, name: 'Ana Quill', ...all },
      { id: null, name: null, ...agreed({}) },
    ],
    assays: [{ id: ward.id, name: 'Rapid', ...all }],
    months: [{ month: '2026-03', ...agreed({}) }],
    seen: 2,
  })
  const rows = within(await screen.findByRole('table', { name: 'By reader' })).getAllByRole('row')
  const words = rows.map((row) => Array.from(row.children, ({ textContent }) => textContent))
  // 1,499 of 1,500 must not be shown as all.
  expect(words).toEqual([
    ['Reader', 'Tests', 'Same', 'Share', 'Kappa'],
    ['Ana Quill', '1,500', '1,499', '99.9%', '0.68'],
    ['Former user', '12', '12', '100%', 'Not defined'],
  ])
  expect(screen.getByText('1,499 of 1,500 tests')).toBeTruthy()
  expect(screen.getByText('0.68 is substantial agreement.')).toBeTruthy()
  expect(screen.getByText(/2 second readings are left out/)).toBeTruthy()
  expect(within(screen.getByRole('table', { name: 'By month' })).getByText('March 2026')).toBeTruthy()
  const pairs = within(screen.getByRole('table', { name: 'First and second readings' }))
  expect(pairs.getAllByRole('columnheader').map(({ textContent }) => textContent.trim())).toEqual([
    'First reading',
    'Second reading',
    'Positive',
    'Negative',
    'Inconclusive',
    'Invalid',
  ])
  expect(within(pairs.getByRole('row', { name: /^Positive 36 1 0 0/ })).getAllByRole('cell')).toHaveLength(4)
  const [asked] = called(fetched, 'GET', '/agreement')
  expect(String(asked?.[0])).toMatch(/from=2026-01&to=2026-03&zone=/)
  expect(screen.getByText(/^The months are those of the clock here: /)).toBeDefined()
})

test.each([
  [-0.1, '-0.10 is poor agreement, less than chance alone would bring.'],
  [0, '0.00 is slight agreement.'],
  [0.209, '0.20 is slight agreement.'],
  [0.21, '0.21 is fair agreement.'],
  [0.6, '0.60 is moderate agreement.'],
  [0.79, '0.79 is substantial agreement.'],
  [0.81, '0.81 is almost perfect agreement.'],
])('a kappa of %d is expressed in words', async (kappa, words) => {
  await openAgreement({ overall: agreed({ agreed: 11, kappa }), readers: [], assays: [], months: [], seen: 0 })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('months without second readings say so, and choosing an earlier end moves the start', async () => {
  const user = userEvent.setup()
  const nothing = agreed({ total: 0, agreed: 0, counts: [none, none, none, none] })
  const { router } = await openAgreement({ overall: nothing, readers: [], assays: [], months: [], seen: 0 })
  expect(await screen.findByText('No test was read by two people in these months')).toBeTruthy()
  expect(screen.queryByText(/NaN/)).toBeNull()
  const before = latestMonths(36, 'Europe/London').at(-1) ?? ''
  await user.selectOptions(screen.getByRole('combobox', { name: 'To' }), before)
  await expect.poll(() => router.state.location.search).toEqual({ from: before, to: before })
  await expect.poll(() => router.state.status).toBe('idle')
})

test('an address holds only months, in their order', () => {
  expect(readMonths({ from: '2026-01', to: '2026-03' })).toEqual({ from: '2026-01', to: '2026-03' })
  expect(readMonths({ from: '2026-04', to: '2026-03' })).toEqual({})
  expect(readMonths({ from: '2026-13', to: 'now' })).toEqual({})
  expect(latestMonths(3, 'UTC', new Date('2026-01-31T12:00:00Z'))).toEqual(['2026-01', '2025-12', '2025-11'])
  expect(latestMonths(1, 'Europe/London', new Date('2026-06-30T23:30:00Z'))).toEqual(['2026-07'])
})
