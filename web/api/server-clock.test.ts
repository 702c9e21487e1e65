import { beforeEach, expect, test, vi } from 'vitest'
import { deviceIsAhead, mayHaveSlept, noteServerTime } from './server-clock.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { dateOfBirth } from '../../contract/rules/dates.ts'
import { daysOf } from '../ui/date-range.ts'

/** The device's clock, which is wrong by more than a year. */
const wrong = Date.parse('2025-01-01T09:00:00Z')
const real = Date.parse('2026-11-25T15:30:00Z')
const exactly = (time: number) => new Headers({ 'x-server-time': String(time) })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: wrong })
  const at = performance.now()
  noteServerTime(exactly(real), at - 20, at + 20)
})

const present = () => presentTime().toISOString()

test('a page uses the server’s time, whatever its device believes, and knows the difference', () => {
  expect(present()).toBe('2026-11-25T15:30:00.000Z')
  expect(deviceIsAhead()).toBe(wrong - real)
  vi.advanceTimersByTime(90_000)
  expect(present()).toBe('2026-11-25T15:31:30.000Z')
  expect(daysOf({ range: 'today' })).toEqual({ first: '2026-11-25', last: '2026-11-25' })
  expect(dateOfBirth.safeParse('2026-11-20').success).toBe(true)
})

test('setting the clock while the page is open affects only the warning', () => {
  vi.setSystemTime(wrong + 3_600_000)
  expect(present()).toBe('2026-11-25T15:30:00.000Z')
  expect(deviceIsAhead()).toBe(wrong + 3_600_000 - real)
  expect(mayHaveSlept()).toBe(true)
})

test('the quickest reply is trusted, and a slow one only if it contradicts it', () => {
  const at = performance.now()
  noteServerTime(exactly(real + 900), at - 2000, at)
  expect(present()).toBe('2026-11-25T15:30:00.000Z')
  // The device has slept for an hour, and its monotonic clock with it.
  noteServerTime(exactly(real + 3_600_000), at - 500, at)
  expect(Math.abs(presentTime().getTime() - real - 3_600_000)).toBeLessThanOrEqual(250)
})

test('a proxy’s time is trusted only until the database’s time is known', async () => {
  vi.resetModules()
  const [page, rules] = [await import('./server-clock.ts'), await import('../../contract/rules/present.ts')]
  const at = performance.now()
  page.noteServerTime(new Headers({ date: 'Tue, 01 Jan 2030 12:00:00 GMT' }), at, at)
  expect(rules.presentTime().getUTCFullYear()).toBe(2030)
  page.noteServerTime(exactly(real), at, at)
  expect(rules.presentTime().getTime()).toBe(real)
  noteServerTime(new Headers({ date: 'Tue, 01 Jan 2030 00:00:00 GMT' }), at, at)
  noteServerTime(new Headers({ 'x-server-time': 'soon', date: 'never' }), at, at)
  expect(present()).toBe('2026-11-25T15:30:00.000Z')
})
