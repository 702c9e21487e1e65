import { IconAlertTriangle, IconBan, IconEye, IconPencil } from '@tabler/icons-react'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { subjectName, type Subject } from '../../contract/subjects/subject.ts'
import { useT } from '../ui/phrases.ts'
import { ResultBadge, ResultIcon } from '../ui/result-badge.tsx'
import { LongWord } from '../ui/long-word.tsx'
import { Formerly, SecondLine } from '../lists/cells.tsx'
import { useDates } from '../preferences/use-dates.ts'
import * as styles from './result-cells.module.css'

/**
 * The result of a record. A voided record is struck through and labelled; a corrected one is labelled, and so is one
 * whose second reading needs action.
 */
export function RecordResult({
  record,
  size = 'md',
}: {
  record: Pick<TestRecordListItem, 'result' | 'state'> & Partial<Pick<TestRecordListItem, 'secondReading'>>
  size?: 'md' | 'lg'
}) {
  const t = useT()
  const { secondReading: second } = record
  const State = record.state === 'voided' ? IconBan : IconPencil
  return (
    <span className={styles.result}>
      <span className={styles.badge} data-voided={record.state === 'voided' || undefined}>
        <ResultBadge result={record.result} size={size} />
      </span>
      {record.state !== 'recorded' && (
        <span className={styles.state} data-state={record.state}>
          <State size={14} aria-hidden />
          <span>{t(`testRecords:state.${record.state}`)}</span>
        </span>
      )}
      {(second === 'awaiting' || second === 'differ') && record.state !== 'voided' && (
        <span className={styles.state} data-state={second}>
          {second === 'differ' ? <IconAlertTriangle size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
          <span>{t(`testRecords:secondReading.${second}`)}</span>
        </span>
      )}
    </span>
  )
}

/** The lines that are not negative, if the lines of a test differ: each as an icon with its word for screen readers. */
export function LineResults({ lines }: { lines: TestRecordListItem['analyteResults'] }) {
  const t = useT()
  if (lines.every(({ result }) => result === lines[0]?.result)) return null
  const told = lines.filter(({ result }) => result !== 'negative')
  return (
    <SecondLine>
      {told.map(({ analyteId, analyteName, result }) => (
        <span key={analyteId} className={styles.line}>
          <ResultIcon result={result} size={12} />
          <span className="visually-hidden">{`${t(`results:${result}`)}: `}</span>
          <span>{analyteName}</span>
        </span>
      ))}
    </SecondLine>
  )
}

/** A subject by name, and below it the details that tell namesakes apart, and what a search found it by if that is not its own any more. */
export function SubjectCell({ subject, formerly }: { subject: Subject; formerly: string | undefined }) {
  const t = useT()
  const dates = useDates()
  const name = subjectName(subject)
  const born = subject.dateOfBirth && dates.day(subject.dateOfBirth)
  const [first, second] =
    subject.kind === 'non-human'
      ? [subject.customId1, subject.customId2]
      : [name, name === subject.email ? born : subject.email]
  return (
    <>
      {first ? <LongWord>{first}</LongWord> : <span>{t('lists:anonymized')}</span>}
      {Boolean(second) && (
        <SecondLine>
          <LongWord>{second ?? ''}</LongWord>
        </SecondLine>
      )}
      <Formerly name={formerly} />
    </>
  )
}
