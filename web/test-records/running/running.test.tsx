import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { TestRun } from '../../../contract/test-runs/test-run.ts'
import { chooseLatePhoto, latePhoto, takesPhoto } from '../../testing/late-photo.ts'
import { openPage } from '../../testing/open-page.tsx'
import { aUser, called, pageOf, refusal, reply, sentBody } from '../../testing/replies.ts'
import { sendOpenWork } from '../../api/open-work.ts'
import { currentMessages } from '../../ui/snackbar-store.ts'
import { subject } from '../recording/fixtures.ts'
import { DifferingReadings, UnreadTests } from './in-progress-page.tsx'
import { keepReadyTimes, loadReadyTimes } from '../../session/ready-times.ts'
import { countdown, haveParted, inOrder, standingOf, timeAt } from './clock.ts'

vi.mock('../../api/progress-fetch.ts', async () => await import('../../testing/late-photo.ts'))

const id = '01998878-2800-7000-8000-000000000011'
const ward = { id: '01998878-2800-7000-8000-000000000003', name: 'Ward 1' }
const start = Date.parse('2026-03-05T09:30:00.000Z')
const minutes = (count: number) => new Date(start + count * 60_000).toISOString()
const run: TestRun = {
  id,
  state: 'running',
  subject,
  organisation: ward,
  group: ward,
  assay: {
    id,
    name: 'Rapid',
    version: 1,
    analytes: [{ id: 'line', name: 'SARS-CoV-2' }],
    offeredResults: ['positive', 'negative', 'invalid'],
    imageRequired: false,
  },
  specimen: null,
  lot: 'LOT-1',
  lotExpiry: null,
  location: 'Room 4',
  zone: 'Europe/London',
  startedAt: minutes(0),
  startedBy: ward,
  readFrom: minutes(15),
  readUntil: minutes(30),
  endedAt: null,
  endedBy: null,
  testRecordId: null,
  version: 1,
}

afterEach(() => vi.useRealTimers())

/** The server's answer at a time after the start. */
const listAt = (now: string, runs = [run]) => reply(200, { data: runs, now, total: runs.length })

async function open(replies: Parameters<typeof openPage>[1]['replies'], address = '/in-progress') {
  return await openPage(address, {
    user: aUser('group'),
    // Longer than the sleep, which would otherwise end the session.
    preferences: { sessionIdleMinutes: 240 },
    replies: {
      'GET /test-runs/count': reply(200, { data: { running: 1 } }),
      'GET /second-readings': reply(200, { data: [], total: 0 }),
      'GET /test-records': pageOf([]),
      ...replies,
    },
    parts: [UnreadTests.preload(), DifferingReadings.preload(), import('./read-run.tsx'), import('./cancel-run.tsx')],
  })
}

test('the time is the server’s, whatever the clock of the device says, and the longer duration counts after a sleep', () => {
  const received = { monotonic: 5000, wall: Date.parse('2031-01-01') }
  const time = { now: minutes(10), received }
  const after = (monotonic: number, wall: number) =>
    timeAt(time, { monotonic: received.monotonic + monotonic, wall: received.wall + wall }) - start
  expect(after(60_000, 60_000)).toBe(11 * 60_000)
  // The monotonic clock stood still for two hours; the other one was set back by three.
  expect(after(1000, 7_200_000)).toBe(130 * 60_000)
  expect(after(60_000, -10_800_000)).toBe(11 * 60_000)
  const parted = (wall: number) => haveParted(received, { monotonic: 6000, wall: received.wall + wall })
  expect([1000, 3500, 7_200_000, -10_800_000].map(parted)).toEqual([false, false, true, true])
})

