import { IconAlertTriangle, IconCircleCheck, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import { mayCorrectTests } from '../../../contract/permissions/can.ts'
import type { BothReadings as Readings } from '../../../contract/test-records/second-reading.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import { FormLink } from '../../editing/form-panel.tsx'
import { paths } from '../../paths.ts'
import { useHolder } from '../../session/queries.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { useT } from '../../ui/phrases.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { readingsQuery } from './queries.ts'
import { SideBySide } from './side-by-side.tsx'
import * as styles from './both-readings.module.css'

/** The two readings of a record's test and their outcome, or a note that the second is awaited. */
export function BothReadings({ record, level }: { record: TestRecord; level: 2 | 3 }) {
  const Heading = `h${level}` as const
  const t = useT()
  const headingId = useId()
  const isAwaited = record.secondReading === 'awaiting'
  const { data, isError } = useQuery({ ...readingsQuery(record.id), enabled: !isAwaited })
  return (
    <section className={styles.both} aria-labelledby={headingId}>
      <Heading id={headingId}>{t('secondReadings:both.title')}</Heading>
      {isAwaited ? (
        <p className={styles.text}>{t('secondReadings:both.awaiting')}</p>
      ) : data !== undefined ? (
        <Outcome record={record} readings={data.data} />
      ) : isError ? (
        <p className={styles.text}>{t('secondReadings:both.failed')}</p>
      ) : (
        <RowSkeletons rows={2} label={t('secondReadings:both.loading')} />
      )}
    </section>
  )
}

const looks = {
  agreed: { tone: 'good', Icon: IconCircleCheck },
  differ: { tone: 'trouble', Icon: IconAlertTriangle },
  settled: { tone: 'over', Icon: IconPencil },
} as const

function Outcome({ record, readings }: { record: TestRecord; readings: Readings }) {
  const t = useT()
  const dates = useDates()
  const search = useSearch({ from: '/logged-in/test-records' })
  const maySettle = mayCorrectTests(useHolder()) && record.state !== 'voided'
  const { settlement } = readings
  const state = readings.state === 'awaiting' ? 'agreed' : readings.state
  const { tone, Icon } = looks[state]
  return (
    <>
      <StatusBadge tone={tone} icon={<Icon size={16} aria-hidden />}>
        {t(`secondReadings:both.${state}`)}
      </StatusBadge>
      <SideBySide readings={readings} />
      {settlement !== null && (
        <p className={styles.text}>
          {t(`secondReadings:both.kept.${settlement.kept}`, {
            name: settlement.by?.name ?? t('lists:unknownPerson'),
            time: dates.instant(settlement.at),
            reason: settlement.reason,
          })}
        </p>
      )}
      {state === 'settled' && settlement === null && (
        <p className={styles.text}>{t('secondReadings:both.corrected')}</p>
      )}
      {state === 'differ' &&
        (maySettle ? (
          <FormLink
            target={paths.settleReadings(record.id, search)}
            variant="default"
            icon={IconPencil}
            word={t('secondReadings:both.settle')}
          />
        ) : (
          record.state !== 'voided' && <p className={styles.text}>{t('secondReadings:both.toSettle')}</p>
        ))}
    </>
  )
}
