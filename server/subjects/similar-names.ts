import { folded } from '../../contract/subjects/search-words.ts'

/**
 * Whether two names may be of one person: the same words in any order, one with words that the other leaves out, one cut
 * short, or one or two letters apart. Nobody without a name is like anybody.
 */
export function areSimilarNames(one: string, other: string): boolean {
  const [some, more] = [wordsOf(one), wordsOf(other)].toSorted((left, right) => left.length - right.length)
  if (some === undefined || more === undefined || some.length === 0) return false
  if (some.length > 1 && some.every((word) => more.some((longer) => longer === word || isCutShort(word, longer)))) {
    return true
  }
  const most = Math.min(some.join('').length, more.join('').length) < 8 ? 1 : 2
  return distance(some.join(' '), more.join(' ')) <= most || distance(inOrder(some), inOrder(more)) <= most
}

/** Whether two names have the same words, in any order. Nobody without a name is like anybody. */
export function areSameNames(one: string, other: string): boolean {
  const [some, others] = [wordsOf(one), wordsOf(other)]
  return some.length > 0 && inOrder(some) === inOrder(others)
}

function wordsOf(name: string): string[] {
  return folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

function inOrder(words: readonly string[]): string {
  return words.toSorted().join(' ')
}

function isCutShort(word: string, whole: string): boolean {
  const [short, long] = word.length < whole.length ? [word, whole] : [whole, word]
  return short.length > 1 && long.startsWith(short)
}

/** How many letters must be put in, left out, changed or swapped with their neighbour to make one text of the other. */
function distance(one: string, other: string): number {
  let twoBefore: number[] = []
  let before = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const steps = [(row[j - 1] ?? 0) + 1, (before[j] ?? 0) + 1, (before[j - 1] ?? 0) + (isSame ? 0 : 1)]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwapped) steps.push((twoBefore[j - 2] ?? 0) + 1)
      row.push(Math.min(...steps))
    }
    twoBefore = before
    before = row
  }
  return before[other.length] ?? 0
}
