import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryClock, parseTypedTime, typedTime } from './typed-time.ts'

describe('a typed time', () => {
  test.each([
    ['9', '09:00'],
    ['09', '09:00'],
    ['0', '00:00'],
    ['21', '21:00'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['2130', '21:30'],
    ['9:30', '09:30'],
    ['09:30', '09:30'],
    ['9.30', '09:30'],
    ['9,30', '09:30'],
    ['9 30', '09:30'],
    ['00:05', '00:05'],
    ['23:59', '23:59'],
    [' 9:30 ', '09:30'],
    ['9\u00A0:\u00A030', '09:30'],
    ['\u200E9:30\u200F', '09:30'],
    // English notation, of Britain and of the US.
    ['9am', '09:00'],
    ['9 pm', '21:00'],
    ['9:30 pm', '21:30'],
    ['9:30 PM', '21:30'],
    ['9:30\u202FPM', '21:30'],
    ['9.30pm', '21:30'],
    ['930p', '21:30'],
    ['0930 a', '09:30'],
    ['9:30 a.m.', '09:30'],
    ['12 am', '00:00'],
    ['12:05 AM', '00:05'],
    ['0:05 am', '00:05'],
    ['12 pm', '12:00'],
    ['12:05 PM', '12:05'],
    ['12', '12:00'],
    ['21:30 pm', '21:30'],
    // Spanish notation.
    ['21h30', '21:30'],
    ['21 h 30', '21:30'],
    ['21 h', '21:00'],
    ['21:30 h', '21:30'],
    ['21.30 hrs.', '21:30'],
    ['9 horas', '09:00'],
    ['9:30 p. m.', '21:30'],
    ['9:30 p.m.', '21:30'],
    ['9:30\u00A0a.\u00A0m.', '09:30'],
  ])('%j is %s', (typed, time) => {
    expect(parseTypedTime(typed)).toBe(time)
  })

  test.each([
    '',
    'now',
    'noon',
    '24',
    '2400',
    '24:00',
    '9:60',
    '0960',
    '9:5',
    '9:',
    ':30',
    '-9',
    '9:30:00',
    '09300',
    '13 am',
    '21:30 am',
    '0 pm',
    '00:30 pm',
    'pm 9',
    '9:30 xm',
    '9:30 pm today',
    '1e1',
  ])('%j is refused', (typed) => {
    expect(parseTypedTime(typed)).toBeUndefined()
  })

  test.each([
    ['00:05', 'h:mm A', '12:05 AM'],
    ['09:30', 'hh:mm a', '9:30 AM'],
    ['12:00', 'h:mm A', '12:00 PM'],
    ['21:30', 'h:mm A', '9:30 PM'],
    ['21:30', 'HH:mm', '21:30'],
    ['09:05', 'H:mm', '09:05'],
    // A clock without AM or PM would lose the half of the day.
    ['21:30', 'hh:mm', '21:30'],
  ])('%s with clock %s is shown as %s', (time, clock, shown) => {
    expect(typedTime(time, clock)).toBe(shown)
  })

  test('reads every shown time back, with every clock', () => {
    const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 })
    fc.assert(
      fc.property(minutes, fc.constantFrom('HH:mm', 'H:mm:ss', 'h:mm A', 'hh:mm a', 'hh:mm'), (minute, clock) => {
        const time = new Date(minute * 60_000).toISOString().slice(11, 16)
        expect(parseTypedTime(typedTime(time, clock))).toBe(time)
      }),
    )
  })
})

test('a twelve-hour clock is used for typing only if it shows AM or PM', () => {
  expect(['h:mm A', 'hh:mm a', 'hh:mm', 'HH:mm', 'H:mm:ss'].map(entryClock)).toEqual([
    'h:mm A',
    'h:mm A',
    'HH:mm',
    'HH:mm',
    'HH:mm',
  ])
})
