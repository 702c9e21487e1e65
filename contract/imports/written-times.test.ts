import { describe, expect, it } from 'vitest'
import { readDay, timeReader } from './written-times.ts'

describe('a day', () => {
  it.each([
    ['2/28/1984', '1984-02-28'],
    ['02/29/2024', '2024-02-29'],
    ['1984-2-8', '1984-02-08'],
    ['2.8.1984', '1984-02-08'],
    ['2/8/26', '2026-02-08'],
    ['2/8/27', '1927-02-08'],
    ['2/29/2023', undefined],
    ['2/31/1984', undefined],
    ['13/1/1984', undefined],
    ['0/1/1984', undefined],
    ['1/1/0000', undefined],
    ['1/1/984', undefined],
    ['yesterday', undefined],
  ])('%s of the US is %s', (text, day) => expect(readDay(text, 'mdy', 2026)).toBe(day))

  it('may begin with its day', () => {
    expect(readDay('28/2/1984', 'dmy', 2026)).toBe('1984-02-28')
    expect(readDay('1984-02-28', 'dmy', 2026)).toBe('1984-02-28')
    expect(readDay('2/28/1984', 'dmy', 2026)).toBeUndefined()
  })
})

describe('a time', () => {
  const read = timeReader('mdy', 'America/New_York', 2026)
  const instant = (text: string) => {
    const found = read(text)
    return typeof found === 'string' ? found : new Date(found.at).toISOString().slice(0, 16)
  }

  it.each([
    ['06/13/2022 7:24pm', '2022-06-13T23:24'],
    ['06/13/2022 7:24PM', '2022-06-13T23:24'],
    ['6/13/2022 7:24 p.m.', '2022-06-13T23:24'],
    ['6/13/2022 12:05am', '2022-06-13T04:05'],
    ['6/13/2022 12:05pm', '2022-06-13T16:05'],
    ['6/13/2022 19:24', '2022-06-13T23:24'],
    ['6/13/2022', '2022-06-13T16:00'],
    ['2022-06-13 19:24', '2022-06-13T23:24'],
    ['2022-06-13T19:24:59Z', '2022-06-13T19:24'],
    ['2022-06-13T19:24-05:00', '2022-06-14T00:24'],
    ['2022-06-13T19:24:59+05:30', '2022-06-13T13:54'],
    ['2022-06-13T19:24+15:00', 'time'],
    ['6/13/2022 19:24 PST', '2022-06-14T02:24'],
    ['12/13/2022 19:24 PDT', '2022-12-14T03:24'],
    ['6/13/2022 19:24 Europe/London', '2022-06-13T18:24'],
    // Clocks go forward from 2:00 to 3:00, and back from 2:00 to 1:00.
    ['3/13/2022 1:59', '2022-03-13T06:59'],
    ['3/13/2022 2:30', 'skippedHour'],
    ['3/13/2022 3:00', '2022-03-13T07:00'],
    ['11/6/2022 1:30', '2022-11-06T05:30'],
    ['11/6/2022 2:00', '2022-11-06T07:00'],
    ['6/31/2022 19:24', 'time'],
    ['6/13/2022 24:00', 'time'],
    ['6/13/2022 13:00pm', 'time'],
    ['6/13/2022 19:24 Mars', 'time'],
    ['Invalid date', 'time'],
  ])('%s of New York is %s', (text, at) => expect(instant(text)).toBe(at))

  it('keeps what the clock showed', () => {
    expect(read('6/13/2022 7:24pm PT')).toMatchObject({
      day: '2022-06-13',
      time: '19:24',
      zone: 'America/Los_Angeles',
      offset: -420,
    })
  })
})
