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
])('after %i ms of 15 minutes', (idle, state) => {
  expect(idleState(idle, 15 * minute)).toEqual(state)
})

test('where the whole time is a minute, the warning comes half-way', () => {
  expect(idleState(29_000, minute)).toEqual({ name: 'active' })
  expect(idleState(31_000, minute)).toEqual({ name: 'warned', secondsLeft: 29 })
})

/** A document that is opened now: with modules of its own. */
async function openTab() {
  vi.resetModules()
  return await import('./idle-guard.tsx')
}

test('what one tab notes, another knows when it is opened; a broken note counts as now', async () => {
  expect((await openTab()).idleMs(5000, 70)).toBe(0)
  localStorage.setItem('lateral.last-active', '1000')
  expect((await openTab()).idleMs(5000, 70)).toBe(4000)
  localStorage.setItem('lateral.last-active', 'x')
  const tab = await openTab()
  expect(tab.idleMs(5000, 70)).toBe(0)
  expect(tab.idleMs(7000, 2070)).toBe(2000)
})

test('what another tab notes is no older than the look before, whatever its clock says', async () => {
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

test('a tab that was asleep goes by the longer way: that of its own clock, and that of what the server says since', async () => {
  const tab = await openTab()
  tab.noteActivity(1000, 20)
  expect(tab.idleMs(5000, 70)).toBe(4000)
  expect(tab.idleMs(1001, 9020)).toBe(9000)
})

test.each(['2026-11-25T15:31:00Z', '2024-01-01T00:00:00Z'])(
  'of a device whose clock is set to %s, the tabs before and after agree',
  async (device) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2025-01-01T09:00:00Z') })
    const [began, server] = [performance.now(), Date.parse('2026-11-25T15:30:00Z')]
    const said = new Headers({ 'x-server-time': String(server) })
    const origin = vi.spyOn(performance, 'timeOrigin', 'get')
    /** A document with modules and a beginning of its own. */
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
      // Each looks every second.
      for (const inTab of [busy, other]) inTab((tab) => tab.idleMs())
      vi.advanceTimersByTime(minute)
      expect([busy, other].map((inTab) => inTab((tab) => tab.idleMs()))).toEqual([minute, minute])
    }
  },
)
