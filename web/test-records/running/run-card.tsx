import { IconAlertTriangle, IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import type { TestRun } from '../../../contract/test-runs/test-run.ts'
import { subjectName } from '../../../contract/subjects/subject.ts'
import { FormLink } from '../../editing/form-panel.tsx'
import { usePlaceName } from '../../lists/place-name.ts'
import { paths } from '../../paths.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { useT } from '../../ui/phrases.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { countdown, type Standing } from './clock.ts'
import * as styles from './run-card.module.css'

const looks = {
  developing: { tone: 'waiting', Icon: IconHourglass },
  ready: { tone: 'good', Icon: IconCircleCheck },
  late: { tone: 'trouble', Icon: IconAlertTriangle },
} as const

/**
 * One test in progress: the subject in large letters, the assay, and the time until it can be read or no longer can.
 */
export function RunCard({ run, standing: { phase, left } }: { run: TestRun; standing: Standing }) {
  const t = useT()
  const placeName = usePlaceName()
  const dates = useDates()
  const { id, subject, assay, organisation, group, specimen, lot, location, startedAt, startedBy, zone, readUntil } =
    run
  const name = subjectName(subject) ?? t('lists:anonymized')
  const { tone, Icon } = looks[phase]
  return (
    <article className={styles.card} data-phase={phase} aria-label={name}>
      <header className={styles.head}>
        <StatusBadge tone={tone} icon={<Icon size={18} aria-hidden />}>
          {t(`testRuns:phase.${phase}`)}
        </StatusBadge>
        {phase === 'late' && readUntil !== null ? (
          <span className={styles.since}>{t('testRuns:lateSince', { time: dates.instantIn(readUntil, zone) })}</span>
        ) : (
          phase !== 'late' &&
          left !== null && (
            <span role="timer" className={styles.clock}>
              <span className={styles.clockLabel}>{`${t(`testRuns:left.${phase}`)} `}</span>
              <strong>{countdown(left)}</strong>
            </span>
          )
        )}
      </header>
      <h2 className={styles.name}>{name}</h2>
      {subject.dateOfBirth !== null && (
        <p className={styles.born}>{t('testRuns:born', { date: dates.day(subject.dateOfBirth) })}</p>
      )}
      <p className={styles.facts}>
        {[assay.name, specimen, lot && t('testRuns:lot', { lot })].filter(Boolean).join(' · ')}
      </p>
      <p className={styles.facts}>{[placeName({ ...group, organisation }), location].filter(Boolean).join(' · ')}</p>
      <p className={styles.facts}>
        {t('testRuns:started', { time: dates.timeIn(startedAt, zone), name: startedBy.name })}
      </p>
      <footer className={styles.ways}>
        <FormLink target={paths.readRun(id)} variant={phase === 'ready' ? 'filled' : 'default'}>
          <span>{t(phase === 'developing' ? 'testRuns:readEarly' : 'shell:page.readRun')}</span>
          <span className={styles.of}>{`: ${name}`}</span>
        </FormLink>
        <FormLink target={paths.cancelRun(id)} variant="quiet">
          <span>{t('testRuns:cancel')}</span>
          <span className={styles.of}>{`: ${name}`}</span>
        </FormLink>
      </footer>
    </article>
  )
}
