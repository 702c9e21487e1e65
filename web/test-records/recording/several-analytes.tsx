import type { KeyboardEvent } from 'react'
import { overallResult, type Result } from '../../../contract/rules/results.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { useT } from '../../ui/phrases.ts'
import { ResultBadge, ResultIcon } from '../../ui/result-badge.tsx'
import type { LinesOfAssay } from './analyte-results.tsx'
import type { FieldWords } from './error-words.ts'
import * as styles from './several-analytes.module.css'

interface Props {
  assay: LinesOfAssay
  results: Record<string, Result>
  errors: FieldWords
  onChange: (analyteId: string, result: Result) => void
  /** Sets the results of all lines at once; an empty object starts over. */
  onAll: (results: Record<string, Result>) => void
}

const keyOfNegative = '0'
const keyOfInvalid = '9'

/**
 * The lines of a device with several, answered one by one or all at once: open lines as negative, or all lines as
 * invalid if there is no control line. The overall result follows below them.
 */
export function SeveralAnalytes({ assay, results, errors, onChange, onAll }: Props) {
  const t = useT()
  const { analytes, offeredResults } = assay
  const open = analytes.filter(({ id }) => results[id] === undefined)
  const answered = analytes.flatMap(({ id }) => results[id] ?? [])
  const isNegativeOffered = offeredResults.includes('negative') && open.length > 0

  /**
   * Marks the open lines as negative. A line with a result keeps it, because a short cut must not undo an observation.
   */
  function restNegative() {
    onAll({ ...Object.fromEntries(open.map(({ id }) => [id, 'negative' as const])), ...results })
  }
  function allInvalid() {
    onAll(Object.fromEntries(analytes.map(({ id }) => [id, 'invalid' as const])))
  }

  /** Focuses the button that goes on once nothing is left to answer. */
  function act(act: () => void, { currentTarget }: { currentTarget: HTMLElement }) {
    act()
    currentTarget.closest('form')?.querySelector<HTMLElement>('button[type="submit"]')?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const pressed =
      event.key === keyOfNegative && isNegativeOffered
        ? restNegative
        : event.key === keyOfInvalid && offeredResults.includes('invalid')
          ? allInvalid
          : undefined
    if (pressed === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act(pressed, event)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys are a short cut to the buttons inside
    <div className={styles.lines} onKeyDown={onKeyDown}>
      <p className={`${styles.help} ${styles.keys}`}>
        {t('recordingDetails:lines.help', { count: offeredResults.length })}
      </p>
      <div className={styles.together}>
        {offeredResults.includes('negative') && (
          <Button variant="default" isInactive={open.length === 0} onClick={(event) => act(restNegative, event)}>
            <ResultIcon result="negative" size={18} />
            <span>
              {t(
                answered.length === 0 || open.length === 0
                  ? 'recordingDetails:lines.allNegative'
                  : 'recordingDetails:lines.restNegative',
              )}
            </span>
            <kbd aria-hidden>{keyOfNegative}</kbd>
          </Button>
        )}
        {offeredResults.includes('invalid') && (
          <Button variant="default" onClick={(event) => act(allInvalid, event)}>
            <ResultIcon result="invalid" size={18} />
            <span>{t('recordingDetails:lines.noControl')}</span>
            <kbd aria-hidden>{keyOfInvalid}</kbd>
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
