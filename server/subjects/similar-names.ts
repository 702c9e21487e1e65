import { folded } from '../../contract/rules/folding.ts'

/**
 * Tells whether two names may be of one person: equal words in any order, some words left out, a word cut short, or one
 * or two letters different. An empty name is similar to none.
 */
export function areSimilarNames(one: string, other: string): boolean {
  const [some, more] = [wordsOf(one), wordsOf(other)].toSorted((left, right) => left.length - right.length)
  if (some === undefined || more === undefined || some.length === 0) return false
  if (
    some.length > 1 &&
    more.length <= mostWords &&
    some.every((word) => more.some((longer) => isLike(word, longer)))
  ) {
    return true
  }
  const most = Math.min(some.join('').length, more.join('').length) < 8 ? 1 : 2
  return areWithin(most, some.join(' '), more.join(' ')) || areWithin(most, inOrder(some), inOrder(more))
}

/** Tells whether two names have the same words, in any order. An empty name equals none. */
export function areSameNames(one: string, other: string): boolean {
  const [some, others] = [wordsOf(one), wordsOf(other)]
  return some.length > 0 && inOrder(some) === inOrder(others)
}

/** No name has more words than this, and comparing each with each would take long. */
const mostWords = 20

function wordsOf(name: string): string[] {
  return folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

function inOrder(words: readonly string[]): string {
  return words.toSorted().join(' ')
}

/** Tells whether two words are equal or one is the beginning of the other. */
function isLike(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length > 1 && long.startsWith(short)
}

/**
 * Tells whether at most this many letters must be inserted, deleted, changed or swapped with their neighbour to turn
 * one text into the other. Only positions that are at most so far apart are compared, so that the time is linear in the
 * length.
 */
function areWithin(most: number, one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > most) return false
  const far = most + 1
  let twoBefore: number[] = []
  let before = Array.from({ length: 2 * most + 1 }, (_, place) => (place < most ? far : place - most))
  for (let i = 1; i <= one.length; i += 1) {
    // The letter j of the other text is at index j - i + most of the row.
    const row: number[] = []
    for (let place = 0; place <= 2 * most; place += 1) {
      const j = i + place - most
      if (j < 0 || j > other.length) row.push(far)
      else if (j === 0) row.push(i)
      else {
        const isSame = one[i - 1] === other[j - 1]
        const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
        row.push(
          Math.min(
            (row[place - 1] ?? far) + 1,
            (before[place + 1] ?? far) + 1,
            (before[place] ?? far) + (isSame ? 0 : 1),
            isSwapped ? (twoBefore[place] ?? far) + 1 : far,
          ),
        )
      }
    }
    if (Math.min(...row) > most) return false
    twoBefore = before
    before = row
  }
  return (before[other.length - one.length + most] ?? far) <= most
}
