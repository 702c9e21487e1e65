import type * as british from './en_GB/index.ts'

/** The phrases of a locale, by noun. British English names the keys; a locale that is written in full has the same. */
export type Phrases = { [Noun in keyof typeof british]: Translated<(typeof british)[Noun]> }

/** The phrases, by noun, that a locale has of its own; it takes the others from British English. */
export type Differences = { [Noun in keyof Phrases]?: Partial<Phrases[Noun]> }

/** Puts a locale's own phrases in the place of the British ones, and adds none that British English does not have. */
export function withDifferences<Some extends Partial<Phrases>>(phrases: Some, differences: Differences): Some {
  const nouns = Object.keys(phrases) as (keyof Phrases)[]
  // Each noun keeps its type: the differences have some of its keys and no other.
  return Object.fromEntries(nouns.map((noun) => [noun, { ...phrases[noun], ...differences[noun] }])) as Some
}

/** The same keys with any text; a plural may have the further form `_many`, which Spanish needs for millions. */
type Translated<T> = { [K in keyof T]: string } & { [K in `${string}_many`]?: string }
