import { expect, it, vi } from 'vitest'
import { thirdOf } from './thirds.ts'

const values = Array.from({ length: 100 }, (_, at) => at)

it('three seeds in a row choose every value once', () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const chosen = [1_795_900_001, 1_795_900_002, 1_795_900_003].flatMap((seed) => thirdOf(values, seed))
  expect(chosen.toSorted((a, b) => a - b)).toEqual(values)
})

it('a seed is printed, and chooses the same again', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(thirdOf(values, 7)).toEqual(thirdOf(values, 7))
  expect(write).toHaveBeenCalledWith(expect.stringContaining('TEST_SEED=7'))
})
