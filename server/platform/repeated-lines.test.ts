import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sayOnceAMinute } from './repeated-lines.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('reports continuing trouble at once, then once a minute with the number of times', () => {
  const said: string[] = []
  const say = sayOnceAMinute((line) => said.push(line))
  for (let second = 0; second < 120; second++) {
    say('The database is away')
    vi.advanceTimersByTime(1000)
  }
  say('Something else')
  expect(said).toEqual([
    'The database is away',
    'The database is away (59 more since this was last said)',
    'Something else',
  ])
})
