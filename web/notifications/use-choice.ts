import { createContext, useState } from 'react'

/** The items of a list that something is done with: all, also on other pages of it, but those taken out; or only those chosen. */
export interface Choice {
  isAll: boolean
  /** The ids that differ from that. */
  others: ReadonlySet<string>
  has: (id: string) => boolean
  turn: (id: string) => void
  choose: (which: 'all' | 'none') => void
  /** Chooses further ones of those that are chosen one by one. */
  add: (ids: readonly string[]) => void
  /** How many are chosen, of a list of `total`. */
  countOf: (total: number) => number
}

/** Keeps what is chosen in a list, which `key` tells from others. All of another list is chosen at first, or none. */
export function useChoice(key: string, first: 'all' | 'none'): Choice {
  const [kept, setKept] = useState<{ key: string; isAll: boolean; others: ReadonlySet<string> }>()
  const { isAll, others } = kept?.key === key ? kept : { isAll: first === 'all', others: new Set<string>() }
  return {
    isAll,
    others,
    has: (id) => isAll !== others.has(id),
    turn: (id) => setKept({ key, isAll, others: others.has(id) ? without(others, id) : new Set([...others, id]) }),
    add: (ids) => setKept({ key, isAll, others: new Set([...others, ...ids]) }),
    choose: (which) => setKept({ key, isAll: which === 'all', others: new Set() }),
    countOf: (total) => (isAll ? Math.max(total - others.size, 0) : others.size),
  }
}

function without(ids: ReadonlySet<string>, left: string): ReadonlySet<string> {
  return new Set([...ids].filter((id) => id !== left))
}

/** What is chosen in the list under a panel. */
export const ChosenBelow = createContext<Choice | undefined>(undefined)
