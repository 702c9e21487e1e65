import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import type { Preferences } from '../../../contract/tenants/preferences.ts'
import { chooseLatePhoto, latePhoto, takesPhoto } from '../../testing/late-photo.ts'
import { openPage } from '../../testing/open-page.tsx'
import { aUser, called, pageOf, refusal, reply, sentBody } from '../../testing/replies.ts'
import { animals } from '../../testing/subjects.tsx'
import { detailsOf, listedTest } from '../../testing/test-records.ts'
import { currentMessages } from '../../ui/snackbar-store.ts'
import { subject } from '../recording/fixtures.ts'

vi.mock('../../api/progress-fetch.ts', async () => await import('../../testing/late-photo.ts'))

const record: TestRecord = { ...detailsOf(listedTest), location: 'Room 4', lot: 'LOT-1', version: 3 }
const { id } = record
const data = (changes: Partial<TestRecord> = {}) => reply(200, { data: { ...record, ...changes } })

async function open(
  address: string,
  replies: Parameters<typeof openPage>[1]['replies'] = {},
  preferences: Partial<Preferences> = {},
) {
  return openPage(address, {
    user: aUser('group'),
    preferences,
    replies: {
      'GET /organisations': pageOf([]),
      'GET /groups': pageOf([]),
      'GET /test-records': pageOf([]),
      [`GET /test-records/${id}`]: data(),
      [`GET /assays/${id}/web`]: refusal(404, 'not-found'),
      ...replies,
    },
    parts: [
      import('../deliveries.tsx'),
      import('../print-record.tsx').then(async ({ SheetOnPaper }) => SheetOnPaper.preload()),
      import('./correct-form.tsx'),
      import('./void-form.tsx'),
      import('./record-history.tsx'),
    ],
  })
}

const panel = (name: string) => screen.findByRole('dialog', { name })
const said = () => currentMessages().at(-1)?.text

test('a correction sends the whole record, with the reason and the version that was seen', async () => {
  const { fetched, router } = await open(`/test-records/${id}/correct`, {
    [`POST /test-records/${id}/corrections`]: data({ state: 'corrected', result: 'positive', version: 4 }),
    [`GET /test-records/${id}/history`]: pageOf([]),
  })
  const form = within(await panel('Correct test'))
  await userEvent.click(await form.findByLabelText(/^Positive/))
  await userEvent.selectOptions(form.getByLabelText('Reason'), 'Other')
  await userEvent.click(form.getByRole('button', { name: 'Save correction' }))
  const text = await form.findByLabelText('Your reason')
  expect(document.activeElement).toBe(text)
  await userEvent.type(text, 'Read too early')
  await userEvent.click(form.getByRole('button', { name: 'Save correction' }))
  await expect.poll(said).toBe('Test record updated')
  expect(sentBody(fetched, '/corrections')).toEqual({
    subjectId: subject.id,
    analyteResults: [{ analyteId: 'line', result: 'positive' }],
    performedDate: '2026-03-05',
    performedTime: '09:30',
    performedZone: 'Europe/London',
    performedOffset: null,
    specimen: null,
    location: 'Room 4',
    coordinates: null,
    deviceImageId: null,
    lot: 'LOT-1',
    lotExpiry: null,
    expiredLotReason: null,
    note: null,
    reason: 'other',
    reasonText: 'Read too early',
    changeNote: null,
  })
  const [[, init]] = called(fetched, 'POST', '/corrections') as [[string, RequestInit]]
  expect(init.headers).toMatchObject({ 'If-Match': '"3"', 'Idempotency-Key': expect.stringMatching(/^[0-9a-f]{32}$/) })
  await expect.poll(() => router.state.location.pathname).toBe(`/test-records/${id}`)
})

