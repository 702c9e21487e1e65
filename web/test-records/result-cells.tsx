import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { anonymizedId, type Subject } from '../../contract/subjects/subject.ts'
import { useT, type Translate } from '../ui/phrases.ts'
import { ResultBadge } from '../ui/result-badge.tsx'
import { useDates } from './use-dates.ts'
import styles from './result-cells.module.css'

/** The result of a record; a voided one is struck and named, a corrected one named. */
export function RecordResult({
  record,
  size = 'md',
}: {
  record: Pick<TestRecordListItem, 'result' | 'state'>
  size?: 'md' | 'lg'
}) {
  const t = useT()
  return (
    <span className={styles.result}>
      <span className={styles.badge} data-voided={record.state === 'voided' || undefined}>
        <ResultBadge result={record.result} size={size} />
      </span>
      {record.state !== 'recorded' && (
        <span className={styles.state} data-state={record.state}>
          {t(`testRecords:state.${record.state}`)}
        </span>
      )}
    </span>
  )
}

/** What a subject is called in a list: an email, or the custom IDs. */
export function subjectName(subject: Subject, t: Translate): string {
  if (subject.id === anonymizedId) return t('testRecords:anonymized')
  const ids = [subject.customId1, subject.customId2].filter((id) => id !== null)
  return subject.email ?? (ids.length > 0 ? ids.join(' · ') : t('testRecords:anonymized'))
}

/** When something happened: within a day how long ago, with the full time on hover and to screen readers. */
export function Time({ at, zone }: { at: string; zone?: string }) {
  const dates = useDates()
  const full = dates.instant(at, zone)
  const ago = dates.ago(at)
  if (ago === undefined) return <time dateTime={at}>{full}</time>
  return (
    <time dateTime={at} title={full}>
      <span aria-hidden>{ago}</span>
      <span className="visually-hidden">{full}</span>
    </time>
  )
}