test('a test is developing, then ready, then too late; without a reading time it is always ready', () => {
  const at = (count: number) => standingOf(run, start + count * 60_000)
  expect([at(14.5), at(15), at(30), at(30.01)]).toEqual([
    { phase: 'developing', left: 30_000 },
    { phase: 'ready', left: 15 * 60_000 },
    { phase: 'ready', left: 0 },
    { phase: 'late', left: null },
  ])
  const timeless = { ...run, id: 'timeless', readFrom: null, readUntil: null }
  expect(standingOf(timeless, start + 1e9)).toEqual({ phase: 'ready', left: null })
  const later = (by: number) => ({ ...run, id: String(by), readFrom: minutes(15 + by), readUntil: minutes(30 + by) })
  const order = inOrder([later(-40), later(20), timeless, later(10), later(-5), run], start + 16 * 60_000)
  expect(order.map((one) => one.id)).toEqual(['-5', id, 'timeless', '10', '20', '-40'])
  expect([0, 1, 61_000, 3_599_001, 3_600_000].map(countdown)).toEqual([
    '00:00',
    '00:01',
    '01:01',
    '01:00:00',
    '01:00:00',
  ])
})

test('a late reading needs a reason, sends the version that was seen, and shows the ID of the record', async () => {
  const record = { id: 'r', testId: 'HARB-AWQJDXR7' }
  const { fetched, router } = await open(
    {
      'GET /test-runs': listAt(minutes(31)),
      [`GET /test-runs/${id}`]: reply(200, { data: run, now: minutes(31), draft: null }),
      [`PUT /test-runs/${id}/finish`]: reply(200, { data: record }),
    },
    `/in-progress/${id}/read`,
  )
  const panel = within(await screen.findByRole('dialog', { name: 'Read result' }))
  await panel.findByText(/It is too late to read this test/)
  const save = panel.getByRole('button', { name: 'Save test' })
  await userEvent.click(save)
  panel.getByText('Result is required')
  panel.getByText('Say why the test is read early or late')
  await userEvent.click(panel.getByRole('radio', { name: /Negative/ }))
  await userEvent.type(panel.getByLabelText('Why is it read late?'), 'Called away')
  await userEvent.click(save)
  await expect.poll(() => currentMessages().at(-1)?.text).toBe('Test record HARB-AWQJDXR7 created')
  expect(sentBody(fetched, '/finish')).toEqual({
    analyteResults: [{ analyteId: 'line', result: 'negative' }],
    deviceImageId: null,
    note: null,
    readingReason: 'Called away',
  })
  const [[, init] = []] = called(fetched, 'PUT', '/finish')
  const headers = new Headers(init?.headers)
  expect([headers.get('if-match'), headers.get('idempotency-key')?.length]).toEqual(['"1"', 32])
  await expect.poll(() => router.state.location.pathname).toBe('/in-progress')
})

const readable = (draft: object | null) => ({
  'GET /test-runs': listAt(minutes(20)),
  [`GET /test-runs/${id}`]: reply(200, { data: run, now: minutes(20), draft }),
  [`PUT /test-runs/${id}/reading-draft`]: reply(204),
})

test('an entered reading is kept, even when the session ends, and leaving does not ask', async () => {
  const { fetched, router } = await open(readable(null), `/in-progress/${id}/read`)
  const panel = within(await screen.findByRole('dialog', { name: 'Read result' }))
  await userEvent.click(await panel.findByRole('radio', { name: /Positive/ }))
  await panel.findByText(/^Draft kept at/)
  const entered = { analyteResults: [{ analyteId: 'line', result: 'positive' }], image: null, readingReason: '' }
  expect(sentBody(fetched, '/reading-draft')).toEqual({ ...entered, note: '' })
  await userEvent.type(panel.getByLabelText(/^Note/), 'Faint')
  // Sent explicitly, before the pause after which it would be sent.
  await sendOpenWork()
  expect(sentBody(fetched, '/reading-draft')).toEqual({ ...entered, note: 'Faint' })
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => router.state.location.pathname).toBe('/in-progress')
})

test('data that was entered before the session ended is filled in again, with a note and a way to start over', async () => {
  const { fetched } = await open(
    readable({
      analyteResults: [{ analyteId: 'line', result: 'negative' }],
      image: null,
      note: 'Faint',
      readingReason: '',
      keptAt: minutes(18),
    }),
    `/in-progress/${id}/read`,
  )
  const panel = within(await screen.findByRole('dialog', { name: 'Read result' }))
  await panel.findByText(/^What you entered at 09:48 is filled in/)
  expect(panel.getByRole<HTMLInputElement>('radio', { name: /Negative/ }).checked).toBe(true)
  expect(document.activeElement).toBe(panel.getByRole('radio', { name: /Negative/ }))
  expect(panel.getByDisplayValue('Faint')).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Start over' }))
  expect(panel.queryByText(/is filled in/)).toBeNull()
  expect(panel.getByRole<HTMLInputElement>('radio', { name: /Negative/ }).checked).toBe(false)
  await sendOpenWork()
  expect(sentBody(fetched, '/reading-draft')).toEqual({ analyteResults: [], image: null, note: '', readingReason: '' })
})

