import { describe, expect, test } from 'vitest'
import { agoText, dayText, instantText, zoneText } from './date-text.ts'

test('a day is written by the tenant’s pattern in the user’s language', () => {
  expect(dayText('1980-03-05', 'DD/MM/YYYY', 'en-GB')).toBe('05/03/1980')
  expect(dayText('1980-03-05', 'D [de] MMMM [de] YYYY', 'es-MX')).toBe('5 de marzo de 1980')
})

test('an instant is written as a clock in its zone shows it', () => {
  const at = new Date('2026-03-29T12:05:00Z')
  expect(instantText(at, 'Europe/London', 'DD/MM/YYYY HH:mm', 'en-GB')).toBe('29/03/2026 13:05')
  expect(instantText(at, 'America/New_York', 'MM/DD/YYYY h:mm A', 'en-US')).toBe('03/29/2026 8:05 AM')
})

test('a zone has its common name, and UTC is UTC in every language', () => {
  expect(zoneText('America/Los_Angeles', 'es-MX')).toBe('hora del Pacífico')
  expect(zoneText('UTC', 'es-MX')).toBe('UTC')
  expect(zoneText('UTC', 'en-GB')).toBe('UTC')
})

describe('how long ago', () => {
  const now = new Date('2026-03-29T12:00:00Z')
  test.each([
    ['2026-03-29T11:59:40Z', 'a moment ago'],
    ['2026-03-29T11:48:00Z', '12 minutes ago'],
    ['2026-03-29T09:30:00Z', '2 hours ago'],
    ['2026-03-28T12:00:00Z', undefined],
    ['2026-03-29T13:00:00Z', undefined],
  ])('%s is %s', (at, words) => {
    expect(agoText(new Date(at), now, 'en-US', 'a moment ago')).toBe(words)
  })
})