test('after a conflicting correction both values stand side by side, and one of them is chosen', async () => {
  const theirs = { version: 4, lot: 'LOT-2', location: 'Room 5' }
  const { fetched } = await open(`/test-records/${id}/correct`, {
    [`GET /test-records/${id}`]: [data(), data(theirs)],
    [`POST /test-records/${id}/corrections`]: [refusal(412, 'stale-version'), data({ ...theirs, version: 5 })],
  })
  const form = within(await panel('Correct test'))
  const lot = await form.findByLabelText(/^Lot \(/)
  await userEvent.clear(lot)
  await userEvent.type(lot, 'LOT-3')
  await userEvent.selectOptions(form.getByLabelText('Reason'), 'Data entered incorrectly')
  await userEvent.click(form.getByRole('button', { name: 'Save correction' }))
  expect(await form.findByRole('radio', { name: /LOT-2/ })).toBeDefined()
  expect(form.getByLabelText<HTMLInputElement>(/^Location \(/).value).toBe('Room 5')
  await userEvent.click(form.getByRole('radio', { name: /LOT-3/ }))
  await userEvent.click(form.getByRole('button', { name: 'Save correction' }))
  await expect.poll(said).toBe('Test record updated')
  expect(sentBody(fetched, '/corrections')).toMatchObject({ lot: 'LOT-3', location: 'Room 5' })
})

test('a correction without changes, or with an impossible date, is not sent', async () => {
  const { fetched } = await open(`/test-records/${id}/correct`)
  const form = within(await panel('Correct test'))
  await userEvent.click(await form.findByRole('button', { name: 'Save correction' }))
  const words = 'Nothing has been changed yet. Correct what is wrong, then save.'
  expect((await form.findByText(words)).closest('[role=alert]')).not.toBeNull()
  const reason = form.getByLabelText('Reason')
  const describing = () => document.getElementById(reason.getAttribute('aria-describedby') ?? '')?.textContent
  expect([describing(), document.activeElement]).toEqual(['Reason is required', reason])
  await userEvent.selectOptions(reason, 'data-entered-incorrectly')
  expect(form.queryByText(words)).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Save correction' }))
  expect(await form.findByText(words)).toBeDefined()
  expect(reason.getAttribute('aria-invalid')).toBeNull()
  await userEvent.clear(form.getByLabelText('Date'))
  await userEvent.type(form.getByLabelText('Date'), '31/02/2026')
  await userEvent.click(form.getByRole('button', { name: 'Save correction' }))
  expect(await form.findByText(/Use date format/)).toBeDefined()
  expect(called(fetched, 'POST', '/corrections')).toEqual([])
})

test('a test can be given only to a person who is known in its group, and names the person who loses it', async () => {
  const match = { ...subject, isSameName: false, lastTest: null }
  const [here, away] = ['01998878-2800-7000-8000-00000000000a', '01998878-2800-7000-8000-00000000000b']
  const matches = [
    {
      ...match,
      id: here,
      firstName: 'Ruth',
      lastName: 'Ash',
      isKnownHere: true,
      groups: [{ id: here, name: 'Ward 1', organisation: { id: here, name: 'Quay' } }],
    },
    {
      ...match,
      id: away,
      firstName: 'Rudy',
      lastName: 'Ash',
      isKnownHere: false,
      groups: [{ id: here, name: 'Ward 2', organisation: { id: here, name: 'Quay' } }],
    },
  ]
  const { fetched } = await open(`/test-records/${id}/correct`, {
    'POST /subjects/matches': reply(200, { data: matches, hasMore: false }),
    [`POST /test-records/${id}/corrections`]: data({ version: 4 }),
  })
  const form = within(await panel('Correct test'))
  await userEvent.click(await form.findByRole('button', { name: 'It was somebody else' }))
  await userEvent.type(form.getByRole('combobox', { name: /right person/ }), 'ru')
  await userEvent.click(await form.findByRole('option', { name: /Rudy/ }))
  expect(await form.findByText(/Rudy Ash.* is not known in this group/)).toBeDefined()
  await userEvent.selectOptions(form.getByLabelText('Reason'), 'Data entered incorrectly')
  await userEvent.click(form.getByRole('button', { name: 'Save correction' }))
  expect(await form.findByText(/^Nothing has been changed yet/)).toBeDefined()
  expect(called(fetched, 'POST', '/corrections')).toEqual([])
  await userEvent.click(form.getByRole('option', { name: /Ruth/ }))
  expect(await form.findByText(/taken from .* and given to Ruth Ash/)).toBeDefined()
  await userEvent.click(form.getByRole('button', { name: 'Save correction' }))
  await expect.poll(() => called(fetched, 'POST', '/corrections').length).toBe(1)
  expect(sentBody(fetched, '/corrections')).toMatchObject({ subjectId: here })
})

test('voiding asks for a reason, and leaves a record that can neither be corrected nor voided, with its history', async () => {
  const change = {
    id: '3',
    at: '2026-03-06T10:00:00.000Z',
    by: 'Ana Price',
    reason: 'created-in-error',
    reasonText: null,
    changeNote: 'The wrong button',
    before: { ...record, state: 'corrected' },
    after: { ...record, state: 'voided' },
  }
  const { fetched } = await open(`/test-records/${id}/void`, {
    [`POST /test-records/${id}/void`]: data({ state: 'voided', version: 4 }),
    [`GET /test-records/${id}/history`]: pageOf([change]),
  })
  const form = within(await panel('Void record'))
  await userEvent.click(await form.findByRole('button', { name: 'Void record' }))
  expect(await form.findByText('Reason is required')).toBeDefined()
  expect(called(fetched, 'POST', '/void')).toEqual([])
  await userEvent.selectOptions(form.getByLabelText('Reason'), 'Created in error')
  await userEvent.click(form.getByRole('button', { name: 'Void record' }))
  await expect.poll(said).toBe('Test record voided')
  expect(sentBody(fetched, '/void')).toEqual({ reason: 'created-in-error', reasonText: null, changeNote: null })
  expect(await screen.findByText('Created in error, by Ana Price')).toBeDefined()
  expect(screen.getByText('The wrong button')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Correct' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Void record' })).toBeNull()
})

