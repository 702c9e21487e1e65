import type * as british from './en_GB/index.ts'

/** The phrases of a locale, by noun. British English defines the keys; every complete locale has the same ones. */
export type Phrases = { [Noun in keyof typeof british]: Translated<(typeof british)[Noun]> }

/** A locale's own phrases, by noun; all others come from British English. */
export type Differences = { [Noun in keyof Phrases]?: Partial<Phrases[Noun]> }

/** Replaces British phrases with a locale's own ones, and adds none that British English does not have. */
export function withDifferences<Some extends Partial<Phrases>>(phrases: Some, differences: Differences): Some {
  const nouns = Object.keys(phrases) as (keyof Phrases)[]
  // Each noun keeps its type, because the differences contain only keys that it has.
  return Object.fromEntries(nouns.map((noun) => [noun, { ...phrases[noun], ...differences[noun] }])) as Some
}

/** The name of a noun's file: `user-types` for `userTypes`. */
export function fileOf(noun: string): string {
  return noun.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/**
 * An object with equal keys and any texts; a plural may have the further form `_many`, which Spanish needs for
 * millions.
 */
type Translated<T> = { [K in keyof T]: string } & { [K in `${string}_many`]?: string }
