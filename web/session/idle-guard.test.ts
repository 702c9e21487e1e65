import { expect, test } from 'vitest'
import { idleMs, idleState, noteActivity } from './idle-guard.tsx'

const minute = 60_000

test.each([
  [0, { name: 'active' }],
  [14 * minute - 1, { name: 'active' }],
  [14 * minute, { name: 'warned', secondsLeft: 60 }],
  [15 * minute - 1, { name: 'warned', secondsLeft: 1 }],
  [15 * minute, { name: 'over' }],
  [99 * minute, { name: 'over' }],
])('after %i ms of 15 minutes', (idle, state) => {
  expect(idleState(idle, 15 * minute)).toEqual(state)
})

test('where the whole time is a minute, the warning comes half-way', () => {
  expect(idleState(29_000, minute)).toEqual({ name: 'active' })
  expect(idleState(31_000, minute)).toEqual({ name: 'warned', secondsLeft: 29 })
})

test('what one tab notes, the others know; a broken note counts as now', () => {
  expect(idleMs(5000, 70)).toBe(0)
  noteActivity(1000, 20)
  expect(idleMs(5000, 70)).toBe(4000)
  localStorage.setItem('lateral.last-active', 'x')
  expect(idleMs(5000, 70)).toBe(50)
  localStorage.setItem('lateral.last-active-steady', 'x')
  expect(idleMs(5000, 70)).toBe(0)
})
