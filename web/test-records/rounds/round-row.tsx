import {
  IconAlertTriangle,
  IconCheck,
  IconChevronDown,
  IconCircleCheck,
  IconDots,
  IconHourglass,
  IconX,
} from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { Result } from '../../../contract/rules/results.ts'
import type { Round, RoundRow, StandingEntry } from '../../../contract/rounds/round.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { countdown, type Standing } from '../running/clock.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useT, type PhraseKey } from '../../ui/phrases.ts'
import { ResultBadge, ResultIcon } from '../../ui/result-badge.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { keysOfAll } from '../recording/use-result-keys.ts'
import type { Unsent } from './outbox.ts'
import { lazyPage } from '../../loading/lazy-page.ts'
import { Coming } from '../../loading/waiting.tsx'
import { otherOutcomes, type RowActions, type RowDraft } from './row-actions.ts'
import { initialsOf, linesIn, nameOf, resultOf, wordsOf, wordsOfLines } from './standing.ts'
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
  /** True if somebody else of the round has the same name and date of birth. */
  isNamesake: boolean
  actions: RowActions
}

/**
 * One person of a round: who they are, a button for each result, and what was entered by whom. It is drawn anew only if one of these
 * changes, because a round of sixty would otherwise be drawn anew with each key.
 */
