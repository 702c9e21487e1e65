import { createContext, useContext } from 'react'
import { ApiError } from '../api/api-error.ts'
import { isLost } from '../api/failures.ts'
import type { PhraseKey } from '../ui/phrases.ts'

/** The stored row that a panel's form changes. */
interface PanelRow {
  /** Fetches the row again, and shows it in the form. */
  refetch: () => Promise<{ isSuccess: boolean }>
  /** Says above the form that the row no longer exists, in these words. */
  sayGone: (words: PhraseKey) => void
}

export const PanelRowContext = createContext<PanelRow | undefined>(undefined)

/** The row of the panel around a form; undefined for a form that stands on a page of its own. */
export function usePanelRow(): PanelRow | undefined {
  return useContext(PanelRowContext)
}

/** True if a failure says that a row was removed or merged, or is out of the user's sight. */
export function isGone(failure: unknown): boolean {
  return failure instanceof ApiError && isLost(failure)
}