test('voiding warns that it cannot be undone, and Cancel leads back to the record as it was', async () => {
  const { fetched, router } = await open(`/test-records/${id}/void`)
  const form = within(await panel('Void record'))
  expect((await form.findByText(/^There is no way back/)).closest('[role=alert]')).not.toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => router.state.location.pathname).toBe(`/test-records/${id}`)
  expect(called(fetched, 'POST', '/void')).toEqual([])
  // The link that voids a record must not stand beside the one that corrects it.
  const [correct, remove] = [
    screen.getByRole('link', { name: 'Correct' }),
    screen.getByRole('link', { name: 'Void record' }),
  ]
  expect(correct.parentElement?.contains(remove)).toBe(false)
})

test('each current value stands beside its new one, and rarely corrected fields are folded away until they have an error', async () => {
  await open(`/test-records/${id}/correct`)
  const form = within(await panel('Correct test'))
  await form.findByRole('button', { name: 'Save correction' })
  const now = form.getAllByText(/^It says now:/).map(({ nextElementSibling: said }) => said?.textContent)
  expect(now).toEqual([
    'Negative',
    expect.stringContaining(subject.lastName ?? ''),
    '05/03/2026 09:30',
    'LOT-1',
    'nothing',
    'Room 4',
    'nothing',
    'nothing',
    'nothing',
  ])
  const fold = form.getByText('Something else was wrong').closest('details')
  expect(fold?.open).toBe(false)
  await userEvent.type(form.getByLabelText(/^Lot expires/), 'soon')
  await userEvent.selectOptions(form.getByLabelText('Reason'), 'data-entered-incorrectly')
  await userEvent.click(form.getByRole('button', { name: 'Save correction' }))
  await form.findByText(/Use date format/)
  expect(fold?.open).toBe(true)
  expect(document.activeElement).toBe(form.getByLabelText(/^Lot expires/))
})

test('a correction waits for its photo, even if nothing else is corrected', async () => {
  const { fetched } = await open(`/test-records/${id}/correct`, {
    ...takesPhoto,
    [`POST /test-records/${id}/corrections`]: data({ version: 4 }),
  })
  const form = within(await panel('Correct test'))
  await userEvent.click(await form.findByText('Something else was wrong'))
  const arrive = await chooseLatePhoto()
  await userEvent.selectOptions(form.getByLabelText('Reason'), 'data-entered-incorrectly')
  await userEvent.click(form.getByRole('button', { name: 'Save correction' }))
  await form.findByText(/^The photo is still being uploaded/)
  expect(form.queryByText(/^Nothing has been changed yet/)).toBeNull()
  expect(document.activeElement).toBe(form.getByRole('button', { name: 'Cancel upload' }))
  expect(called(fetched, 'POST', '/corrections')).toEqual([])
  arrive()
  await form.findByText('Photo added: late.jpg')
  expect(form.queryByText(/still being uploaded/)).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Save correction' }))
  await expect.poll(said).toBe('Test record updated')
  expect(sentBody(fetched, '/corrections')).toMatchObject({ deviceImageId: latePhoto.id })
})