test('unsent data stays in this tab, and takes precedence over the server’s', async () => {
  const kept = { image: null, note: '', readingReason: '', keptAt: minutes(18) }
  const { fetched, router } = await open(
    {
      ...readable({ ...kept, analyteResults: [{ analyteId: 'line', result: 'positive' }] }),
      [`PUT /test-runs/${id}/reading-draft`]: [new TypeError('away'), new TypeError('away'), reply(204)],
    },
    `/in-progress/${id}/read`,
  )
  const panel = within(await screen.findByRole('dialog', { name: 'Read result' }))
  await userEvent.click(await panel.findByRole('radio', { name: /Negative/ }))
  await panel.findByText(/in this tab/)
  await userEvent.keyboard('{Escape}')
  const question = await screen.findByRole('dialog', { name: /Leave/ })
  await userEvent.click(within(question).getByRole('button', { name: /Leave/ }))
  await expect.poll(() => router.state.location.pathname).toBe('/in-progress')
  await act(() => router.navigate({ to: '/in-progress/$id/read', params: { id } }))
  const again = within(await screen.findByRole('dialog', { name: 'Read result' }))
  expect((await again.findByRole<HTMLInputElement>('radio', { name: /Negative/ })).checked).toBe(true)
  const before = called(fetched, 'PUT', '/reading-draft').length
  await sendOpenWork()
  expect(called(fetched, 'PUT', '/reading-draft')).toHaveLength(before + 1)
  expect(Object.keys(sessionStorage).filter((key) => key.includes(':reading:'))).toEqual([])
})

test('a failure to keep the draft does not delay saving the result', async () => {
  const { router } = await open(
    {
      ...readable(null),
      [`PUT /test-runs/${id}/reading-draft`]: new TypeError('away'),
      [`PUT /test-runs/${id}/finish`]: reply(200, { data: { id: 'r', testId: 'HARB-AWQJDXR7' } }),
    },
    `/in-progress/${id}/read`,
  )
  const panel = within(await screen.findByRole('dialog', { name: 'Read result' }))
  await userEvent.click(await panel.findByRole('radio', { name: /Negative/ }))
  await panel.findByText(/in this tab/)
  await userEvent.click(panel.getByRole('button', { name: 'Save test' }))
  await expect.poll(() => router.state.location.pathname).toBe('/in-progress')
  expect(Object.keys(sessionStorage).filter((key) => key.includes(':reading:'))).toEqual([])
})

test('a test that is read waits for its photo', async () => {
  const { fetched } = await open(
    {
      ...readable(null),
      ...takesPhoto,
      [`PUT /test-runs/${id}/finish`]: reply(200, { data: { id: 'r', testId: 'HARB-AWQJDXR7' } }),
    },
    `/in-progress/${id}/read`,
  )
  const panel = within(await screen.findByRole('dialog', { name: 'Read result' }))
  await userEvent.click(await panel.findByRole('radio', { name: /Negative/ }))
  const arrive = await chooseLatePhoto()
  await userEvent.click(panel.getByRole('button', { name: 'Save test' }))
  await panel.findByText(/^The photo is still being uploaded/)
  expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Cancel upload' }))
  expect(called(fetched, 'PUT', '/finish')).toEqual([])
  arrive()
  await panel.findByText('Photo added: late.jpg')
  expect(panel.queryByText(/still being uploaded/)).toBeNull()
  await userEvent.click(panel.getByRole('button', { name: 'Save test' }))
  await expect.poll(() => called(fetched, 'PUT', '/finish')).toHaveLength(1)
  expect(sentBody(fetched, '/finish')).toMatchObject({ deviceImageId: latePhoto.id })
})

