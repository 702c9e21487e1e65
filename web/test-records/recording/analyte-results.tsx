import type { KeyboardEvent } from 'react'
import type { Analyte, AssayListItem } from '../../../contract/assays/assay.ts'
import type { Result } from '../../../contract/rules/results.ts'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { useT } from '../../ui/phrases.ts'
import { ResultIcon } from '../../ui/result-badge.tsx'
import type { FieldWords } from './error-words.ts'

/** The lines of a device, with the results that each of them may have. */
export interface LinesOfAssay extends Pick<AssayListItem, 'offeredResults'> {
  analytes: readonly Pick<Analyte, 'id' | 'name'>[]
}

interface Props {
  assay: LinesOfAssay
  results: Record<string, Result>
  errors: FieldWords
  onChange: (analyteId: string, result: Result) => void
  isDense?: boolean
}

/** The results of an assay with one line, as large cards. */
export function AnalyteResult({ assay, results, errors, onChange, isDense = false }: Props) {
  const t = useT()
  return assay.analytes.map(({ id }) => (
    <ChoiceCards
      key={id}
      name={`result.${id}`}
      legend={t('fields:result')}
      help={t('recording:test.keys', { count: assay.offeredResults.length })}
      hasKeys
      isDense={isDense}
      choices={assay.offeredResults.map((result) => ({
        value: result,
        label: t(`results:${result}`),
        icon: <ResultIcon result={result} size={isDense ? 16 : 20} />,
        tone: result,
      }))}
      value={results[id]}
      onChange={(result) => onChange(id, result)}
      error={errors[`result.${id}`]}
    />
  ))
}

/**
 * Returns the result that a digit chooses outside any text field. It applies to the focused line, else to the first
 * line without a result, else to the first line.
 */
export function resultOfKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>,
  assay: LinesOfAssay,
  results: Record<string, Result>,
): { analyteId: string; result: Result } | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return undefined
  const result = assay.offeredResults[Number(event.key) - 1]
  const focused = event.target instanceof HTMLInputElement ? event.target.name : undefined
  const analyte =
    assay.analytes.find(({ id }) => focused === `result.${id}`) ??
    assay.analytes.find(({ id }) => results[id] === undefined) ??
    assay.analytes[0]
  return result && analyte && { analyteId: analyte.id, result }
}

/** Moves the focus after a digit has chosen a result: to the next line without one, else to the button that goes on. */
export function focusAfterKey(
  form: HTMLFormElement | null,
  assay: LinesOfAssay,
  results: Record<string, Result>,
): void {
  const open = assay.analytes.find(({ id }) => results[id] === undefined)
  const next = open === undefined ? 'button[type="submit"]' : `input[name="${CSS.escape(`result.${open.id}`)}"]`
  form?.querySelector<HTMLElement>(next)?.focus()
}

function isTyping(target: EventTarget): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'radio'
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
