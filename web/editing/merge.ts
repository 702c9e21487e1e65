import { isSame } from '../ui/same-value.ts'

export type Values = Record<string, unknown>

/** A conflict: the typed and the stored values, by the names of the fields that belong together. */
interface Clash {
  mine: Values
  theirs: Values
  /** True until one of the two is chosen. */
  isOpen: boolean
}

/** Keyed by the name of the field, or of the first of linked fields. */
export type Clashes = Readonly<Record<string, Clash>>

interface Versions<V extends Values> {
  /** The names of the fields; those in one list are linked, such as a country and a number. */
  parts: readonly (readonly string[])[]
  /** The stored values when the form was filled. */
  seen: V
  typed: V
  stored: V
  clashes: Clashes
}

interface Merged<V extends Values> {
  values: V
  clashes: Clashes
  /** The first names of fields that others changed and whose new values are now in the form, whether or not the same was typed. */
  taken: readonly string[]
}

/**
 * Merges newly stored values into typed ones. Values that only one side changed come from there, equal changes are
 * settled, and different changes stay as typed and become a conflict. No typed value is dropped.
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
      taken.push(name)
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

export function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}
