import type { Outcome } from '../../../contract/rounds/round.ts'
import type { Result } from '../../../contract/rules/results.ts'

/** The outcomes without a test, with their keys. */
export const otherOutcomes = { a: 'absent', r: 'refused', e: 'exempt' } as const satisfies Record<string, Outcome>

/** The photos of people of rounds that are being uploaded. */
export const photosOnTheirWay = ['round-photo'] as const

export const photoOnItsWay = (rowId: string) => [...photosOnTheirWay, rowId] as const

export interface RowActions {
  choose: (rowId: string, analyteId: string, result: Result) => void
  /** Enters the lines without a result as negative. */
  restNegative: (rowId: string) => void
  /** Enters all lines as invalid, because the device has no control line. */
  allInvalid: (rowId: string) => void
  enterOther: (rowId: string, outcome: Exclude<Outcome, 'tested'>) => void
  clear: (rowId: string) => void
  applied: (rowId: string) => void
  takeOut: (rowId: string) => void
  toggle: (rowId: string) => void
  draft: (rowId: string, change: Partial<RowDraft>) => void
  enterDraft: (rowId: string) => void
  keepTheirs: (rowId: string) => void
  replaceTheirs: (rowId: string) => void
}

/** What is chosen for a person and not entered yet. */
export interface RowDraft {
  /** The results of lines, by the id of the analyte. */
  results: Record<string, Result>
  other: Exclude<Outcome, 'tested'> | null
  image: { id: string; name: string } | null
  note: string
  reason: string
}
