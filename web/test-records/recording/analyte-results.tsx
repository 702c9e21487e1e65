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
  /** The results as a key is about to choose them. */
  pending: Record<string, Result> | undefined
  errors: FieldWords
  onChange: (analyteId: string, result: Result) => void
  isDense?: boolean
}

/** The results of an assay with one line, as large cards. */
export function AnalyteResult({ assay, results, pending, errors, onChange, isDense = false }: Props) {
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
      pending={pending?.[id]}
      onChange={(result) => onChange(id, result)}
      error={errors[`result.${id}`]}
    />
  ))
}
