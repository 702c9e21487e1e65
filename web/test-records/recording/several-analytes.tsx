import { overallResult, type Result } from '../../../contract/rules/results.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { useT } from '../../ui/phrases.ts'
import { ResultBadge, ResultIcon } from '../../ui/result-badge.tsx'
import type { LinesOfAssay } from './analyte-results.tsx'
import type { FieldWords } from './error-words.ts'
import { allInvalid, keysOfAll, restNegative } from './use-result-keys.ts'
import * as styles from './several-analytes.module.css'

interface Props {
  assay: LinesOfAssay
  results: Record<string, Result>
  /** The results as a key is about to choose them. */
  pending: Record<string, Result> | undefined
  errors: FieldWords
  onChange: (analyteId: string, result: Result) => void
  /** Sets the results of all lines at once; an empty object starts over. */
  onAll: (results: Record<string, Result>) => void
}

/**
 * The lines of a device with several, answered one by one or all at once: open lines as negative, or all lines as
 * invalid if there is no control line. The overall result follows below them.
 */
export function SeveralAnalytes({ assay, results, pending, errors, onChange, onAll }: Props) {
  const t = useT()
  const { analytes, offeredResults } = assay
  const open = analytes.filter(({ id }) => results[id] === undefined)
  const answered = analytes.flatMap(({ id }) => results[id] ?? [])

  /** Focuses the button that goes on once nothing is left to answer. */
  function answer(all: Record<string, Result>, { currentTarget }: { currentTarget: HTMLElement }) {
    onAll(all)
    currentTarget.closest('form')?.querySelector<HTMLElement>('button[type="submit"]')?.focus()
  }

  return (
    <div className={styles.lines}>
      <p className={`${styles.help} ${styles.keys}`}>
        {t('recordingDetails:lines.help', { count: offeredResults.length })}
      </p>
      <div className={styles.together}>
        {offeredResults.includes('negative') && (
          <Button
            variant="default"
            isInactive={open.length === 0}
            onClick={(event) => answer(restNegative(assay)(results), event)}
          >
            <ResultIcon result="negative" size={18} />
            <span>
              {t(
                answered.length === 0 || open.length === 0
                  ? 'recordingDetails:lines.allNegative'
                  : 'recordingDetails:lines.restNegative',
              )}
            </span>
            <kbd aria-hidden>{keysOfAll.negative}</kbd>
          </Button>
        )}
        {offeredResults.includes('invalid') && (
          <Button variant="default" onClick={(event) => answer(allInvalid(assay)(results), event)}>
            <ResultIcon result="invalid" size={18} />
            <span>{t('recordingDetails:lines.noControl')}</span>
            <kbd aria-hidden>{keysOfAll.invalid}</kbd>
          </Button>
        )}
        {answered.length > 0 && (
          <Button variant="quiet" onClick={() => onAll({})}>
            {t('recordingDetails:lines.clear')}
          </Button>
        )}
      </div>
      {analytes.map(({ id, name }) => (
        <ChoiceCards
          key={id}
          name={`result.${id}`}
          legend={name}
          hasKeys
          isDense
          choices={offeredResults.map((result) => ({
            value: result,
            label: t(`results:${result}`),
            icon: <ResultIcon result={result} size={16} />,
            tone: result,
          }))}
          value={results[id]}
          pending={pending?.[id] === results[id] ? undefined : pending?.[id]}
          onChange={(result) => onChange(id, result)}
          error={errors[`result.${id}`]}
        />
      ))}
      <div className={styles.overall} role="status">
        {open.length > 0 ? (
          <span className={styles.help}>
            {t('recordingDetails:lines.open', { answered: answered.length, count: analytes.length })}
          </span>
        ) : (
          <>
            <span>{`${t('recordingDetails:lines.overall')} `}</span>
            <ResultBadge result={overallResult(answered)} />
          </>
        )}
      </div>
    </div>
  )
}
