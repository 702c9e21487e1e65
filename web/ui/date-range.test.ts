import { afterEach, expect, test, vi } from 'vitest'
import { daysBefore, daysOf, fixedDays, instantsOf, isBackwards, readDay } from './date-range.ts'

afterEach(() => vi.unstubAllEnvs())

const at = (text: string) => new Date(text)

test.each([
  ['today', { first: '2026-03-01', last: '2026-03-01' }],
  ['yesterday', { first: '2026-02-28', last: '2026-02-28' }],
  ['last-7-days', { first: '2026-02-23', last: '2026-03-01' }],
  ['this-month', { first: '2026-03-01', last: '2026-03-01' }],
  ['last-month', { first: '2026-02-01', last: '2026-02-28' }],
  ['all', {}],
] as const)('%s', (range, days) => {
  vi.stubEnv('TZ', 'Europe/London')
  expect(daysOf({ range }, at('2026-03-01T09:00:00'))).toEqual(days)
})

test('on the first day of a year, ranges look back into the previous one', () => {
  expect(daysOf({ range: 'last-month' }, at('2027-01-01T00:30:00'))).toEqual({
    first: '2026-12-01',
    last: '2026-12-31',
  })
})

test('a range covers whole days of the zone, as instants', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(instantsOf({ range: 'custom', from: '2026-07-01', to: '2026-07-02' })).toEqual({
    from: '2026-07-01T07:00:00.000Z',
    to: '2026-07-03T06:59:59.999Z',
  })
})

test('days on which the clocks change are whole days of 23 and 25 hours', () => {
  vi.stubEnv('TZ', 'Europe/London')
  const hours = (day: string) => {
    const { from = '', to = '' } = instantsOf({ range: 'custom', from: day, to: day })
    return (Date.parse(to) + 1 - Date.parse(from)) / 3_600_000
  }
  expect(hours('2026-03-29')).toBe(23)
  expect(hours('2026-10-25')).toBe(25)
})

test('an open end of a custom range stays open', () => {
  expect(instantsOf({ range: 'custom', to: undefined, from: '2026-07-01' })).not.toHaveProperty('to')
})

test('fixed days equal those of the preset, and stay unchanged later', () => {
  const now = at('2026-03-01T23:59:00')
  for (const range of ['today', 'yesterday', 'last-7-days', 'this-month', 'last-month', 'all'] as const) {
    expect(instantsOf(fixedDays({ range }, now), at('2026-04-09T12:00:00'))).toEqual(instantsOf({ range }, now))
  }
  expect(fixedDays({ range: 'all' })).toEqual({ range: 'all' })
})

test('the preceding range has the same number of whole days, even when the clocks change', () => {
  vi.stubEnv('TZ', 'Europe/Dublin')
  const days = { range: 'custom', from: '2026-03-27', to: '2026-04-02' } as const
  expect(daysBefore(days)).toEqual({ range: 'custom', from: '2026-03-20', to: '2026-03-26' })
  expect(instantsOf(daysBefore(days) ?? days).from).toBe('2026-03-20T00:00:00.000Z')
  expect(daysBefore({ ...days, to: undefined })).toBeUndefined()
  expect(daysBefore({ ...days, to: '2026-03-26' })).toBeUndefined()
  expect(daysBefore({ ...days, from: '1200-01-01' })).toBeUndefined()
})

test('a range that ends before it starts is detected', () => {
  expect(isBackwards({ from: '2026-03-02', to: '2026-03-01' })).toBe(true)
  expect(isBackwards({ from: '2026-03-01', to: '2026-03-01' })).toBe(false)
  expect(isBackwards({ to: '2026-03-01' })).toBe(false)
})

test('an address holds only valid calendar days', () => {
  expect(readDay('2026-02-28')).toBe('2026-02-28')
  for (const text of ['2026-02-31', '2026-2-1', '', 20260228, undefined]) expect(readDay(text)).toBeUndefined()
})
