import { IconChevronDown } from '@tabler/icons-react'
import type { Result } from '../../../contract/rules/results.ts'
import type { Round, RoundRow } from '../../../contract/rounds/round.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { countdown, type Standing } from '../running/clock.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useT } from '../../ui/phrases.ts'
import { ResultBadge, ResultIcon } from '../../ui/result-badge.tsx'
import type { Unsent } from './outbox.ts'
import { lazyPage } from '../../loading/lazy-page.ts'
import { Coming } from '../../loading/waiting.tsx'
import { otherOutcomes, type RowActions, type RowDraft } from './row-actions.ts'
import { initialsOf, nameOf, resultOf, wordsOf } from './standing.ts'
import * as styles from './round-row.module.css'

/** Loaded right after the page, so that it is there when the network is not. */
export const RowDetails = lazyPage(async () => (await import('./row-details.tsx')).RowDetails)

interface Props {
  round: Round
  row: RoundRow
  /** What this user entered and the server does not have. */
  unsent: Unsent | undefined
  /** What is chosen and not complete yet. */
  draft: RowDraft | undefined
  /** The key that is about to be taken for this person. */
  pendingKey: string | undefined
  isOpen: boolean
  phase: Standing['phase'] | undefined
  /** The milliseconds until the next phase, rounded to seconds. */
  left: number | null
  isLocked: boolean
  actions: RowActions
}

/** One person of a round: who they are, a button for each result, and what was entered by whom. */
export function RoundRowLine(props: Props) {
  const { round, row, unsent, draft, pendingKey, isOpen, phase, left, isLocked, actions } = props
  const t = useT()
  const dates = useDates()
  const { assay } = round
  const id = row.subjectId
  const name = nameOf(row)
  const entry = unsent?.is === 'waiting' ? unsent.entry.entry : row.entry
  const result = entry === null ? undefined : resultOf(entry)
  const isStored = row.testRecordId !== null
  const canEnter = !isLocked && !isStored
  const { subject, unit, room, role, last } = row
  const facts = [
    subject.dateOfBirth !== null && dates.day(subject.dateOfBirth),
    subject.localId,
    unit,
    room && t('rounds:room', { room }),
    role && t(`personDetails:role.${role}`),
    last && t('rounds:last', { result: t(`results:${last.result}`), day: dates.dayOf(last.performedAt, round.zone) }),
  ].filter(Boolean)
  const chosen = (analyteId: string): Result | undefined =>
    draft?.results[analyteId] ?? entry?.analyteResults.find((one) => one.analyteId === analyteId)?.result
  // A digit is for the next line without a result.
  const nextLine = assay.analytes.find((analyte) => draft?.results[analyte.id] === undefined)
  return (
    <div className={styles.row} data-row={id} data-entered={entry !== null || undefined} data-phase={phase}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.name}
          data-name
          aria-expanded={isOpen}
          onClick={() => actions.toggle(id)}
        >
          <span>{name}</span>
          <IconChevronDown size={16} aria-hidden />
        </button>
        <p className={styles.facts}>{facts.join(' · ')}</p>
      </div>
      <div className={styles.standing} role="group" aria-label={t('rounds:entryOf', { name })}>
        {entry !== null && (result === undefined ? <strong>{wordsOf(entry)}</strong> : <ResultBadge result={result} />)}
        {unsent?.is === 'waiting' && <span className={styles.note}>{t('rounds:notSent')}</span>}
        {unsent === undefined && row.entry !== null && row.enteredBy !== null && (
          <span className={styles.note} title={row.enteredBy.name}>
            {t('rounds:by', { initials: initialsOf(row.enteredBy.name), time: dates.timeOf(row.enteredAt ?? '') })}
          </span>
        )}
        {entry === null && phase !== undefined && (
          <span className={styles.clock} data-phase={phase}>
            {phase === 'late' || left === null
              ? t(`rounds:phase.${phase}`)
              : `${t(`rounds:phase.${phase}`)} ${countdown(left)}`}
          </span>
        )}
      </div>
      {canEnter && (
        <div className={styles.ways}>
          {assay.analytes.map((analyte) => (
            <div key={analyte.id} className={styles.line} role="group" aria-label={`${analyte.name}: ${name}`}>
              {assay.analytes.length > 1 && <span className={styles.analyte}>{analyte.name}</span>}
              {assay.offeredResults.map((one, index) => (
                <button
                  key={one}
                  type="button"
                  className={styles.result}
                  data-tone={one}
                  aria-pressed={chosen(analyte.id) === one}
                  data-pending={(analyte === nextLine && pendingKey === String(index + 1)) || undefined}
                  onClick={() => actions.choose(id, analyte.id, one)}
                >
                  <ResultIcon result={one} size={16} />
                  <span>{t(`results:${one}`)}</span>
                  <kbd aria-hidden>{index + 1}</kbd>
                </button>
              ))}
            </div>
          ))}
          <div className={styles.line}>
            {Object.entries(otherOutcomes).map(([key, outcome]) => (
              <button
                key={key}
                type="button"
                className={styles.other}
                aria-pressed={entry?.outcome === outcome}
                data-pending={pendingKey === key || undefined}
                onClick={() => actions.enterOther(id, outcome)}
              >
                <span>{t(`rounds:outcome.${outcome}`)}</span>
                <kbd aria-hidden>{key.toUpperCase()}</kbd>
              </button>
            ))}
            {round.timing === 'person' && row.appliedAt === null && entry === null && (
              <button type="button" className={styles.other} onClick={() => actions.applied(id)}>
                <span>{t('rounds:applied')}</span>
                <kbd aria-hidden>{'T'}</kbd>
              </button>
            )}
          </div>
        </div>
      )}
      {unsent?.is === 'conflict' && (
        <Alert tone="danger" title={t('rounds:conflict.title')}>
          <p>
            {t('rounds:conflict.text', {
              name: row.enteredBy?.name ?? '',
              theirs: wordsOf(row.entry),
              time: row.enteredAt === null ? '' : dates.timeOf(row.enteredAt),
              mine: wordsOf(unsent.entry.entry),
            })}
          </p>
          <div className={styles.line}>
            <Button variant="default" onClick={() => actions.keepTheirs(id)}>
              {t('rounds:conflict.keep', { entry: wordsOf(row.entry) })}
            </Button>
            {canEnter && (
              <Button variant="default" onClick={() => actions.replaceTheirs(id)}>
                {t('rounds:conflict.replace', { entry: wordsOf(unsent.entry.entry) })}
              </Button>
            )}
          </div>
        </Alert>
      )}
      {unsent?.is === 'refused' && (
        <Alert tone="danger" title={t('rounds:refused', { entry: wordsOf(unsent.entry.entry) })}>
          <p>{unsent.reason}</p>
          <Button variant="default" onClick={() => actions.keepTheirs(id)}>
            {t('rounds:refusedDrop')}
          </Button>
        </Alert>
      )}
      {row.failure !== null && !isStored && (
        <Alert tone="danger" title={t('rounds:notStored')}>
          {row.failure}
        </Alert>
      )}
      {isOpen && (
        <Coming>
          <RowDetails
            key={row.revision}
            round={round}
            row={row}
            draft={draft}
            phase={phase}
            canEnter={canEnter}
            actions={actions}
          />
        </Coming>
      )}
    </div>
  )
}
