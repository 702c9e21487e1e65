import { describe, expect, it } from 'vitest'
import { binomialTail, chanceOfInvalid, standsOut } from './standing-out.ts'

/** Calculates the tail with whole numbers, and so without rounding: the probability is `part` divided by `whole`. */
function exactTail(trials: number, atLeast: number, part: bigint, whole: bigint): number {
  let sum = 0n
  let ways = 1n
  for (let successes = 0; successes <= trials; successes++) {
    if (successes >= atLeast) sum += ways * part ** BigInt(successes) * (whole - part) ** BigInt(trials - successes)
    ways = (ways * BigInt(trials - successes)) / BigInt(successes + 1)
  }
  const digits = 10n ** 120n
  return Number((sum * digits) / whole ** BigInt(trials)) / 1e120
}

describe('the tail of the binomial distribution', () => {
  it.each([
    [1, 1, 1n, 72n],
    [96, 14, 15n, 1002n],
    [96, 0, 15n, 1002n],
    [96, 60, 15n, 1002n],
    [10, 3, 1n, 2n],
    [500, 12, 1n, 200n],
    [1200, 40, 3n, 100n],
  ])('for %i tests with at least %i', (trials, atLeast, part, whole) => {
    const exact = exactTail(trials, atLeast, part, whole)
    expect(binomialTail(trials, atLeast, Number(part) / Number(whole)) / exact).toBeCloseTo(1, 9)
  })

  it('equals the values of R’s pbinom', () => {
    expect(binomialTail(10, 3, 0.5)).toBeCloseTo(0.9453125, 12)
    expect(binomialTail(20, 5, 0.1)).toBeCloseTo(0.0431745, 7)
  })

  it('stays a probability for a million tests', () => {
    expect(binomialTail(1_000_000, 1, 0.014)).toBe(1)
    expect(binomialTail(1_000_000, 14_000, 0.014)).toBeGreaterThan(0.49)
    expect(binomialTail(1_000_000, 14_000, 0.014)).toBeLessThan(0.51)
    expect(binomialTail(1_000_000, 900_000, 0.014)).toBe(0)
  })
})

describe('a conspicuous lot', () => {
  it('has more invalid tests than chance allows among the others', () => {
    const chance = chanceOfInvalid({ total: 96, invalid: 14 }, { total: 1000, invalid: 14 })
    expect(standsOut(chance, 30)).toBe(true)
  })

  it('does not exist if the others are as bad, or if one of many lots had bad luck', () => {
    expect(standsOut(chanceOfInvalid({ total: 96, invalid: 14 }, { total: 1000, invalid: 140 }), 30)).toBe(false)
    const unlucky = chanceOfInvalid({ total: 20, invalid: 3 }, { total: 1000, invalid: 20 })
    expect(standsOut(unlucky, 1)).toBe(true)
    expect(standsOut(unlucky, 30)).toBe(false)
  })

  it('does not exist without anything to compare it with', () => {
    expect(chanceOfInvalid({ total: 96, invalid: 96 }, { total: 0, invalid: 0 })).toBeNull()
    expect(standsOut(null, 1)).toBe(false)
  })

  it('needs more than one invalid test among a few, even if none was invalid elsewhere', () => {
    expect(standsOut(chanceOfInvalid({ total: 2, invalid: 1 }, { total: 40, invalid: 0 }), 5)).toBe(false)
  })
})
