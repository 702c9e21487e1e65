/** Returns a generator of numbers from 0 up to, but not including, 1, equal in every run. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Random choices of a test, from a seed. */
export class Choice {
  readonly random: () => number

  constructor(seed: number) {
    this.random = seeded(seed)
  }

  /** Returns a whole number from 0 up to, but not including, the bound. */
  below(bound: number): number {
    return Math.floor(this.random() * bound)
  }

  of<T>(from: readonly [T, ...T[]] | readonly T[]): T {
    return from[this.below(from.length)] as T // the list is not empty
  }

  chance(of: number): boolean {
    return this.random() < of
  }
}
