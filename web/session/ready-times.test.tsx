import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TestRun } from '../../contract/test-runs/test-run.ts'
import { listTestRuns } from '../../contract/test-runs/in-progress.ts'
import { openPage } from '../testing/open-page.tsx'
import { answer, aUser, called, pageOf, reply, somePreferences } from '../testing/replies.ts'
import { cachePreferences } from '../preferences/preferences-cache.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { setLocale } from '../ui/phrases.ts'
import { assay, group, organisation, subject } from '../test-records/recording/fixtures.ts'
import { ReadyAfterSession } from '../visitors/ready-after-session.tsx'
import { forgetReadyTimes, keepReadyTimes, loadReadyTimes, noteReadyTimes } from './ready-times.ts'

const minute = 60_000
const start = Date.parse('2026-03-05T09:30:00.000Z')
const notified = vi.fn()

beforeEach(async () => {
  class Notification extends EventTarget {
    static permission = 'granted'
    constructor(...said: unknown[]) {
      super()
      notified(...said)
    }
  }
  notified.mockClear()
  vi.stubGlobal('Notification', Notification)
  await setLocale('en_GB')
})
afterEach(() => vi.useRealTimers())

/** The text that the login page shows and announces, with tests that are ready in the given minutes. */
async function logInLater(...minutes: number[]) {
  const fetched = answer({})
  cachePreferences(somePreferences())
  await loadPreferences()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: start })
  render(<ReadyAfterSession times={minutes.map((count) => start + count * minute)} />)
  return { fetched, goBy: (count: number) => act(() => vi.advanceTimersByTimeAsync(count * minute)) }
}

test('after an idle logout a ready test is still announced, without naming anybody and without requests', async () => {
  const { fetched, goBy } = await logInLater(5, 12)
  screen.getByText('This page still tells you when a test is ready to read: next at 09:35.')
  await goBy(4.9)
  expect(notified).not.toHaveBeenCalled()
  await goBy(0.2)
  expect(notified).toHaveBeenCalledExactlyOnceWith('A test is ready to read. Log in to read it.', {
    tag: `ready-${start + 5 * minute}`,
  })
  screen.getByText('A test is ready to read. Log in to read it.')
  screen.getByText(/next at 09:42/)
  await goBy(10)
  expect(notified).toHaveBeenCalledTimes(2)
  expect(screen.queryByText(/next at/)).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

test('a test that became ready before the page was loaded is shown without an announcement', async () => {
  await logInLater(-3)
  screen.getByText('A test is ready to read. Log in to read it.')
  expect(notified).not.toHaveBeenCalled()
})

test('nothing is kept without alerts, an invalid note counts as none, and a login clears the note', () => {
  noteReadyTimes([])
  keepReadyTimes()
  expect(sessionStorage.length).toBe(0)
  for (const broken of ['x', '{"a":1}', '["b"]']) {
    sessionStorage.setItem('lateral.ready-times', broken)
    expect(loadReadyTimes()).toEqual([])
  }
  noteReadyTimes([start + minute, start])
  keepReadyTimes()
  expect(loadReadyTimes()).toEqual([start, start + minute])
  forgetReadyTimes()
  expect(loadReadyTimes()).toEqual([])
})

const at = (count: number) => new Date(start + count * minute).toISOString()
const run: TestRun = {
  id: '01998878-2800-7000-8000-000000000011',
  state: 'running',
  subject,
  organisation,
  group,
  assay: { ...assay, analytes: [{ id: 'flu-a', name: 'Influenza A' }] },
  specimen: null,
  lot: null,
  lotExpiry: null,
  location: null,
  zone: 'Europe/London',
  startedAt: at(0),
  startedBy: { id: 'nurse', name: 'Nia Nurse' },
  readFrom: at(30),
  readUntil: at(45),
  endedAt: null,
  endedBy: null,
  testRecordId: null,
  version: 1,
}

// This test stays last, because the session is over for this file afterwards.
test('a session that ends for being idle leaves the times of ready tests, and nothing about people', async () => {
  localStorage.setItem('lateral.run-alerts', 'on')
  const assign = vi.fn()
  vi.stubGlobal('location', { ...window.location, assign })
  const none = pageOf([])
  const { fetched } = await openPage('/test-records', {
    user: aUser('group'),
    replies: {
      'GET /test-runs': reply(200, { data: [run], now: at(0), total: 1 }),
      'GET /test-runs/count': reply(200, { data: { running: 1 } }),
      'GET /test-records': none,
      'GET /organisations': none,
      'GET /groups': none,
      'POST /logout': reply(204),
    },
    parts: [import('../test-records/running/run-watcher.tsx'), import('./idle-guard.tsx')],
  })
  const asked = () =>
    called(fetched, listTestRuns.method, '/test-runs').filter(([address]) => !address.endsWith('count'))
  await waitFor(() => expect(asked().length).toBeGreaterThan(0))
  await screen.findByRole('heading', { level: 1 })
  // Simulates that nobody has done anything for a quarter of an hour.
  const before = Date.now()
  const present = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => present() + 15 * minute)
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/login'))
  const [ready = 0, ...others] = loadReadyTimes()
  expect(others).toEqual([])
  expect(ready).toBeGreaterThan(before)
  const kept = JSON.stringify({ ...sessionStorage })
  for (const told of [run.id, 'ada@', 'Ada', 'Example antigen']) expect(kept).not.toContain(told)
})
