import { useState } from 'react'
import { inBrowser } from '../browser.ts'
import { useUser } from '../session/queries.ts'

type Chosen = Readonly<Record<string, boolean>>

interface AnyColumn {
  key: string
  /** True for the column that links to the row or holds its controls: it cannot be hidden. */
  isKept?: boolean
  room?: unknown
}

/**
 * Returns the columns of a list as this person wants them in this browser. Columns that they never changed show where
 * there is room; their own choices apply whatever the room. Several people may use one browser, so choices are kept
 * under the person's id.
 */
export function useColumns<C extends AnyColumn>(list: string, columns: readonly C[]) {
  const key = `lateral.columns.${list}.${useUser().id}`
  const [chosen, setChosen] = useState(() => read(key))

  function keep(changed: Chosen) {
    setChosen(changed)
    inBrowser.setItem(key, JSON.stringify(changed))
  }

  return {
    shown: columns
      .filter((column) => column.isKept || chosen[column.key] !== false)
      .map((column) => (chosen[column.key] ? { ...column, room: undefined } : column)),
    chosen,
    choose: (column: string, isShown: boolean) => keep({ ...chosen, [column]: isShown }),
    isUsual: Object.keys(chosen).length === 0,
    reset: () => keep({}),
  }
}

/** The stored value may come from another version or have been tampered with. */
function read(key: string): Chosen {
  try {
    const kept: unknown = JSON.parse(inBrowser.getItem(key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter(([, isShown]) => typeof isShown === 'boolean')) as Chosen
  } catch {
    return {}
  }
}
