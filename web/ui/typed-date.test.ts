import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { entryFormat, parseBirthDate, parseTypedDate, typedDate } from './typed-date.ts'

describe('a typed date', () => {
  test.each([
    ['01/02/1980', 'DD/MM/YYYY', '1980-02-01'],
    ['01/02/1980', 'MM/DD/YYYY', '1980-01-02'],
    ['1-2-1980', 'DD/MM/YYYY', '1980-02-01'],
    ['01021980', 'DD/MM/YYYY', '1980-02-01'],
    ['19800201', 'YYYY-MM-DD', '1980-02-01'],
    ['29.02.2024', 'DD.MM.YYYY', '2024-02-29'],
    ['1980-02-01', 'MM/DD/YYYY', '1980-02-01'],
  ])('%s in %s is %s', (typed, format, day) => {
    expect(parseTypedDate(typed, format)).toBe(day)
  })

  test.each([
    '',
    '31/02/2024',
    '2024-02-31',
    '29/02/2023',
    '00/01/2000',
    '13/13/2000',
    '1/2/80',
    'yesterday',
    '1/2',
    '1/2/3/4',
  ])('%j is refused', (typed) => {
    expect(parseTypedDate(typed, 'DD/MM/YYYY')).toBeUndefined()
  })

  test('reads every shown day back, in every format', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    const formats = fc.constantFrom('DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD', 'D MMM YYYY', 'DD.MM.YYYY')
    fc.assert(
      fc.property(days, formats, (date, format) => {
        const day = date.toISOString().slice(0, 10)
        expect(parseTypedDate(typedDate(day, format), format)).toBe(day)
      }),
    )
  })
})

describe('a typed date of birth', () => {
  test.each([
    ['27/03/1980', 'DD/MM/YYYY', '1980-03-27'],
    ['27-3-1980', 'DD/MM/YYYY', '1980-03-27'],
    ['27031980', 'DD/MM/YYYY', '1980-03-27'],
    ['03/27/1980', 'MM/DD/YYYY', '1980-03-27'],
    ['1980-03-27', 'YYYY-MM-DD', '1980-03-27'],
    ['1980-03-27', 'DD/MM/YYYY', undefined],
    ['1980-03-27', 'MM/DD/YYYY', undefined],
    ['19800327', 'DD/MM/YYYY', undefined],
  ])('%s in %s is %s', (typed, format, day) => {
    expect(parseBirthDate(typed, format)).toBe(day)
  })
})

test('a format with month names is typed in digits', () => {
  expect(entryFormat('D MMM YYYY')).toBe('DD MM YYYY')
  expect(entryFormat('dddd')).toBe('DD/MM/YYYY')
})
