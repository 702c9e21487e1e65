import { expect, test, vi } from 'vitest'
import { idleState } from './idle-guard.tsx'

const minute = 60_000

test.each([
  [0, { name: 'active' }],
  [14 * minute - 1, { name: 'active' }],
  [14 * minute, { name: 'warned', secondsLeft: 60 }],
  [15 * minute - 1, { name: 'warned', secondsLeft: 1 }],
  [15 * minute, { name: 'over' }],
  [99 * minute, { name: 'over' }],
])('the state after %i ms of 15 minutes', (idle, state) => {
  expect(idleState(idle, 15 * minute)).toEqual(state)
})

test('with a limit of one minute, the warning comes half-way', () => {
  expect(idleState(29_000, minute)).toEqual({ name: 'active' })
  expect(idleState(31_000, minute)).toEqual({ name: 'warned', secondsLeft: 29 })
})

/** Simulates a newly opened document, with its own module instances. */
async function openTab() {
  vi.resetModules()
  return await import('./idle-guard.tsx')
}

test('a new tab reads the note of another one, and an invalid note counts as now', async () => {
  expect((await openTab()).idleMs(5000, 70)).toBe(0)
  localStorage.setItem('lateral.last-active', '1000')
  expect((await openTab()).idleMs(5000, 70)).toBe(4000)
  localStorage.setItem('lateral.last-active', 'x')
  const tab = await openTab()
  expect(tab.idleMs(5000, 70)).toBe(0)
  expect(tab.idleMs(7000, 2070)).toBe(2000)
})

test('a note from another tab is no older than the last look, whatever its clock says', async () => {
  const tab = await openTab()
  tab.noteActivity(100_000, 20)
  expect(tab.idleMs(160_000, 60_020)).toBe(60_000)
  for (const noted of ['1000', '160500', '99999999']) {
    localStorage.setItem('lateral.last-active', noted)
    expect(tab.idleMs(161_000, 61_020)).toBeLessThanOrEqual(1000)
    expect(tab.idleMs(221_000, 121_020)).toBeLessThanOrEqual(61_000)
    tab.noteActivity(160_000, 60_020)
    expect(tab.idleMs(160_000, 60_020)).toBe(0)
  }
})

test('a tab that was asleep counts the longer of two durations: by its own clock, and by the server’s time', async () => {
  const tab = await openTab()
  tab.noteActivity(1000, 20)
  expect(tab.idleMs(5000, 70)).toBe(4000)
  expect(tab.idleMs(1001, 9020)).toBe(9000)
})

test.each(['2026-11-25T15:31:00Z', '2024-01-01T00:00:00Z'])(
  'on a device whose clock is set to %s, the tabs before and after agree',
  async (device) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2025-01-01T09:00:00Z') })
    const [began, server] = [performance.now(), Date.parse('2026-11-25T15:30:00Z')]
    const said = new Headers({ 'x-server-time': String(server) })
    const origin = vi.spyOn(performance, 'timeOrigin', 'get')
    /** Simulates a document with its own modules and its own start time. */
    async function open() {
      vi.resetModules()
      const [idle, clock] = [await import('./idle-guard.tsx'), await import('../api/server-clock.ts')]
      clock.noteServerTime(said, began, began)
      const timeOrigin = Date.now() - performance.now()
      return <T>(work: (tab: typeof idle) => T): T => {
        origin.mockReturnValue(timeOrigin)
        return work(idle)
      }
    }
    const before = await open()
    vi.setSystemTime(Date.parse(device))
    const after = await open()
    for (const [busy, other] of [
      [before, after],
      [after, before],
    ] as const) {
      vi.advanceTimersByTime(5 * minute)
      busy((tab) => tab.noteActivity())
      // Each tab looks every second.
      for (const inTab of [busy, other]) inTab((tab) => tab.idleMs())
      vi.advanceTimersByTime(minute)
      expect([busy, other].map((inTab) => inTab((tab) => tab.idleMs()))).toEqual([minute, minute])
    }
  },
)
