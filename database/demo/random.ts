/** Pseudo-random numbers that depend on the seed alone and are equal on every machine. */
export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  fraction(): number
  /** Returns a whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number
  /** Returns a whole number between both ends, which are included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  pickWeighted<T>(list: readonly T[], weightOf: (item: T) => number): T
  shuffled<T>(list: readonly T[]): T[]
  /** Returns a UUIDv7 for this time. */
  idAt(time: Date): string
}

export function seededRandom(seed: string): Random {
  const next = mulberry32(seed)
  const fraction = () => next() / 0x1_0000_0000
  const below = (limit: number) => Math.floor(fraction() * limit)
  const hex = () => next().toString(16).padStart(8, '0')

  function pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('There is nothing to pick from')
    return list[below(list.length)] as T // the list is not empty, and below() stays under its length
  }

  function pickWeighted<T>(list: readonly T[], weightOf: (item: T) => number): T {
    let left = fraction() * list.reduce((sum, item) => sum + weightOf(item), 0)
    return list.find((item) => (left -= weightOf(item)) < 0) ?? pick(list)
  }

  function shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, place: next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item)
  }

  function idAt(time: Date): string {
    const stamp = time.getTime().toString(16).padStart(12, '0')
    const variant = (8 + below(4)).toString(16)
    return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${hex().slice(5)}-${variant}${hex().slice(5)}-${hex()}${hex().slice(4)}`
  }

  return {
    fraction,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => fraction() < probability,
    pick,
    pickWeighted,
    shuffled,
    idAt,
  }
}

/** The mulberry32 generator of 32-bit whole numbers, seeded with the FNV-1a hash of a text. */
function mulberry32(seed: string): () => number {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}
