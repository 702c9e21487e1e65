import { describe, expect, it } from 'vitest'
import { readRetryAfter, waitAfter } from './schedule.ts'

const hour = 60 * 60 * 1000

describe('the tries of a message', () => {
  const waits = (chance: number) => Array.from({ length: 9 }, (_, failed) => waitAfter(failed + 1, chance) ?? 0)

  it('are ten in 75.6 hours, and then no more', () => {
    const total = waits(0.5).reduce((sum, wait) => sum + wait, 0)
    expect(total / hour).toBeCloseTo(75.585, 2)
    expect(waitAfter(10, 0.5)).toBeUndefined()
  })

  it('are spread over a tenth before and after', () => {
    const [early, late] = [waits(0), waits(1)]
    for (const [i, wait] of waits(0.5).entries()) {
      expect(early[i]).toBeCloseTo(wait * 0.9)
      expect(late[i]).toBeCloseTo(wait * 1.1)
    }
  })

  it('wait for as long as the receiver asks, up to a day', () => {
    const now = new Date('2026-11-27T00:00:00Z')
    expect(waitAfter(1, 0.5, readRetryAfter('120', now))).toBe(120_000)
    expect(waitAfter(1, 0.5, readRetryAfter('Fri, 27 Nov 2026 00:10:00 GMT', now))).toBe(600_000)
    expect(waitAfter(1, 0.5, readRetryAfter('9999999', now))).toBe(24 * hour)
    expect(waitAfter(1, 0.5, readRetryAfter('soon', now))).toBe(5000)
    expect(waitAfter(1, 0.5, readRetryAfter(undefined, now))).toBe(5000)
  })
})
