import { goByClock, goByZone } from '../../contract/rules/present.ts'
import { serverTimeHeader } from '../../contract/speaker.ts'
import { isOwnZoneKnown, ownZone } from '../browser.ts'

/** What one reply tells of the time. Milliseconds throughout; `ahead` is the server's time less that of the page's monotonic clock. */
interface Sample {
  ahead: number
  roundTrip: number
  /** By the page's monotonic clock. */
  at: number
  /** By the database's clock; else by that of whatever has answered, to the second. */
  isExact: boolean
}

/** Replies that differ by more than their round trips allow, and this, mean that the device slept or the server's clock was set. */
const allowance = 1000

/** Clocks drift: after this long the next reply is believed, however slow. */
const longestTrust = 10 * 60_000

/** Clocks that went apart by more than this since the last reply: the device slept, or its clock was set. */
const tolerance = 3000

/** Under which the browser keeps how far its clock was off, for a page that has had no reply yet. */
const key = 'lateral.clock'

let best: Sample | undefined
let apart = wallLessMonotonic()
let guessed = storedGuess()

// Nobody was born tomorrow by the calendar where they are; where the browser does not say where that is, anywhere on earth.
if (isOwnZoneKnown()) goByZone(ownZone())

goByClock(() => (best === undefined ? Date.now() + guessed : performance.now() + best.ahead))

/** Takes over what a reply says of the time. Its times of sending and of arrival are those of `performance.now()`. */
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

/** By how many milliseconds the device's clock is ahead of the server's; undefined before the server has said the time. */
export function deviceIsAhead(): number | undefined {
  return best?.isExact ? wallLessMonotonic() - best.ahead : undefined
}

/** Whether the device has slept or its clock was set since the last reply: monotonic clocks may stand still meanwhile, so ask anew. */
export function mayHaveSlept(): boolean {
  return Math.abs(wallLessMonotonic() - apart) > tolerance
}

/** The device's own clock, in milliseconds since 1970: for telling that it slept, and for nothing that is shown or stored. */
export function deviceTime(): number {
  return Date.now()
}

/** The smaller the round trip, the less is unknown of when the server looked at its clock. */
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
    // Then the next page learns it from its first reply.
  }
}
