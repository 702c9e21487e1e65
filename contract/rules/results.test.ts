import { describe, expect, it } from 'vitest'
import { overallResult, results, type Result } from './results.ts'

describe('the overall result of a test', () => {
  it.each(results)('with one line that is %s is the result of that line', (result) => {
    expect(overallResult([result])).toBe(result)
  })

  it.each<[Result[], Result]>([
    [['negative', 'negative', 'negative'], 'negative'],
    [['negative', 'positive', 'negative'], 'positive'],
    [['invalid', 'positive', 'inconclusive'], 'positive'],
    [['negative', 'inconclusive', 'invalid'], 'inconclusive'],
    [['negative', 'negative', 'invalid'], 'invalid'],
    [['invalid', 'invalid', 'invalid'], 'invalid'],
  ])('%j is %s', (lines, whole) => {
    expect(overallResult(lines)).toBe(whole)
  })

  it('is negative only if every line is, and does not depend on their order', () => {
    for (const first of results) {
      for (const second of results) {
        for (const third of results) {
          const lines = [first, second, third]
          expect(overallResult(lines) === 'negative').toBe(lines.every((line) => line === 'negative'))
          expect(overallResult(lines.toReversed())).toBe(overallResult(lines))
        }
      }
    }
  })
})
