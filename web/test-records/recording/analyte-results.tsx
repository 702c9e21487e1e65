import type { KeyboardEvent } from 'react'
import type { Assay } from '../../../contract/assays/endpoints.ts'
import type { Result } from '../../../contract/rules/results.ts'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { useT } from '../../ui/phrases.ts'
import { ResultIcon } from '../../ui/result-badge.tsx'
import type { FieldWords } from './error-words.ts'

interface Props {
  assay: Assay
  results: Record<string, Result>
  errors: FieldWords
  onChange: (analyteId: string, result: Result) => void
}

/** The results that the assay offers, as large cards for each line of the test. */
export function AnalyteResults({ assay, results, errors, onChange }: Props) {
  const t = useT()
  return assay.analytes.map(({ id, name }) => (
    <ChoiceCards
      key={id}
      name={`result.${id}`}
      legend={
        assay.analytes.length === 1 ? t('recording:test.result') : t('recording:test.resultOf', { analyte: name })
      }
      help={t('recording:test.keys', { count: assay.offeredResults.length })}
      hasKeys
      choices={assay.offeredResults.map((result) => ({
        value: result,
        label: t(`results:${result}`),
        icon: <ResultIcon result={result} size={20} />,
        tone: result,
      }))}
      value={results[id]}
      onChange={(result) => onChange(id, result)}
      error={errors[`result.${id}`]}
    />
  ))
}

/**
 * What a digit pressed outside any text field chooses: for the line of the test that has the focus, else for the first
 * without a result, else for the first.
 */
export function resultOfKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>,
  assay: Assay,
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

/** Where the focus goes when a digit has chosen a result: to the next line without one, else to the way on. */
export function focusAfterKey(form: HTMLFormElement | null, assay: Assay, results: Record<string, Result>): void {
  const open = assay.analytes.find(({ id }) => results[id] === undefined)
  const next = open === undefined ? 'button[type="submit"]' : `input[name="${CSS.escape(`result.${open.id}`)}"]`
  form?.querySelector<HTMLElement>(next)?.focus()
}

function isTyping(target: EventTarget): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'radio'
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
