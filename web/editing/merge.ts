import { isSame } from '../ui/same-value.ts'

/** What the fields of a form hold, by their names. */
export type Values = Record<string, unknown>

/** What two people changed: what was typed and what was stored meanwhile, by the names of the fields that stand together. */
interface Clash {
  mine: Values
  theirs: Values
  /** Whether nobody has chosen yet. */
  isOpen: boolean
}

/** By the name of a field, or of the first of those that stand together. */
export type Clashes = Readonly<Record<string, Clash>>

interface Versions<V extends Values> {
  /** The names of the fields; those in one list are one thing, such as a country and a number. */
  parts: readonly (readonly string[])[]
  /** What was stored when the form was filled. */
  seen: V
  typed: V
  /** What is stored now. */
  stored: V
  clashes: Clashes
}

interface Merged<V extends Values> {
  values: V
  clashes: Clashes
  /** The first names of what only the others changed, and stands in the fields now. */
  taken: readonly string[]
}

/**
 * Merges what was stored meanwhile into what was typed: what only one side changed is taken from there, what both changed
 * alike is settled, and what they changed differently stays as typed and is a clash. No value that was typed is dropped.
 */
export function merge<V extends Values>({ parts, seen, typed, stored, clashes }: Versions<V>): Merged<V> {
  let values = typed
  const taken: string[] = []
  const next: Record<string, Clash> = {}
  for (const names of parts) {
    const [name = ''] = names
    const [before, mine, theirs] = [pick(seen, names), pick(typed, names), pick(stored, names)]
    const earlier = clashes[name]
    const isTyped = !isSame(before, mine)
    if (isSame(before, theirs)) {
      if (earlier !== undefined) next[name] = earlier
    } else if (isSame(mine, theirs)) {
      continue
    } else if (isTyped) {
      next[name] = { mine, theirs, isOpen: true }
    } else {
      values = { ...values, ...theirs }
      taken.push(name)
      if (earlier !== undefined) next[name] = { ...earlier, theirs }
    }
  }
  return { values, clashes: next, taken }
}

/** The values of these names alone. */
export function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}
