import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agreementOf, type ReadingCounts } from './agreement.ts'

const nothing = [0, 0, 0, 0]

describe('agreement of two readers', () => {
  it('equals the published value for 50 grant proposals, of which both readers accepted 20 and refused 15', () => {
    // The worked example of https://en.wikipedia.org/wiki/Cohen%27s_kappa: 35 of 50 alike, expected 0.5, kappa 0.4.
    const { total, agreed, kappa } = agreementOf([[20, 5, 0, 0], [10, 15, 0, 0], nothing, nothing])
    expect([total, agreed]).toEqual([50, 35])
    expect(kappa).toBeCloseTo(0.4, 12)
  })

  it('equals the manually calculated value for 200 tests with three results', () => {
    // Rows 100, 60, 40 and columns 80, 60, 60: by chance (8000 + 3600 + 2400) / 40000 = 0.35.
    const { total, agreed, kappa } = agreementOf([[50, 26, 24, 0], [24, 4, 32, 0], [6, 30, 4, 0], nothing])
    expect([total, agreed]).toEqual([200, 58])
    expect(kappa).toBeCloseTo((0.29 - 0.35) / (1 - 0.35), 12)
  })

  it('distinguishes readers with equal percentages whose agreement by chance differs', () => {
    // Both examples are from https://en.wikipedia.org/wiki/Cohen%27s_kappa.
    expect(agreementOf([[45, 15, 0, 0], [25, 15, 0, 0], nothing, nothing]).kappa).toBeCloseTo(0.1304, 4)
    expect(agreementOf([[25, 35, 0, 0], [5, 35, 0, 0], nothing, nothing]).kappa).toBeCloseTo(0.2593, 4)
  })

  it('has no kappa if nothing was read, or if both readers only saw one result', () => {
    expect(agreementOf([])).toEqual({ total: 0, agreed: 0, kappa: null })
    expect(agreementOf([nothing, [0, 12, 0, 0], nothing, nothing])).toEqual({ total: 12, agreed: 12, kappa: null })
  })

  it('is 0 if one reader only saw one result and the other two, and -1 if they saw opposites', () => {
    expect(agreementOf([[0, 3, 0, 0], [0, 9, 0, 0], nothing, nothing])).toEqual({ total: 12, agreed: 9, kappa: 0 })
    expect(agreementOf([[0, 5, 0, 0], [5, 0, 0, 0], nothing, nothing]).kappa).toBe(-1)
  })
})

const table = fc.array(fc.array(fc.nat({ max: 60 }), { minLength: 4, maxLength: 4 }), { minLength: 4, maxLength: 4 })

describe('of any readings', () => {
  it('matches the definition, with proportions', () => {
    fc.assert(
      fc.property(table, (counts) => {
        const { total, agreed, kappa } = agreementOf(counts)
        const cells = counts.flat()
        expect(total).toBe(cells.reduce((sum, count) => sum + count, 0))
        expect(agreed).toBe(counts.reduce((sum, row, index) => sum + (row[index] ?? 0), 0))
        // Kappa is defined unless both readers saw only one and the same result.
        const isOne = cells.filter((count) => count > 0).length <= 1 && agreed === total
        expect(kappa === null).toBe(isOne)
        fc.pre(kappa !== null)
        const share = (numbers: number[]) => numbers.reduce((sum, count) => sum + count, 0) / total
        const byChance = counts
          .map((row, index) => share(row) * share(counts.map((other) => other[index] ?? 0)))
          .reduce((sum, product) => sum + product, 0)
        expect(kappa).toBeCloseTo((agreed / total - byChance) / (1 - byChance), 9)
        expect(kappa).toBeGreaterThanOrEqual(-1)
        expect(kappa).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('does not depend on which reader is called the first', () => {
    const turned = (counts: ReadingCounts) => counts.map((_, row) => counts.map((line) => line[row] ?? 0))
    fc.assert(
      fc.property(table, (counts) => {
        expect(agreementOf(turned(counts))).toEqual(agreementOf(counts))
      }),
    )
  })
})
