import { useState } from 'react'
import { inBrowser } from '../browser.ts'
import { useUser } from '../session/queries.ts'

/** Columns of one list, by key: those that this person has shown or hidden themselves. */
type Chosen = Readonly<Record<string, boolean>>

interface AnyColumn {
  key: string
  /** Holds the way to the row, or what is done with it: it cannot be hidden. */
  isKept?: boolean
  room?: unknown
}

/**
 * The columns of a list as this person wants them in this browser. What they never touched shows where there is room for it; what
 * they chose shows whatever the room. Several people may use one browser, so a choice is kept under the person's id.
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

/** What is there may be of another version, or of somebody who tried. */
function read(key: string): Chosen {
  try {
    const kept: unknown = JSON.parse(inBrowser.getItem(key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter(([, isShown]) => typeof isShown === 'boolean')) as Chosen
  } catch {
    return {}
  }
}
