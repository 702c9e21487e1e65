import { localParts } from '../../contract/rules/dates.ts'

/** A positive test for one analyte in one unit. */
export interface Positive {
  subjectId: string
  performedAt: Date
  /** The IANA zone of the clock where it was performed. */
  zone: string
  /** When it could be known at the earliest: once it was recorded and, if it was corrected, since then. */
  knownAt: Date
}

/** Cases that follow one another: each person by their first positive test, in the order of time. */
export interface Episode {
  cases: [Positive, ...Positive[]]
  last: Positive
}

export interface Signal {
  positives: number
  withinHours: number
  /** The whole days after that of the latest case on which a new one still belongs to it. */
  days: number
}

/**
 * Tells positive tests, in the order of time, into episodes. One begins once so many people are positive within so many
 * hours, and ends when its days pass without a new case. A person counts once in each.
 */
export function episodesOf(positives: readonly Positive[], signal: Signal): Episode[] {
  const episodes: Episode[] = []
  let current: Episode | undefined
  let members = new Set<string>()
  let recent: Positive[] = []
  for (const positive of positives) {
    if (current !== undefined && daysBetween(current.last, positive) > signal.days) current = undefined
    if (current !== undefined) {
      if (members.has(positive.subjectId)) continue
      members.add(positive.subjectId)
      current.cases.push(positive)
      current.last = positive
      continue
    }
    recent = [...recent.filter((earlier) => isWithin(signal, earlier, positive)), positive]
    const [first, ...others] = firstOfEach(recent)
    if (first === undefined || others.length + 1 < signal.positives) continue
    current = { cases: [first, ...others], last: others.at(-1) ?? first }
    members = new Set(current.cases.map(({ subjectId }) => subjectId))
    episodes.push(current)
    recent = []
  }
  return episodes
}

/** Tells whether the days of an episode have passed. */
export function isOver({ last }: Episode, now: Date, days: number): boolean {
  return daysFrom(dayOf(last), localParts(now, last.zone).day) > days
}

/**
 * Tells whether an episode has a signal that was not known at a time: so many cases within so many hours, with one among
 * them that became known later.
 */
export function hasSignalSince({ cases }: Episode, since: Date, signal: Signal): boolean {
  return cases.some((positive) => {
    const upTo = cases.filter((other) => other.performedAt <= positive.performedAt && isWithin(signal, other, positive))
    return upTo.length >= signal.positives && upTo.some(({ knownAt }) => knownAt > since)
  })
}

/** Adds whole days to a day, YYYY-MM-DD. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLong).toISOString().slice(0, 10)
}

/** The whole days from one day to another, YYYY-MM-DD. */
export function daysFrom(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayLong)
}

const dayLong = 24 * 60 * 60 * 1000

function dayOf({ performedAt, zone }: Positive): string {
  return localParts(performedAt, zone).day
}

/** Days are those of the place's own clock, so that a night on which clocks change is one night. */
function daysBetween(earlier: Positive, later: Positive): number {
  return daysFrom(dayOf(earlier), dayOf(later))
}

function isWithin({ withinHours }: Signal, earlier: Positive, later: Positive): boolean {
  return later.performedAt.getTime() - earlier.performedAt.getTime() <= withinHours * 60 * 60 * 1000
}

function firstOfEach(positives: readonly Positive[]): Positive[] {
  const seen = new Set<string>()
  return positives.filter(({ subjectId }) => !seen.has(subjectId) && seen.add(subjectId))
}
