import type { RefObject } from 'react'
import type { Result } from '../../../contract/rules/results.ts'
import type { Elements } from '../../ui/elements.ts'
import { alsoSay, t as say } from '../../ui/phrases.ts'
import { showMessage } from '../../ui/snackbar-store.ts'
import { useScanner } from '../scanning/use-scanner.ts'
import type { FieldErrors } from '../../ui/use-form.ts'
import { AnalyteResult, type LinesOfAssay } from './analyte-results.tsx'
import { SeveralAnalytes } from './several-analytes.tsx'
import { useResultKeys } from './use-result-keys.ts'

/** The part of a form that reads the lines of a device: `results` by the id of their analyte. */
interface LinesForm {
  form: RefObject<HTMLFormElement | null>
  values: { results: Record<string, Result> }
  errors: FieldErrors
  set: (name: 'results', results: Record<string, Result>) => void
  forget: (names: readonly string[]) => void
}

/**
 * The lines of a device in a form: their fields, the digits that choose results outside any text field, and the results
 * to send.
 */
export function useLines(
  assay: LinesOfAssay,
  form: LinesForm,
): {
  lines: Elements
  read: () => { analyteResults: { analyteId: string; result: Result }[]; missing: FieldErrors }
} {
  const { analytes } = assay
  const { results } = form.values
  const errors = Object.fromEntries(
    Object.entries(form.errors).flatMap(([name, words]) => (words === undefined ? [] : [[name, words]])),
  )
  const choose = (analyteId: string, result: Result) => {
    form.set('results', { ...results, [analyteId]: result })
    form.forget([`result.${analyteId}`, 'analyteResults'])
  }
  // The kit is fixed here, so a scan chooses nothing and is typed nowhere.
  useScanner({
    onScan: () => void alsoSay('kitScan').then(() => showMessage(say('kitScan:refused.noField'))),
    chosen: results,
    putBack: (before) => form.set('results', before),
  })
  const chooseAll = (all: Record<string, Result>) => {
    form.set('results', all)
    form.forget([...analytes.map(({ id }) => `result.${id}`), 'analyteResults'])
  }
  const pending = useResultKeys({ assay, results, form: form.form, onChange: chooseAll })
  return {
    read() {
      const open = analytes.filter(({ id }) => results[id] === undefined)
      const missing = ({ name }: { name: string }) =>
        say('rules:required', { field: analytes.length > 1 ? name : say('fields:result') })
      return {
        analyteResults: analytes.flatMap(({ id }) => {
          const result = results[id]
          return result === undefined ? [] : [{ analyteId: id, result }]
        }),
        missing: Object.fromEntries(open.map((analyte) => [`result.${analyte.id}`, missing(analyte)])),
      }
    },
    lines:
      analytes.length === 1 ? (
        <AnalyteResult assay={assay} results={results} pending={pending} errors={errors} onChange={choose} isDense />
      ) : (
        <SeveralAnalytes
          assay={assay}
          results={results}
          pending={pending}
          errors={errors}
          onChange={choose}
          onAll={chooseAll}
        />
      ),
  }
}
