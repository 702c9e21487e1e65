import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { mayReadRecordHistory } from '../../../contract/permissions/can.ts'
import { subjectName } from '../../../contract/subjects/subject.ts'
import type { UnreadTest } from '../../../contract/test-records/second-reading.ts'
import { FormLink } from '../../editing/form-panel.tsx'
import { usePlaceName } from '../../lists/place-name.ts'
import { paths } from '../../paths.ts'
import { useHolder } from '../../session/queries.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { Link } from '../../routing/link.tsx'
import { useT } from '../../ui/phrases.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import * as pageStyles from '../running/in-progress-page.module.css'
import * as cardStyles from '../running/run-card.module.css'
import { unreadTestsQuery } from './queries.ts'
import * as styles from './unread-tests.module.css'

/** How often the page asks for tests that colleagues recorded or read, in milliseconds. */
const askEveryMs = 60_000

/**
 * The tests that wait for a second reader, below those in progress. Renders nothing if there are none or they could not
 * be loaded.
 */
export function UnreadTests() {
  const t = useT()
  const headingId = useId()
  const { data } = useQuery({ ...unreadTestsQuery(), refetchInterval: askEveryMs })
  const maySeeAgreement = mayReadRecordHistory(useHolder())
  if (data === undefined || data.data.length === 0) return null
  return (
    <section className={styles.unread} aria-labelledby={headingId}>
      <h2 id={headingId}>
        <span>{`${t('secondReadings:unread.title')} `}</span>
        <span className={styles.count}>{data.total}</span>
      </h2>
      <p>
        <span>{`${t('secondReadings:unread.intro')} `}</span>
        {maySeeAgreement && <Link {...paths.agreement()}>{t('shell:page.agreement')}</Link>}
      </p>
      <ul className={pageStyles.cards} aria-labelledby={headingId}>
        {data.data.map((test) => (
          <li key={test.id}>
            <Card test={test} />
          </li>
        ))}
      </ul>
      {data.total > data.data.length && (
        <p className={pageStyles.more}>{t('secondReadings:unread.more', { count: data.total - data.data.length })}</p>
      )}
    </section>
  )
}

function Card({ test }: { test: UnreadTest }) {
  const t = useT()
  const placeName = usePlaceName()
  const dates = useDates()
  const {
    id,
    testId,
    subject,
    assay,
    specimen,
    lot,
    organisation,
    group,
    location,
    performedAt,
    performedZone,
    recordedBy,
  } = test
  const name = subjectName(subject) ?? subject.customId1 ?? t('lists:anonymized')
  const readAt = dates.instantIn(test.readAt ?? test.recordedAt, performedZone)
  return (
    <article className={cardStyles.card} aria-label={name}>
      <header className={cardStyles.head}>
        <StatusBadge tone="waiting" icon={<IconEye size={18} aria-hidden />}>
          {t('secondReadings:both.second')}
        </StatusBadge>
        <span className={cardStyles.since}>{testId}</span>
      </header>
      <h3 className={cardStyles.name}>{name}</h3>
      {subject.dateOfBirth !== null && (
        <p className={cardStyles.born}>{t('testRuns:born', { date: dates.day(subject.dateOfBirth) })}</p>
      )}
      <p className={cardStyles.facts}>
        {[assay.name, specimen, lot && t('testRuns:lot', { lot })].filter(Boolean).join(' · ')}
      </p>
      <p className={cardStyles.facts}>
        {[placeName({ ...group, organisation }), location].filter(Boolean).join(' · ')}
      </p>
      <p className={cardStyles.facts}>
        {`${t('secondReadings:read.performed')}: ${dates.instantIn(performedAt, performedZone)}`}
      </p>
      <p className={cardStyles.facts}>
        {t('secondReadings:unread.firstBy', { time: readAt, name: recordedBy?.name ?? t('lists:unknownPerson') })}
      </p>
      <footer className={cardStyles.ways}>
        <FormLink target={paths.readAgain(id)} variant="default">
          <span>{t('secondReadings:unread.read')}</span>
          <span className={cardStyles.of}>{`: ${name}`}</span>
        </FormLink>
      </footer>
    </article>
  )
}
