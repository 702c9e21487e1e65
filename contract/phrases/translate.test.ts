import { expect, test } from 'vitest'
import { hoursAsSaid } from '../limits-and-times.ts'
import * as british from './en_GB/index.ts'
import { everyLocale } from './every-locale.ts'
import { filledIn, translate } from './translate.ts'

test('fills in values, with numbers in the digits of the locale', () => {
  expect(translate(british, 'en_GB', 'rules:required', { field: 'Email' })).toBe('Email is required')
  expect(translate(everyLocale.es_MX, 'es_MX', 'dashboard:more', { number: 12500 })).toContain('12,500')
})

test('chooses the plural by the count', () => {
  expect(translate(british, 'en_GB', 'dashboard:positivityOf', { positive: 1, count: 1 })).toBe(
    '1 of 1 conclusive test',
  )
  expect(translate(british, 'en_GB', 'dashboard:positivityOf', { positive: 0, count: 0 })).toBe(
    '0 of 0 conclusive tests',
  )
  expect(translate(everyLocale.es_MX, 'es_MX', 'dashboard:positivityOf', { positive: 7, count: 1_000_000 })).toBe(
    '7 de 1,000,000 de pruebas concluyentes',
  )
})

test('a value that contains braces is not filled in again', () => {
  expect(translate(british, 'en_GB', 'rules:required', { field: '{{length}}' })).toBe('{{length}} is required')
})

test('an unknown key is returned unchanged', () => {
  // @ts-expect-error The type forbids it; a key composed at run time may still be wrong.
  expect(translate(british, 'en_GB', 'shell:nothing')).toBe('shell:nothing')
})

test.each([
  [24, '24 hours'],
  [36, '36 hours'],
  [48, '2 days'],
  [168, '7 days'],
  [100, '100 hours'],
])('%d hours are said as %s', (hours, said) => {
  expect(filledIn('{{time}}', 'en_GB', { time: hoursAsSaid(hours) })).toBe(said)
})
