import { useState } from 'react'

/** The items that a report is to be of: all that are ready, also on other pages of the list, but those taken out; or only those chosen. */
export interface Choice {
  isAll: boolean
  /** The ids that differ from that. */
  others: ReadonlySet<string>
  has: (id: string) => boolean
  turn: (id: string) => void
  choose: (which: 'all' | 'none') => void
}

const everything = { isAll: true, others: new Set<string>() }

/** Keeps what is chosen for a report of a rule. All is chosen at first, and again for another rule. */
export function useChoice(ruleId: string | undefined): Choice {
  const [kept, setKept] = useState<{ ruleId: string | undefined; isAll: boolean; others: ReadonlySet<string> }>()
  const { isAll, others } = kept !== undefined && kept.ruleId === ruleId ? kept : everything
  return {
    isAll,
    others,
    has: (id) => isAll !== others.has(id),
    turn: (id) => setKept({ ruleId, isAll, others: others.has(id) ? without(others, id) : new Set([...others, id]) }),
    choose: (which) => setKept({ ruleId, isAll: which === 'all', others: new Set() }),
  }
}

function without(ids: ReadonlySet<string>, left: string): ReadonlySet<string> {
  return new Set([...ids].filter((id) => id !== left))
}
