import type { TestRun } from '../../../contract/test-runs/test-run.ts'
import { deviceTime } from '../../api/server-clock.ts'

/** Two clocks of a device, in milliseconds: one that nobody can set, and one that goes on while the device sleeps. */
export interface DeviceTimes {
  monotonic: number
  wall: number
}

export function deviceTimes(): DeviceTimes {
  return { monotonic: performance.now(), wall: deviceTime() }
}

/** The server's time, as ISO 8601, and the device's clocks at its arrival. */
export interface ServerTime {
  now: string
  received: DeviceTimes
}

/**
 * The server's present time in milliseconds since 1970, whatever the device's clock says. The monotonic clock may stop
 * during sleep, so the longer of the two durations counts and no late test passes for one in time.
 */
export function timeAt({ now, received }: ServerTime, device: DeviceTimes): number {
  const { monotonic, wall } = elapsed(received, device)
  return Date.parse(now) + Math.max(monotonic, wall)
}

/** Clocks drift. A difference above this, in milliseconds, means that the device slept or somebody set its clock. */
const tolerance = 3000

/** True if the two clocks diverged between two looks, so that the server must be asked again. */
export function haveParted(before: DeviceTimes, device: DeviceTimes): boolean {
  const { monotonic, wall } = elapsed(before, device)
  return Math.abs(wall - monotonic) > tolerance
}

function elapsed(before: DeviceTimes, after: DeviceTimes): DeviceTimes {
  return { monotonic: after.monotonic - before.monotonic, wall: after.wall - before.wall }
}

/** The phase of a test in progress, and the milliseconds until the next phase; null if there is none. */
export interface Standing {
  phase: 'developing' | 'ready' | 'late'
  left: number | null
}

export function standingOf({ readFrom, readUntil }: Pick<TestRun, 'readFrom' | 'readUntil'>, now: number): Standing {
  const [from, until] = [readFrom, readUntil].map((at) => (at === null ? null : Date.parse(at)))
  if (from && now < from) return { phase: 'developing', left: from - now }
  if (until && now > until) return { phase: 'late', left: null }
  return { phase: 'ready', left: until ? until - now : null }
}

const order = { ready: 0, developing: 1, late: 2 }

/**
 * Sorts readable tests first, those that expire soonest at the top; then those that are ready soonest; expired ones
 * last.
 */
export function inOrder(runs: readonly TestRun[], now: number): TestRun[] {
  const placed = runs.map((run) => ({ run, ...standingOf(run, now) }))
  return placed
    .toSorted((a, b) => order[a.phase] - order[b.phase] || (a.left ?? Infinity) - (b.left ?? Infinity) || 0)
    .map(({ run }) => run)
}

/**
 * Minutes and seconds, such as 04:09, preceded by hours if there are any. Rounds up to whole seconds, so that 00:00
 * never comes early.
 */
export function countdown(left: number): string {
  const seconds = Math.ceil(left / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (parts[0] === 0 ? parts.slice(1) : parts).map((part) => String(part).padStart(2, '0')).join(':')
}