test('a time is corrected in the usual format, and an unreadable one stays and is explained', async () => {
  const { fetched } = await open(`/test-records/${id}/correct`, {
    [`POST /test-records/${id}/corrections`]: data({ version: 4 }),
  })
  const form = within(await panel('Correct test'))
  const time = await form.findByLabelText<HTMLInputElement>('Time')
  expect(time.value).toBe('09:30')
  await userEvent.selectOptions(form.getByLabelText('Reason'), 'data-entered-incorrectly')
  await userEvent.clear(time)
  await userEvent.type(time, '25:00')
  await userEvent.click(form.getByRole('button', { name: 'Save correction' }))
  expect(await form.findByText('Enter a time as hours and minutes, such as 09:30 or 9:30 pm')).toBeDefined()
  expect(time.value).toBe('25:00')
  await userEvent.clear(time)
  await userEvent.type(time, '8.15 am')
  expect(time.parentElement?.textContent).toBe('08:15')
  await userEvent.click(form.getByRole('button', { name: 'Save correction' }))
  await expect.poll(() => called(fetched, 'POST', '/corrections').length).toBe(1)
  expect(sentBody(fetched, '/corrections')).toMatchObject({ performedDate: '2026-03-05', performedTime: '08:15' })
})

test('the history says what each correction changed, in words', async () => {
  const after = {
    ...record,
    state: 'corrected',
    result: 'positive',
    lot: null,
    performedAt: '2026-03-05T10:00:00.000Z',
  }
  const change = {
    id: '1',
    at: '2026-03-06T10:00:00.000Z',
    by: null,
    reason: 'other',
    reasonText: 'Read too early',
    changeNote: null,
    before: record,
    after: { ...after, analyteResults: [{ ...record.analyteResults[0], result: 'positive' }], subject: null },
  }
  await open(`/test-records/${id}`, {
    [`GET /test-records/${id}`]: data({ state: 'corrected', version: 4 }),
    [`GET /test-records/${id}/history`]: pageOf([change]),
  })
  expect(await screen.findByText(/^Read too early, by /)).toBeDefined()
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Subject: .* → Not visible to you$/),
      'Result: Negative → Positive',
      'Performed: 05/03/2026 09:30 → 05/03/2026 10:00',
      'Lot: LOT-1 → nothing',
    ]),
  )
})

test('a record shows whom to call about it', async () => {
  await open(`/test-records/${id}`, { [`GET /test-records/${id}`]: data({ phone: '+44 20 7946 0110' }) })
  const link = await screen.findByRole('link', { name: '+44 20 7946 0110' })
  expect(link.getAttribute('href')).toBe('tel:+442079460110')
})

const otherId = '01998878-2800-7000-8000-0000000000ff'
const other = { ...record, id: otherId, testId: 'HARB-OTHER', lot: 'LOT-9', location: 'Room 9' }

