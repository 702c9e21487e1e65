import { useMutationState } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Outcome } from '../../../contract/rounds/round.ts'
import type { Result } from '../../../contract/rules/results.ts'

/** The outcomes without a test, with their keys. */
export const otherOutcomes = { a: 'absent', r: 'refused', e: 'exempt' } as const satisfies Record<string, Outcome>

/** The photos of people of rounds that are being uploaded. */
const photosOnTheirWay = ['round-photo'] as const

export const photoOnItsWay = (rowId: string) => [...photosOnTheirWay, rowId] as const

/** Returns the ids of the people whose photo is being uploaded. */
export function usePhotosOnTheirWay(): readonly unknown[] {
  return useMutationState({
    filters: { mutationKey: photosOnTheirWay, status: 'pending' },
    select: ({ options }) => options.mutationKey?.at(-1),
  })
}

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

/** Returns actions that stay the same however often they are given anew, so that only those rows are drawn whose person changed. */
export function useSteady(actions: RowActions): RowActions {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const [steady] = useState<RowActions>(() => ({
    choose: (...what) => latest.current.choose(...what),
    restNegative: (...what) => latest.current.restNegative(...what),
    allInvalid: (...what) => latest.current.allInvalid(...what),
    enterOther: (...what) => latest.current.enterOther(...what),
    clear: (...what) => latest.current.clear(...what),
    applied: (...what) => latest.current.applied(...what),
    takeOut: (...what) => latest.current.takeOut(...what),
    toggle: (...what) => latest.current.toggle(...what),
    draft: (...what) => latest.current.draft(...what),
    enterDraft: (...what) => latest.current.enterDraft(...what),
    keepTheirs: (...what) => latest.current.keepTheirs(...what),
    replaceTheirs: (...what) => latest.current.replaceTheirs(...what),
  }))
  return steady
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
