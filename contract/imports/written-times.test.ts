import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  anyOrderOf,
  anyOrderOfDay,
  dateOrderAnswers,
  dateOrders,
  dayFrom1900,
  orderOfPattern,
  twoDigitYears,
  writtenDate,
  type DateOrder,
  type DateSettings,
} from './written-dates.ts'
import { readDay, timeReader, writtenClock } from './written-times.ts'

const settings = (order: DateOrder, said: Partial<DateSettings> = {}): DateSettings => ({
  order,
  twoDigitYears: 'ask',
  serialDates: '1900',
  years: { earliest: 1906, latest: 2026 },
  ...said,
})
const dayOf = (text: string, order: DateOrder, said: Partial<DateSettings> = {}) => {
  const read = readDay(text, settings(order, said))
  return 'day' in read ? read.day : read.problem
}

describe('a day', () => {
  it.each([
    ['2/28/1984', '1984-02-28'],
    ['02/29/2024', '2024-02-29'],
    ['1984-2-8', '1984-02-08'],
    ['1984/02/08', '1984-02-08'],
    ['1984.02.08', '1984-02-08'],
    ['2.8.1984', '1984-02-08'],
    ['02 08 1984', '1984-02-08'],
    ['02081984', '1984-02-08'],
    ['2/8/27', '1927-02-08'],
    ['2/8/99', '1999-02-08'],
    ['2/8/05', '2005-02-08'],
    ['19700201', '1970-02-01'],
    ['197002010000', '1970-02-01'],
    ['202107250000-0500', '2021-07-25'],
    ['1970-02-01T00:00:00Z', '1970-02-01'],
    ['1970-02-01T00:00:00.000+01:00', '1970-02-01'],
    ['1970-02-01 00:00:00', '1970-02-01'],
    ['2/1/1970 12:00:00 AM', '1970-02-01'],
    ['17-May-2011', '2011-05-17'],
    ['17-May-11', 'yearUnclear'],
    ['17May2011', '2011-05-17'],
    ['1 Jan 1950', '1950-01-01'],
    ['Feb 1, 1970', '1970-02-01'],
    ['Sept. 1st, 1970', '1970-09-01'],
    ['Tuesday, 17th May 2011', '2011-05-17'],
    ['2011-May-17', '2011-05-17'],
    ['17 de mayo de 2011', '2011-05-17'],
    ['17-ago-2011', '2011-08-17'],
    ['1. März 2011', '2011-03-01'],
    ['17 août 2011', '2011-08-17'],
    ['30438', '1983-05-02'],
    ['25600.0', '1970-02-01'],
    ['9133', '1925-01-01'],
    ['2/8/26', 'yearUnclear'],
    ['2/29/00', '2000-02-29'],
    ['2/29/2023', 'date'],
    ['2/31/1984', 'date'],
    ['31 Feb 2011', 'date'],
    ['20110231', 'date'],
    ['0/1/1984', 'date'],
    ['1/1/0000', 'date'],
    ['13/1/1984', 'dateOrder'],
    ['88-03-04', 'dateOrder'],
    ['31011984', 'dateOrder'],
    ['1950', 'dateUnread'],
    ['123456', 'dateUnread'],
    ['1/1/984', 'dateUnread'],
    ['1/1', 'dateUnread'],
    ['May 2011', 'dateUnread'],
    ['17 Floreal 2011', 'dateUnread'],
    ['17 May 2011 Mars', 'dateUnread'],
    ['yesterday', 'dateUnread'],
    ['1970-01-31T23:00:00Z', 'dateWithTime'],
    ['198505020930', 'dateWithTime'],
    ['30438.75', 'dateWithTime'],
  ])('%s of the US is %s', (text, day) => expect(dayOf(text, 'mdy')).toBe(day))

  it.each([
    ['28/2/1984', '1984-02-28'],
    ['1984-02-28', '1984-02-28'],
    ['Feb 1, 1970', '1970-02-01'],
    ['03042011', '2011-04-03'],
    ['2/28/1984', 'dateOrder'],
  ])('%s of Britain is %s', (text, day) => expect(dayOf(text, 'dmy')).toBe(day))

  it.each([
    ['25-03-04', 'dayUnclear', '2004-03-25', 'yearUnclear'],
    ['25/03/04', 'dayUnclear', '2004-03-25', 'yearUnclear'],
    ['25.03.04', 'dayUnclear', '2004-03-25', 'yearUnclear'],
    ['25 03 04', 'dayUnclear', '2004-03-25', 'yearUnclear'],
    ['30-03-04', 'dayUnclear', '2004-03-30', '1930-03-04'],
    ['88-03-04', 'dayUnclear', 'dateOrder', '1988-03-04'],
    ['31-12-88', '1988-12-31', '1988-12-31', 'dateOrder'],
    // A day of a date with the day first may be mistyped.
    ['31/04/25', 'dayUnclear', 'dateOrder', '1931-04-25'],
    ['29/02/23', 'dayUnclear', 'dateOrder', '1929-02-23'],
    ['31/04/49', 'date', 'date', 'date'],
    ['05/05/05', '2005-05-05', '2005-05-05', '2005-05-05'],
    ['25-03-2004', '2004-03-25', '2004-03-25', '2004-03-25'],
    ['2004-03-25', '2004-03-25', '2004-03-25', '2004-03-25'],
    ['03/04/2011', 'dayUnclear', '2011-04-03', 'dayUnclear'],
    ['25-Mar-04', 'dayUnclear', '2004-03-25', 'yearUnclear'],
    ['25Mar04', 'dayUnclear', '2004-03-25', 'yearUnclear'],
    ['25 mars 04', 'dayUnclear', '2004-03-25', 'yearUnclear'],
    ['Thu 30 Mar 04', 'dayUnclear', '2004-03-30', '1930-03-04'],
    ['88-Mar-04', 'dayUnclear', 'dateOrder', '1988-03-04'],
    ['31-Dec-88', '1988-12-31', '1988-12-31', 'dateOrder'],
    ['31-Apr-25', 'dayUnclear', 'dateOrder', '1931-04-25'],
    ['05-May-05', '2005-05-05', '2005-05-05', '2005-05-05'],
    // These words stand beside a day, and no year has one digit or stands behind the day.
    ['25 de marzo de 04', '2004-03-25', '2004-03-25', '2004-03-25'],
    ['25th of March 04', '2004-03-25', '2004-03-25', '2004-03-25'],
    ['Mar 25, 04', '2004-03-25', '2004-03-25', '2004-03-25'],
    ['5-Mar-04', '2004-03-05', '2004-03-05', '2004-03-05'],
  ])('%s is %s while nobody has said the order, %s with the day first, %s with the year first', (text, ...expected) => {
    const asked = readDay(text, { ...settings('dmy'), order: 'ask' })
    expect(['day' in asked ? asked.day : asked.problem, dayOf(text, 'dmy'), dayOf(text, 'ymd')]).toEqual(expected)
  })

  it('that may be several is found again by each of them', () => {
    const written = writtenDate('25-03-04')
    const stands = written && anyOrderOf(written)
    expect(['2004-03-25', '1925-03-04', '2025-03-04', '2025-04-03'].map(anyOrderOfDay)).toEqual(Array(4).fill(stands))
    expect(['25-03-2004', '2004-03-25'].map((text) => anyOrderOf(writtenDate(text) ?? fail()))).toEqual([
      undefined,
      undefined,
    ])
  })

  it('of two digits is of the century that somebody has chosen, where both are possible', () => {
    expect(readDay('04/03/25', settings('dmy'))).toEqual({ problem: 'yearUnclear', value: '1925 / 2025' })
    expect(dayOf('04/03/25', 'dmy', { twoDigitYears: 'earlier' })).toBe('1925-03-04')
    expect(dayOf('04/03/25', 'dmy', { twoDigitYears: 'later' })).toBe('2025-03-04')
    expect(dayOf('04/03/31', 'dmy', { twoDigitYears: 'later' })).toBe('1931-03-04')
  })

  it('of two digits waits if nobody who lives was born in the year that somebody has chosen', () => {
    const earlier = { ...settings('dmy'), twoDigitYears: 'earlier' } as const
    expect(readDay('04/03/05', earlier)).toEqual({ problem: 'yearUnclear', value: '1905 / 2005' })
    expect(readDay('04/03/00', earlier)).toEqual({ problem: 'yearUnclear', value: '1900 / 2000' })
    expect(readDay('04/03/06', earlier)).toEqual({ day: '1906-03-04' })
    expect(readDay('04/03/99', earlier)).toEqual({ day: '1999-03-04' })
    expect(readDay('04/03/2005', earlier)).toEqual({ day: '2005-03-04' })
  })

  it('that is a number of days waits while nobody has said from when they are counted', () => {
    const asked = { ...settings('dmy'), serialDates: 'ask' } as const
    expect(readDay('40325', asked)).toEqual({ problem: 'dayUnclear' })
    expect(timeReader(asked, 'Europe/London')('44725.8083333333')).toBe('dayUnclear')
    expect(dayFrom1900(dayOf('40325', 'dmy', { serialDates: '1904' }))).toBe('2010-05-27')
  })

  it('is never another than everybody would read who knows what was said of its file', () => {
    const months = ['1', '02', 'Mar', 'abril', '5', 'June', '07', '8', '12', 'Dec']
    const numbers = fc.oneof(
      fc.integer({ min: 0, max: 31 }).map(String),
      fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, '0')),
    )
    const monthOf = (word: string) => ({ Mar: 3, abril: 4, June: 6, Dec: 12 })[word] ?? Number(word)
    const isDay = (year: number, month: number, day: number) => {
      const at = new Date(Date.UTC(year, month - 1, day))
      return at.getUTCMonth() === month - 1 && at.getUTCDate() === day
    }
    const daysIf = (order: DateOrder, [first, second, last]: readonly [string, string, string]) => {
      const isWord = Number.isNaN(Number(second))
      const [year, month, day] =
        order === 'ymd'
          ? [first, monthOf(second), Number(last)]
          : order === 'mdy' && !isWord
            ? [last, Number(first), Number(second)]
            : [last, monthOf(second), Number(first)]
      const years = [1800, 1900, 2000].map((century) => century + Number(year))
      return years
        .filter((one) => isDay(one, month, day) && one >= 1906 && one <= 2026)
        .map((one) => [one, month, day].map((part) => String(part).padStart(2, '0')).join('-'))
    }
    fc.assert(
      fc.property(
        fc.tuple(
          numbers,
          fc.oneof(fc.constantFrom(...months), numbers),
          numbers.filter(({ length }) => length === 2),
        ),
        fc.constantFrom('/', '-', '.', ' '),
        fc.constantFrom(...dateOrderAnswers),
        fc.constantFrom(...twoDigitYears),
        (parts, separator, order, said) => {
          const read = readDay(parts.join(separator), { ...settings('dmy'), order, twoDigitYears: said })
          if ('problem' in read) return
          // One digit at the beginning is no year, whatever was said.
          const mayBeYear = parts[0].length === 2
          const isAsked = order === 'ask' || (order === 'ymd' && !mayBeYear)
          const orders = isAsked ? dateOrders.filter((one) => one !== 'ymd' || mayBeYear) : [order]
          const daysOf = (those: readonly DateOrder[]) => [...new Set(those.flatMap((one) => daysIf(one, parts)))]
          const possible = daysOf(orders)
          const areOneOfEachCentury = new Set(possible.map((day) => day.slice(4))).size === 1
          // Whoever has not heard that the year stands first takes what exists only so for a mistyped day.
          const isOpen = isAsked && (!areOneOfEachCentury || daysOf(['mdy', 'dmy']).length === 0)
          const isEitherCentury = said === 'ask' && possible.length > 1
          const isMeant = (day: string) => said !== 'earlier' || day < '2000'
          expect(isOpen || isEitherCentury ? [] : possible.filter(isMeant)).toContain(read.day)
        },
      ),
    )
  })

  it('that a spreadsheet counts may be counted from 1904', () => {
    expect(dayOf('30438', 'dmy', { serialDates: '1904' })).toBe('1987-05-03')
  })

  it('in any form and order is read as that day, or asked about, and never as another', () => {
    const pad = (value: number, length = 2) => String(value).padStart(length, '0')
    const short = (year: number) => pad(year % 100)
    const words = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })
    const palabras = new Intl.DateTimeFormat('es-MX', { month: 'short', timeZone: 'UTC' })
    interface Written {
      at: Date
      year: number
      month: number
      day: number
      separator: string
    }
    const inOrder = (order: DateOrder, { month, day }: Written) => (order === 'mdy' ? [month, day] : [day, month])
    const plain: Record<string, (date: Written) => string> = {
      iso: ({ year, month, day, separator }) => [year, pad(month), pad(day)].join(separator),
      hl7: ({ year, month, day }) => `${year}${pad(month)}${pad(day)}`,
      hl7Midnight: ({ year, month, day }) => `${year}${pad(month)}${pad(day)}0000-0500`,
      midnight: ({ at }) => at.toISOString(),
      worded: ({ at, day, year, separator }) => [day, words.format(at), year].join(separator),
      american: ({ at, day, year }) => `${words.format(at)} ${day}, ${year}`,
      spanish: ({ at, day, year }) => `${day} de ${palabras.format(at)} de ${year}`,
      serial: ({ at }) => String(at.getTime() / 86_400_000 + 25_569),
    }
    const ordered: Record<string, (date: Written, order: DateOrder) => string> = {
      whole: (date, order) => [...inOrder(order, date), date.year].join(date.separator),
      padded: (date, order) => [...inOrder(order, date).map((part) => pad(part)), date.year].join(date.separator),
      joined: (date, order) => [...inOrder(order, date).map((part) => pad(part)), date.year].join(''),
      shortYear: (date, order) => [...inOrder(order, date), short(date.year)].join(date.separator),
    }
    const asked = new Set(['yearUnclear', 'dateOrder', 'date'])
    fc.assert(
      fc.property(
        fc.integer({ min: -22_000, max: 20_700 }),
        fc.constantFrom('/', '-', '.', ' '),
        fc.constantFrom(...(['mdy', 'dmy'] as const)),
        (days, separator, order) => {
          const at = new Date(days * 86_400_000)
          const date = { at, year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate(), separator }
          const meant = at.toISOString().slice(0, 10)
          for (const write of Object.values(plain)) expect(dayOf(write(date), order)).toBe(meant)
          for (const [form, write] of Object.entries(ordered)) {
            const read = dayOf(write(date, order), order)
            if (form === 'shortYear' && read === 'yearUnclear') continue
            expect(read).toBe(meant)
            // In the order that was not chosen it is another day, which is counted and asked, or none.
            const other = dayOf(write(date, order), order === 'mdy' ? 'dmy' : 'mdy')
            expect(date.day <= 12 || asked.has(other)).toBe(true)
          }
        },
      ),
    )
  })
})

