import fc from 'fast-check'
import { expect, it } from 'vitest'
import { areSameNames, areSimilarNames } from './similar-names.ts'

it.each([
  ['Ana Quill', 'ana quill'],
  ['Ana Quill', 'Quill Ana'],
  ['José Zúñiga', 'Jose Zuniga'],
  ['Ana Quill', 'Ana María Quill'],
  ['Kat Quill', 'Katherine Quill'],
  ['Jonathan Marlowe', 'Johnathan Marlow'],
  ['Quintessa Marlowe', 'Quitnessa Marlowe'],
  ['Ann Li', 'Anne Li'],
])('%s and %s may be one person', (one, other) => {
  expect([areSimilarNames(one, other), areSimilarNames(other, one)]).toEqual([true, true])
})

it.each([
  ['Ana Quill', 'Ben Quill'],
  ['Ana Quill', ''],
  ['', ''],
  ['A', 'Ana Quill'],
  ['Li', 'Lu Xi'],
  ['Maria Lopez', 'Mario Gomez'],
])('%s and %s are two people', (one, other) => {
  expect([areSimilarNames(one, other), areSimilarNames(other, one)]).toEqual([false, false])
})

it('names are the same when they have the same words, in any order and spelling', () => {
  expect([areSameNames('José Quinn-Lee', 'quinn lee JOSE'), areSameNames('Ana Quill', 'Ana Quil')]).toEqual([
    true,
    false,
  ])
  expect(areSameNames('', '')).toBe(false)
})

it('two long words are alike if at most two letters are inserted, deleted, changed or swapped', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 8, maxLength: 14 })
  const change = fc.record({
    at: fc.nat(14),
    kind: fc.constantFrom('in', 'out', 'other', 'swap'),
    letter: fc.constantFrom('a', 'd'),
  })
  const pairs = fc.oneof(
    fc.tuple(letters, letters),
    fc
      .tuple(letters, fc.array(change, { maxLength: 3 }))
      .map(([word, changes]) => [word, changes.reduce(changed, word)]),
  )
  fc.assert(
    fc.property(pairs, ([one = '', other = '']) => {
      fc.pre(other.length >= 8)
      expect(areSimilarNames(one, other)).toBe(distance(one, other) <= 2)
    }),
    { numRuns: 2000 },
  )
})

function changed(word: string, { at, kind, letter }: { at: number; kind: string; letter: string }): string {
  const [before, here, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)]
  if (kind === 'in') return before + letter + here + after
  if (kind === 'out') return before + after
  if (kind === 'other') return before + letter + after
  return before + after.slice(0, 1) + here + after.slice(1)
}

/** The edit distance by its textbook definition. */
function distance(one: string, other: string): number {
  const rows: number[][] = []
  for (let i = 0; i <= one.length; i += 1) {
    const row: number[] = []
    for (let j = 0; j <= other.length; j += 1) {
      const [left, above, both, swapped] = [row[j - 1], rows[i - 1]?.[j], rows[i - 1]?.[j - 1], rows[i - 2]?.[j - 2]]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(
        i === 0 || j === 0
          ? i + j
          : Math.min(
              (left ?? 0) + 1,
              (above ?? 0) + 1,
              (both ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1),
              isSwapped ? (swapped ?? 0) + 1 : Infinity,
            ),
      )
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}
