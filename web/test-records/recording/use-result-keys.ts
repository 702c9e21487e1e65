import type { RefObject } from 'react'
import type { Result } from '../../../contract/rules/results.ts'
import { useLoneKeys } from '../../ui/use-lone-keys.ts'
import type { LinesOfAssay } from './analyte-results.tsx'

/** The results of lines, by the id of their analyte. */
type Results = Record<string, Result>

/** What a key chooses: a result of one line, or of all lines that it is about. */
type Choice = (before: Results) => Results

interface Settings {
  assay: LinesOfAssay
  results: Results
  /** The form of the lines. Keys count where it and its heading have the focus. */
  form: RefObject<HTMLFormElement | null>
  /** True where no result is asked for, so that no key chooses one. */
  isOff?: boolean
  onChange: (results: Results) => void
}

/** The keys of the buttons that answer several lines at once. */
export const keysOfAll = { negative: '0', invalid: '9' } as const

/** Marks the open lines as negative. A line with a result keeps it, because a short cut must not undo an observation. */
export function restNegative({ analytes }: LinesOfAssay): Choice {
  return (before) => ({ ...Object.fromEntries(analytes.map(({ id }) => [id, 'negative' as const])), ...before })
}

/** Marks all lines as invalid, because the device has no control line. */
export function allInvalid({ analytes }: LinesOfAssay): Choice {
  return () => Object.fromEntries(analytes.map(({ id }) => [id, 'invalid' as const]))
}

/**
 * The digits that choose results outside any text field, and never a scanner's. Returns the results as they are about to be, while it is not
 * certain yet that somebody pressed the key.
 */
export function useResultKeys(settings: Settings): Results | undefined {
  const { assay, results, form, isOff = false, onChange } = settings
  const pending = useLoneKeys<Choice>({
    whatOf(key, at) {
      const isHere = !isOff && form.current?.parentElement?.contains(at) === true
      return isHere ? choiceOf(key, at, assay, results) : undefined
    },
    act(choice) {
      onChange(choice(results))
      focusAfterKey(form.current, assay, choice(results))
      return () => onChange(results)
    },
  })
  return pending?.(results)
}

/** A digit applies to the focused line, else to the first line without a result, else to the first line. */
function choiceOf(key: string, at: Element, assay: LinesOfAssay, results: Results): Choice | undefined {
  const { analytes, offeredResults } = assay
  if (analytes.length > 1) {
    const isOpen = analytes.some(({ id }) => results[id] === undefined)
    if (key === keysOfAll.negative && isOpen && offeredResults.includes('negative')) return restNegative(assay)
    if (key === keysOfAll.invalid && offeredResults.includes('invalid')) return allInvalid(assay)
  }
  const result = /^[1-9]$/.test(key) ? offeredResults[Number(key) - 1] : undefined
  const focused = at instanceof HTMLInputElement ? at.name : undefined
  const analyte =
    analytes.find(({ id }) => focused === `result.${id}`) ??
    analytes.find(({ id }) => results[id] === undefined) ??
    analytes[0]
  if (result === undefined || analyte === undefined) return undefined
  return (before) => ({ ...before, [analyte.id]: result })
}

/** Moves the focus to the next line without a result, else to the button that goes on. */
function focusAfterKey(form: HTMLFormElement | null, { analytes }: LinesOfAssay, results: Results): void {
  const open = analytes.find(({ id }) => results[id] === undefined)
  const next = open === undefined ? 'button[type="submit"]' : `input[name="${CSS.escape(`result.${open.id}`)}"]`
  form?.querySelector<HTMLElement>(next)?.focus()
}