test('a form of one record, to which the history jumps from that of another, holds nothing of the other', async () => {
  const { router } = await open(`/test-records/${otherId}/correct`, {
    [`GET /test-records/${otherId}`]: reply(200, { data: other }),
    [`GET /test-records/${otherId}/history`]: pageOf([]),
  })
  const lot = () => screen.findByLabelText<HTMLInputElement>(/^Lot \(/)
  expect((await lot()).value).toBe('LOT-9')
  await act(() => router.navigate({ to: '/test-records/$id/correct', params: { id } }))
  await expect.poll(async () => (await lot()).value).toBe('LOT-1')
  await act(() => router.navigate({ to: '/test-records/$id/correct', params: { id: otherId } }))
  await expect.poll(async () => (await lot()).value).toBe('LOT-9')
})

test('whoever has left the form before its reply stays where they went, and is told that it was saved', async () => {
  const { router, fetched } = await open(`/test-records/${id}/correct`, {
    [`GET /test-records/${otherId}`]: reply(200, { data: other }),
  })
  const form = within(await panel('Correct test'))
  await userEvent.click(await form.findByLabelText(/^Positive/))
  await userEvent.selectOptions(form.getByLabelText('Reason'), 'data-entered-incorrectly')
  const before = fetched.getMockImplementation()
  const replies = Promise.withResolvers<Response>()
  fetched.mockImplementation(async (address, init) =>
    init?.method === 'POST' && address.endsWith('/corrections')
      ? await replies.promise
      : (before?.(address, init) ?? Promise.reject(new Error(address))),
  )
  await userEvent.click(form.getByRole('button', { name: 'Save correction' }))
  void router.navigate({ to: '/test-records/$id', params: { id: otherId } })
  await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await expect.poll(() => router.state.location.pathname).toBe(`/test-records/${otherId}`)
  replies.resolve(data({ state: 'corrected', result: 'positive', version: 4 }))
  await expect.poll(said).toBe('Test record updated')
  await act(() => new Promise((done) => setTimeout(done, 50)))
  expect(router.state.location.pathname).toBe(`/test-records/${otherId}`)
})

test('what another corrected alike is said, and stands beside what the form will say', async () => {
  const analyteResults = record.analyteResults.map((line) => ({ ...line, result: 'positive' as const }))
  const theirs = { state: 'corrected', result: 'positive', version: 4, analyteResults } as const
  await open(`/test-records/${id}/correct`, {
    [`GET /test-records/${id}`]: [data(), data(theirs)],
    [`GET /test-records/${id}/history`]: pageOf([]),
    [`POST /test-records/${id}/corrections`]: refusal(412, 'stale-version'),
  })
  const form = within(await panel('Correct test'))
  await userEvent.click(await form.findByLabelText(/^Positive/))
  await userEvent.selectOptions(form.getByLabelText('Reason'), 'data-entered-incorrectly')
  await userEvent.click(form.getByRole('button', { name: 'Save correction' }))
  expect(await form.findByText('Changed, and already in the form: Result.')).toBeDefined()
  const [now] = form.getAllByText(/^It says now:/).map(({ nextElementSibling: said }) => said?.textContent)
  expect(now).toBe('Positive')
  expect(form.getByLabelText<HTMLSelectElement>('Reason').value).toBe('data-entered-incorrectly')
})

test('a record that was corrected meanwhile is shown before it is voided, and what was typed stays', async () => {
  const { fetched } = await open(`/test-records/${id}/void`, {
    [`GET /test-records/${id}`]: [data(), data({ state: 'corrected', result: 'positive', version: 4 })],
    [`GET /test-records/${id}/history`]: pageOf([]),
    [`POST /test-records/${id}/void`]: [refusal(412, 'stale-version'), data({ state: 'voided', version: 5 })],
  })
  const form = within(await panel('Void record'))
  await userEvent.selectOptions(await form.findByLabelText('Reason'), 'Created in error')
  await userEvent.type(form.getByLabelText(/^Note about/), 'The wrong button')
  await userEvent.click(form.getByRole('button', { name: 'Void record' }))
  expect(await form.findByText('This has changed in the meantime')).toBeDefined()
  expect(form.getByText(/Check what is shown now, then choose “Void record” again/)).toBeDefined()
  expect(form.getByText('Positive')).toBeDefined()
  expect(form.getByLabelText<HTMLTextAreaElement>(/^Note about/).value).toBe('The wrong button')
  await userEvent.click(form.getByRole('button', { name: 'Void record' }))
  await expect.poll(said).toBe('Test record voided')
  const versions = called(fetched, 'POST', '/void').map(([, init]) => new Headers(init?.headers).get('If-Match'))
  expect(versions).toEqual(['"3"', '"4"'])
})

test.each([
  ['correct', 'Correct test'],
  ['void', 'Void record'],
])('the form that is to %s a voided record says that it was voided', async (form, title) => {
  await open(`/test-records/${id}/${form}`, {
    [`GET /test-records/${id}`]: data({ state: 'voided' }),
    [`GET /test-records/${id}/history`]: pageOf([]),
  })
  expect(await within(await panel(title)).findByText(/^This test record was voided/)).toBeDefined()
  expect(within(await panel(title)).queryByRole('form')).toBeNull()
})

test('in a tenant of animals a test was of another animal or sample, and of nobody else', async () => {
  const animal = { id: subject.id, kind: 'non-human' as const, customId1: 'UK-1', customId2: 'H-2', groupId: null }
  await open(
    `/test-records/${id}/correct`,
    { [`GET /test-records/${id}`]: data({ subject: animal } as unknown as Partial<TestRecord>) },
    { subjects: animals },
  )
  const form = within(await panel('Correct test'))
  expect(await form.findByRole('button', { name: 'It was another animal or sample' })).toBeDefined()
  expect(form.queryByRole('button', { name: 'It was somebody else' })).toBeNull()
})
