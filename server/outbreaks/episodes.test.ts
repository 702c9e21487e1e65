import { describe, expect, it } from 'vitest'
import { dayAfter, daysFrom, episodesOf, hasSignalSince, isOver, type Positive } from './episodes.ts'

const signal = { positives: 3, withinHours: 72, days: 28 }

function positive(subjectId: string, at: string, more: Partial<Positive> = {}): Positive {
  return { subjectId, performedAt: new Date(at), zone: 'Europe/London', knownAt: new Date(at), ...more }
}
const casesOf = (positives: Positive[], by = signal) =>
  episodesOf(positives, by).map(({ cases }) => cases.map(({ subjectId }) => subjectId).join(''))

describe('a signal', () => {
  it('is so many people within so many hours, to the last millisecond', () => {
    const first = [positive('a', '2026-03-01T09:00:00Z'), positive('b', '2026-03-02T09:00:00Z')]
    expect(casesOf(first)).toEqual([])
    expect(casesOf([...first, positive('c', '2026-03-04T09:00:00.000Z')])).toEqual(['abc'])
    expect(casesOf([...first, positive('c', '2026-03-04T09:00:00.001Z')])).toEqual([])
  })

  it('counts somebody once, however often they are positive', () => {
    const twice = [
      positive('a', '2026-03-01T09:00:00Z'),
      positive('a', '2026-03-01T10:00:00Z'),
      positive('b', '2026-03-02T09:00:00Z'),
    ]
    expect(casesOf(twice)).toEqual([])
    expect(casesOf([...twice, positive('c', '2026-03-02T10:00:00Z')])).toEqual(['abc'])
  })

  it('has 72 hours also when clocks are changed in between', () => {
    // In London clocks go forward on 29 March 2026, so these are 73 hours of the clock.
    const over = [
      positive('a', '2026-03-28T09:00:00Z'),
      positive('b', '2026-03-28T10:00:00Z'),
      positive('c', '2026-03-31T09:00:00Z'),
    ]
    expect(casesOf(over)).toEqual(['abc'])
  })
})

describe('an episode', () => {
  const begun = [
    positive('a', '2026-03-01T09:00:00Z'),
    positive('b', '2026-03-01T09:00:00Z'),
    positive('c', '2026-03-01T22:30:00Z'),
  ]
  const [episode] = episodesOf(begun, signal)

  it('goes on with each new case, and not with one who was a case before', () => {
    const [longer] = episodesOf(
      [
        ...begun,
        positive('d', '2026-03-20T09:00:00Z'),
        positive('d', '2026-03-25T09:00:00Z'),
        positive('a', '2026-04-10T09:00:00Z'),
      ],
      signal,
    )
    expect(longer?.cases.map(({ subjectId }) => subjectId)).toEqual(['a', 'b', 'c', 'd'])
    expect(longer?.last.subjectId).toBe('d')
  })

  it('ends after whole days of the place’s clock, across a change of clocks', () => {
    if (episode === undefined) throw new Error('There is an episode')
    // The 28th day after 1 March is 29 March, which has 23 hours in London and ends at 23:00 in UTC.
    expect(isOver(episode, new Date('2026-03-29T22:59:59Z'), 28)).toBe(false)
    expect(isOver(episode, new Date('2026-03-29T23:00:00Z'), 28)).toBe(true)
  })

  it('is followed by another one after that, for which the same people count again', () => {
    const later = ['a', 'b', 'e'].map((person) => positive(person, '2026-03-30T09:00:00Z'))
    expect(casesOf([...begun, ...later])).toEqual(['abc', 'abe'])
    const soon = ['a', 'b', 'e'].map((person) => positive(person, '2026-03-29T09:00:00Z'))
    expect(casesOf([...begun, ...soon])).toEqual(['abce'])
  })

  it('has a new signal with enough cases, one of which was not known', () => {
    const closed = new Date('2026-03-02T00:00:00Z')
    const since = (positives: Positive[]) => {
      const [one] = episodesOf(positives, signal)
      return one !== undefined && hasSignalSince(one, closed, signal)
    }
    expect(since(begun)).toBe(false)
    expect(since([...begun, positive('d', '2026-03-03T09:00:00Z')])).toBe(true)
    expect(since([...begun, positive('d', '2026-03-09T09:00:00Z')])).toBe(false)
    expect(since([...begun, positive('a', '2026-03-03T09:00:00Z')])).toBe(false)
    // A test from before that was recorded later was not known either.
    const late = positive('d', '2026-03-01T23:00:00Z', { knownAt: new Date('2026-03-02T08:00:00Z') })
    expect(since([...begun, late])).toBe(true)
  })
})

it('counts days as a calendar does', () => {
  expect(dayAfter('2026-02-27', 2)).toBe('2026-03-01')
  expect(daysFrom('2026-03-28', '2026-03-30')).toBe(2)
})
