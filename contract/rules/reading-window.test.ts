import { expect, it } from 'vitest'
import { readingAt, readingWindow } from './reading-window.ts'

const applied = new Date('2026-03-05T09:30:10.000Z')
const second = 1000
const minute = 60 * second

it.each<[string, number, number, number, string]>([
  ['a range, just before its first minute', 10, 20, 10 * minute - 1, 'early'],
  ['a range, at its first minute', 10, 20, 10 * minute, 'in-time'],
  ['a range, at its last minute', 10, 20, 20 * minute, 'in-time'],
  ['a range, just after its last minute', 10, 20, 20 * minute + 1, 'late'],
  ['a point, just before its minute', 15, 15, 15 * minute - 1, 'early'],
  ['a point, when its minute begins', 15, 15, 15 * minute, 'in-time'],
  ['a point, when its minute ends', 15, 15, 16 * minute, 'in-time'],
  ['a point, just after its minute', 15, 15, 16 * minute + 1, 'late'],
  ['a range from the start, at once', 0, 20, 0, 'in-time'],
  ['a range from the start, too late', 0, 20, 20 * minute + 1, 'late'],
  ['no time, at once', 0, 0, 0, 'in-time'],
  ['no time, after days', 0, 0, 5000 * minute, 'in-time'],
])('a test with %s', (_, readFromMinutes, readUntilMinutes, passed, expected) => {
  const window = readingWindow(applied, { readFromMinutes, readUntilMinutes })
  expect(readingAt(new Date(applied.getTime() + passed), window)).toBe(expected)
})
