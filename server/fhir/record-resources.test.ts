import { expect, test } from 'vitest'
import { instantOf } from './record-resources.ts'

test.each([
  ['2026-03-01T10:00:00.123456+00:00', '2026-03-01T10:00:00.123Z'],
  ['2026-03-01T10:00:00.999999+00:00', '2026-03-01T10:00:00.999Z'],
  ['2026-03-01T10:00:00.123+00:00', '2026-03-01T10:00:00.123Z'],
  ['2026-03-01T10:00:00.12+00:00', '2026-03-01T10:00:00.120Z'],
  ['2026-03-01T10:00:00+00:00', '2026-03-01T10:00:00.000Z'],
  ['2026-03-01T10:00:00.123456+05:30', '2026-03-01T04:30:00.123Z'],
  ['0026-03-01T10:00:00.123456+00:00', '0026-03-01T10:00:00.123Z'],
])('the text %s of a time in an export is the instant %s, as in a reply', (text, instant) => {
  expect(instantOf(text)).toBe(instant)
  expect(instantOf(new Date(text))).toBe(instant)
})