test('the second of two readers learns how the test ended', async () => {
  const ended = {
    ...run,
    state: 'finished',
    endedAt: minutes(20),
    endedBy: { id, name: 'Ben Price' },
    testRecordId: id,
  }
  await open(
    {
      'GET /test-runs': listAt(minutes(20)),
      [`GET /test-runs/${id}`]: [
        reply(200, { data: run, now: minutes(20), draft: null }),
        reply(200, { data: ended, now: minutes(21), draft: null }),
      ],
      [`PUT /test-runs/${id}/cancel`]: refusal(409, 'test-run-finished'),
    },
    `/in-progress/${id}/cancel`,
  )
  const panel = within(await screen.findByRole('dialog', { name: 'Cancel a test in progress' }))
  await userEvent.selectOptions(await panel.findByLabelText('Why?'), 'device-faulty')
  await userEvent.click(panel.getByRole('button', { name: 'Cancel test' }))
  await panel.findByText('This test has been read')
  panel.getByText(/^Ben Price, /)
  expect(panel.getByRole('link', { name: 'Open the record' }).getAttribute('href')).toContain(id)
})

test('alerts are off by default, and a browser that blocks notifications is reported plainly', async () => {
  const requestPermission = vi.fn(async () => 'denied' as const)
  vi.stubGlobal('Notification', Object.assign(vi.fn(), { permission: 'default', requestPermission }))
  await open({ 'GET /test-runs': listAt(minutes(0), []) })
  await screen.findByText('No test is in progress')
  const box = screen.getByRole('checkbox', { name: 'Tell me when a test is ready' })
  expect((box as HTMLInputElement).checked).toBe(false)
  expect(requestPermission).not.toHaveBeenCalled()
  await userEvent.click(box)
  await screen.findByText(/Your browser blocks notifications/)
  expect(requestPermission).toHaveBeenCalledTimes(1)
})

test('with alerts on, any page announces a ready test without naming anybody', async () => {
  localStorage.setItem('lateral.run-alerts', 'on')
  const notified = vi.fn()
  class Notification extends EventTarget {
    static permission = 'granted'
    constructor(...said: unknown[]) {
      super()
      notified(...said)
    }
  }
  vi.stubGlobal('Notification', Notification)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const none = pageOf([])
  await open(
    {
      'GET /test-runs': [listAt(minutes(10)), listAt(minutes(16))],
      'GET /test-records': none,
      'GET /organisations': none,
      'GET /groups': none,
    },
    '/test-records',
  )
  // However slow the machine is, the page must see the test developing before it is ready.
  await expect.poll(() => (keepReadyTimes(), loadReadyTimes())).toHaveLength(1)
  expect(notified).not.toHaveBeenCalled()
  // Imports that are still loading would be abandoned when five minutes pass at once.
  await vi.dynamicImportSettled()
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000 + 300))
  await expect.poll(() => notified.mock.calls).toHaveLength(1)
  expect(notified).toHaveBeenCalledWith('A test is ready to read', { tag: id })
})

// This test stays last, because React loses its scheduled work when its clock goes back.
test('a card counts down, becomes ready, and after a sleep of two hours asks the server and is too late', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'], shouldAdvanceTime: true })
  // The device's clock is three hours off.
  vi.setSystemTime('2026-03-05T12:44:48.000Z')
  const { fetched } = await open({ 'GET /test-runs': [listAt(minutes(14.8)), listAt(minutes(136))] })
  const card = await screen.findByRole('article')
  within(card).getByText('Developing')
  expect(within(card).getByRole('timer').textContent).toMatch(/Ready in 00:1\d/)
  await act(() => vi.advanceTimersByTimeAsync(13_000))
  within(card).getByText('Ready to read')
  const asked = called(fetched, 'GET', '/test-runs').filter(([address]) => address.endsWith('/test-runs')).length
  // The device sleeps: one clock goes on, the other does not.
  vi.setSystemTime(Date.now() + 2 * 60 * 60_000)
  await act(() => vi.advanceTimersByTimeAsync(1100))
  within(screen.getByRole('article')).getByText('Too late')
  expect(
    called(fetched, 'GET', '/test-runs').filter(([address]) => address.endsWith('/test-runs')).length,
  ).toBeGreaterThan(asked)
})
