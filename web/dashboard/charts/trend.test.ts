import { sumOfCounts, totalOf } from '../../../contract/rules/results.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysEarlier } from '../../ui/date-range.ts'
import { trendOf } from './trend.ts'

const one = { positive: 1, negative: 0, inconclusive: 0, invalid: 0 }

test('whatever the range, each test is in exactly one bar, and bars follow each other without a gap', () => {
  const day = fc.integer({ min: 0, max: 50_000 }).map((number) => daysEarlier('2090-01-01', number))
  fc.assert(
    fc.property(fc.uniqueArray(day, { maxLength: 30 }), day, day, (tests, a, b) => {
      const [from, to] = a < b ? [a, b] : [b, a]
      const days = tests.toSorted().map((each) => ({ day: each, counts: one }))
      const bars = trendOf(days, { range: 'custom', from, to }, '2026-11-23')?.bars ?? []
      const inRange = tests.filter((each) => each >= from && each <= to)
      expect(totalOf(sumOfCounts(bars.map(({ counts }) => counts)))).toBe(inRange.length)
      for (const bar of bars) {
        expect(totalOf(bar.counts)).toBe(tests.filter((each) => each >= bar.from && each <= bar.to).length)
        expect([bar.from >= from, bar.to <= to]).toEqual([true, true])
      }
      for (const [index, bar] of bars.slice(1).entries()) expect(daysEarlier(bar.from, 1)).toBe(bars[index]?.to)
      expect(bars.length).toBeLessThanOrEqual(140)
    }),
  )
})

test('weeks begin on Monday and are cut to the range', () => {
  const days = [
    { day: '2026-01-07', counts: one },
    { day: '2026-06-01', counts: one },
  ]
  const trend = trendOf(days, { range: 'all' }, '2026-06-03')
  expect(trend?.unit).toBe('week')
  expect(trend?.bars.slice(0, 2).map(({ from, to }) => [from, to])).toEqual([
    ['2026-01-07', '2026-01-11'],
    ['2026-01-12', '2026-01-18'],
  ])
  expect(trend?.bars.at(-1)).toMatchObject({ from: '2026-06-01', to: '2026-06-03' })
})

test('a range of 120 years begins with its first test', () => {
  const days = [{ day: '2026-11-01', counts: one }]
  const trend = trendOf(days, { range: 'custom', from: '1926-01-01', to: '2045-12-31' }, '2026-11-23')
  expect(trend?.unit).toBe('day')
  expect([trend?.bars[0]?.from, trend?.bars.at(-1)?.to]).toEqual(['2026-11-01', '2026-11-23'])
})

test('the mean of a day covers the seven days that end with it', () => {
  const negative = { ...one, positive: 0, negative: 1 }
  const days = [
    { day: '2026-03-01', counts: one },
    { day: '2026-03-07', counts: negative },
    { day: '2026-03-08', counts: negative },
  ]
  const bars = trendOf(days, { range: 'custom', from: '2026-03-07', to: '2026-03-08' }, '2026-11-23')?.bars
  expect(bars?.map(({ positivity }) => positivity)).toEqual([
    { positive: 1, conclusive: 2, share: 0.5 },
    { positive: 0, conclusive: 2, share: 0 },
  ])
})