export const RoundRowLine = memo(function RoundRowLine(props: Props) {
  const { round, row, unsent, draft, isNamesake, pendingKey, isOpen, phase, isLocked, actions } = props
  const t = useT()
  const dates = useDates()
  const [wasOpened, setOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setOpened(true)
  const { assay } = round
  const id = row.subjectId
  const name = nameOf(row)
  const entry = unsent?.is === 'waiting' ? unsent.entry.entry : row.entry
  const isStored = row.testRecordId !== null
  const canEnter = !isLocked && !isStored
  const { subject, unit, room, role, last } = row
  const born = subject.dateOfBirth === null ? null : dates.day(subject.dateOfBirth)
  const facts = [
    isNamesake && t('rounds:sameName'),
    isNamesake && subject.email,
    subject.localId,
    unit,
    room && t('rounds:room', { room }),
    role && t(`personDetails:role.${role}`),
    last && t('rounds:last', { result: t(`results:${last.result}`), day: dates.dayOf(last.performedAt, round.zone) }),
  ]
    .filter(Boolean)
    .join(' · ')
  const isSeveral = assay.analytes.length > 1
  const chosen = (analyteId: string): Result | undefined =>
    draft?.results[analyteId] ?? entry?.analyteResults.find((one) => one.analyteId === analyteId)?.result
  // A digit is for the next line without a choice, also where an entry stands that it is about to replace.
  const digitLine = assay.analytes.find((analyte) => draft?.results[analyte.id] === undefined)
  const openLines = assay.analytes.filter((analyte) => chosen(analyte.id) === undefined)
  const isBegun = openLines.length > 0 && openLines.length < assay.analytes.length
  return (
    <div
      className={styles.row}
      data-row={id}
      data-entered={entry !== null || undefined}
      data-phase={phase}
      data-several={isSeveral || undefined}
    >
      <button type="button" className={styles.name} data-name aria-expanded={isOpen} onClick={() => actions.toggle(id)}>
        <span>{name}</span>
        <IconChevronDown size={16} aria-hidden />
      </button>
      <p className={styles.facts} title={[born, facts].filter(Boolean).join(' · ')}>
        {born !== null && (
          <span className={styles.born} data-born>
            {born}
          </span>
        )}
        {facts !== '' && <span>{born === null ? facts : ` · ${facts}`}</span>}
      </p>
      <RowStanding {...props} entry={entry} />
      {canEnter && (
        <>
          <div className={styles.quick}>
            {isSeveral && assay.offeredResults.includes('negative') && (
              <button
                type="button"
                className={styles.result}
                aria-disabled={openLines.length === 0 || undefined}
                data-pending={pendingKey === keysOfAll.negative || undefined}
                onClick={() => actions.restNegative(id)}
              >
                <span>{t(`recordingDetails:lines.${isBegun ? 'rest' : 'all'}Negative`)}</span>
                <kbd aria-hidden>{keysOfAll.negative}</kbd>
              </button>
            )}
            {round.timing === 'person' && row.appliedAt === null && entry === null && (
              <button type="button" className={styles.result} onClick={() => actions.applied(id)}>
                <span>{t('rounds:applied')}</span>
                <kbd aria-hidden>{'T'}</kbd>
              </button>
            )}
          </div>
          <div className={styles.ways}>
            {assay.analytes.map((analyte) => (
              <div key={analyte.id} className={styles.line} role="group" aria-label={`${analyte.name}: ${name}`}>
                {isSeveral && <span className={styles.analyte}>{analyte.name}</span>}
                {assay.offeredResults.map((one, index) => (
                  <button
                    key={one}
                    type="button"
                    className={styles.result}
                    data-tone={one}
                    aria-pressed={chosen(analyte.id) === one}
                    data-pending={(analyte === digitLine && pendingKey === String(index + 1)) || undefined}
                    onClick={() => actions.choose(id, analyte.id, one)}
                  >
                    <ResultIcon result={one} size={16} />
                    <span>{t(`results:${one}`)}</span>
                    {analyte === digitLine && <kbd aria-hidden>{index + 1}</kbd>}
                  </button>
                ))}
              </div>
            ))}
          </div>
          <Menu
            label={t('rounds:more', { name })}
            title={t('rounds:notTested')}
            buttonClass={styles.more}
            button={<IconDots size={20} aria-hidden />}
          >
            {Object.entries(otherOutcomes).map(([key, outcome]) => (
              <button
                key={key}
                type="button"
                role="menuitemradio"
                aria-checked={entry?.outcome === outcome}
                tabIndex={-1}
                onClick={() => actions.enterOther(id, outcome)}
              >
                <IconCheck size={18} aria-hidden />
                <span>{t(`rounds:outcome.${outcome}`)}</span>
                <kbd aria-hidden>{key.toUpperCase()}</kbd>
              </button>
            ))}
            {isSeveral && assay.offeredResults.includes('invalid') && (
              <button type="button" role="menuitem" tabIndex={-1} onClick={() => actions.allInvalid(id)}>
                <ResultIcon result="invalid" size={18} />
                <span>{t('recordingDetails:lines.noControl')}</span>
                <kbd aria-hidden>{keysOfAll.invalid}</kbd>
              </button>
            )}
          </Menu>
        </>
      )}
      {unsent?.is === 'conflict' && (
        <Alert tone="danger" title={t('rounds:conflict.title')}>
          <p>
            {t('rounds:conflict.text', {
              name: row.enteredBy?.name ?? '',
              theirs: wordsOfLines(round, row.entry),
              time: row.enteredAt === null ? '' : dates.timeOf(row.enteredAt),
              mine: wordsOfLines(round, unsent.entry.entry),
            })}
          </p>
          <div className={styles.answers}>
            <Button variant="default" onClick={() => actions.keepTheirs(id)}>
              {t('rounds:conflict.keep', { entry: wordsOfLines(round, row.entry) })}
            </Button>
            {canEnter && (
              <Button variant="default" onClick={() => actions.replaceTheirs(id)}>
                {t('rounds:conflict.replace', { entry: wordsOfLines(round, unsent.entry.entry) })}
              </Button>
            )}
          </div>
        </Alert>
      )}
      {unsent?.is === 'refused' && (
        <Alert tone="danger" title={t('rounds:refused', { entry: wordsOfLines(round, unsent.entry.entry) })}>
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
      {wasOpened && (
        <Coming>
          <RowDetails
            round={round}
            row={row}
            draft={draft}
            phase={phase}
            canEnter={canEnter}
            isClosed={!isOpen}
            actions={actions}
          />
        </Coming>
      )}
    </div>
  )
})

/** The state of a person as a badge: what was entered by whom, or how far the device is. */
function RowStanding({
  round,
  row,
  unsent,
  entry,
  pendingKey,
  phase,
  left,
  isLocked,
}: Props & { entry: StandingEntry | null }) {
  const t = useT()
  const dates = useDates()
  const result = entry === null ? undefined : resultOf(entry)
  const lines = isLocked || row.testRecordId !== null ? linesIn(round, entry?.analyteResults ?? []) : ''
  const about = pendingKey === undefined ? undefined : aboutTo(pendingKey)
  return (
    <div className={styles.standing} role="group" aria-label={t('rounds:entryOf', { name: nameOf(row) })}>
      {about !== undefined ? (
        <span data-pending className={styles.about}>
          {t(about)}
        </span>
      ) : result !== undefined ? (
        <ResultBadge result={result} />
      ) : entry !== null ? (
        <StatusBadge tone="over" icon={<IconX size={14} stroke={2.5} aria-hidden />}>
          {wordsOf(entry)}
        </StatusBadge>
      ) : (
        phase !== undefined && <PhaseBadge phase={phase} left={left} />
      )}
      {/* Where nothing can be entered, no buttons show which line it is. */}
      {lines !== '' && <span className={styles.note}>{lines}</span>}
      {unsent?.is === 'waiting' && <span className={styles.note}>{t('rounds:notSent')}</span>}
      {unsent === undefined && row.entry !== null && row.enteredBy !== null && (
        <span className={styles.note} title={row.enteredBy.name}>
          {t('rounds:by', { initials: initialsOf(row.enteredBy.name), time: dates.timeOf(row.enteredAt ?? '') })}
        </span>
      )}
    </div>
  )
}

/** What a key is about to enter that has no button of its own on the row. */
function aboutTo(key: string): PhraseKey | undefined {
  if (key === keysOfAll.invalid) return 'results:invalid'
  return key in otherOutcomes ? `rounds:outcome.${otherOutcomes[key as keyof typeof otherOutcomes]}` : undefined
}

const phases = {
  developing: { tone: 'waiting', icon: IconHourglass },
  ready: { tone: 'good', icon: IconCircleCheck },
  late: { tone: 'trouble', icon: IconAlertTriangle },
} as const

function PhaseBadge({ phase, left }: { phase: Standing['phase']; left: number | null }) {
  const t = useT()
  const { tone, icon: Icon } = phases[phase]
  const word = t(`rounds:phase.${phase}`)
  return (
    <StatusBadge tone={tone} icon={<Icon size={14} stroke={2.5} aria-hidden />}>
      {phase === 'late' || left === null ? word : `${word} ${countdown(left)}`}
    </StatusBadge>
  )
}
