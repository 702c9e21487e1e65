import { goByClock, goByZone } from '../../contract/rules/present.ts'
import { serverTimeHeader } from '../../contract/speaker.ts'
import { isOwnZoneKnown, ownZone } from '../browser.ts'

/** The time in one reply, in milliseconds. `ahead` is the server's time minus that of the page's monotonic clock. */
interface Sample {
  ahead: number
  roundTrip: number
  /** The time of the reply by the page's monotonic clock. */
  at: number
  /** True for the database's clock; otherwise the time comes from any server on the way, in whole seconds. */
  isExact: boolean
}

/**
 * Replies that differ by more than their round trips and this allowance, in milliseconds, mean that the device slept or
 * the server's clock was set.
 */
const allowance = 1000

/** Clocks drift, so after this long, in milliseconds, the next reply is trusted, however slow. */
const longestTrust = 10 * 60_000

/**
 * If the clocks diverged by more than this since the last reply, in milliseconds, the device slept or its clock was
 * set.
 */
const tolerance = 3000

/** The storage key for the error of the device's clock, for a page that has had no reply yet. */
const key = 'lateral.clock'

let best: Sample | undefined
let apart = wallLessMonotonic()
let guessed = storedGuess()

// No birth date may lie after today in the user's zone, or, if the browser names no zone, after today anywhere on
// earth.
goByZone(() => (isOwnZoneKnown() ? ownZone() : undefined))

goByClock(() => (best === undefined ? Date.now() + guessed : performance.now() + best.ahead))

/** Learns the time from a reply. The times of sending and of arrival are those of `performance.now()`. */
export function noteServerTime(headers: Headers, sentAt: number, arrivedAt: number): void {
  apart = wallLessMonotonic()
  const exact = headers.get(serverTimeHeader)
  const time = exact === null ? Date.parse(headers.get('date') ?? '') : Number(exact)
  if (!Number.isFinite(time)) return
  const sample = {
    ahead: time - (sentAt + arrivedAt) / 2,
    roundTrip: arrivedAt - sentAt,
    at: arrivedAt,
    isExact: exact !== null,
  }
  if (best !== undefined && !isBetter(sample, best)) return
  best = sample
  keepGuess(sample.ahead - apart)
}

/**
 * The milliseconds by which the device's clock is ahead of the server's; undefined before the server has told the time.
 */
export function deviceIsAhead(): number | undefined {
  return best?.isExact ? wallLessMonotonic() - best.ahead : undefined
}

/**
 * True if the device may have slept or its clock was set since the last reply. Monotonic clocks may stop during sleep,
 * so the time must then be requested again.
 */
export function mayHaveSlept(): boolean {
  return Math.abs(wallLessMonotonic() - apart) > tolerance
}

/** The device's own clock, in milliseconds since 1970. Only for detecting sleep, never for anything shown or stored. */
export function deviceTime(): number {
  return Date.now()
}

/** A shorter round trip leaves less doubt about the moment at which the server read its clock. */
function isBetter(sample: Sample, than: Sample): boolean {
  if (sample.isExact !== than.isExact) return sample.isExact
  const contradicts = Math.abs(sample.ahead - than.ahead) > (sample.roundTrip + than.roundTrip) / 2 + allowance
  return contradicts || sample.roundTrip <= than.roundTrip || sample.at - than.at > longestTrust
}

function wallLessMonotonic(): number {
  return Date.now() - performance.now()
}

function storedGuess(): number {
  try {
    const stored = Number(localStorage.getItem(key))
    return Number.isFinite(stored) ? stored : 0
  } catch {
    return 0
  }
}

function keepGuess(guess: number): void {
  if (Math.abs(guess - guessed) < allowance) return
  guessed = Math.round(guess)
  try {
    localStorage.setItem(key, String(guessed))
  } catch {
    // Without storage, the next page learns the time from its first reply.
  }
}