it.each([
  ['MM/DD/YYYY', 'mdy'],
  ['DD.MM.YYYY', 'dmy'],
  ['D MMMM YYYY', 'dmy'],
  ['YYYY-MM-DD', undefined],
])('the order of %s is %s', (pattern, order) => expect(orderOfPattern(pattern)).toBe(order))

it.each([
  ['9.40', '09:40'],
  ['0940', '09:40'],
  ['940', '09:40'],
  ['9:40 PM', '21:40'],
  ['9:40\u202fp. m.', '21:40'],
  ['9 am', '09:00'],
  ['9h40', '09:40'],
  ['14:30 hrs', '14:30'],
  ['09:40:15.250', '09:40'],
  ['094015', '09:40'],
  ['0.402777777777778', '09:40'],
  ['24:10', 'impossible'],
  ['0.40', undefined],
  ['9.4', undefined],
  ['9', undefined],
  ['late', undefined],
])('the time of day %s is %s', (text, time) => {
  expect(writtenClock(text.replaceAll(/\s/g, ' '))?.time).toBe(time)
})

describe('a time', () => {
  const read = timeReader(settings('mdy', { years: { earliest: 1927, latest: 2026 } }), 'America/New_York')
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
    ['6/31/2022 19:24', 'date'],
    ['6/13/2022 24:00', 'time'],
    ['6/13/2022 13:00pm', 'time'],
    ['6/13/2022 19:24 Mars', 'time'],
    ['Invalid date', 'time'],
    ['2026-03-01T09:30:00.000+01:00', '2026-03-01T08:30'],
    ['2026-03-01T09:30:00+0100', '2026-03-01T08:30'],
    ['2026-03-01 09:30:00-05', '2026-03-01T14:30'],
    ['202107250000-0500', '2021-07-25T05:00'],
    ['20210725093015.1234+0100', '2021-07-25T08:30'],
    ['20210725T093000Z', '2021-07-25T09:30'],
    ['202107250930', '2021-07-25T13:30'],
    ['13 Jun 2022, 7:24 pm', '2022-06-13T23:24'],
    ['Jun 13, 2022 19.24', '2022-06-13T23:24'],
    ['6/13/22 0940', '2022-06-13T13:40'],
    ['6/13/2022 9:40 AST', '2022-06-13T13:40'],
    ['44725.8083333333', '2022-06-13T23:24'],
    ['13/6/2022 19:24', 'dateOrder'],
  ])('%s of New York is %s', (text, at) => expect(instant(text)).toBe(at))

  it('keeps what the clock showed', () => {
    expect(read('6/13/2022 7:24pm PT')).toMatchObject({
      day: '2022-06-13',
      time: '19:24',
      zone: 'America/Los_Angeles',
      offset: -420,
    })
  })

  it.each([
    ['6/13/2022', '9.40', '2022-06-13T13:40'],
    ['6/13/2022', '0940', '2022-06-13T13:40'],
    ['6/13/2022', '9:40 PM', '2022-06-14T01:40'],
    ['6/13/2022', '09:40Z', '2022-06-13T09:40'],
    ['2022-06-13T00:00:00Z', '9:40', '2022-06-13T13:40'],
    ['6/13/2022', '1899-12-31 09:40', '2022-06-13T13:40'],
    ['6/13/2022', '2022-06-13T09:40:00.000+01:00', '2022-06-13T08:40'],
    ['2022-06-13T09:40:00+01:00', '9:40', '2022-06-13T08:40'],
    ['6/13/2022', '2022-06-14T09:40:00.000+01:00', 'otherDate'],
    ['6/13/2022 9:41', '9:40', 'otherDate'],
    ['6/13/2022', 'morning', 'time'],
    ['6/13/2022', '25:10', 'time'],
  ])('%s beside %s is %s', (date, time, at) => {
    const found = read(date, time)
    expect(typeof found === 'string' ? found : new Date(found.at).toISOString().slice(0, 16)).toBe(at)
  })
})

function fail(): never {
  throw new Error('It is a date')
}
