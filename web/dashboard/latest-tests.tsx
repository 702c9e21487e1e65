import { can } from '../../contract/permissions/can.ts'
import { subjectName } from '../../contract/subjects/subject.ts'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { Time } from '../lists/cells.tsx'
import { usePlaceName } from '../lists/place-name.ts'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { HeldBack } from '../ui/held-back.tsx'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import { ResultBadge } from '../ui/result-badge.tsx'
import * as card from './card.module.css'
import * as styles from './latest-tests.module.css'

export function LatestTests({ records }: { records: readonly TestRecordListItem[] }) {
  const t = useT()
  const mayView = can(useHolder(), 'view-tests')
  return (
    <section className={card.card} aria-labelledby="latest">
      <div className={card.head}>
        <h2 id="latest" className={card.title}>
          {t('dashboard:latest')}
        </h2>
        {mayView && <Link {...paths.testRecords()}>{t('dashboard:showAll')}</Link>}
      </div>
      <div className={styles.latest}>
        <ul className={styles.list}>
          {records.map((record) => (
            <li key={record.id}>
              {mayView ? (
                <Link {...paths.testRecord(record.id, { crumb: record.testId })} className={styles.row}>
                  <Row record={record} />
                </Link>
              ) : (
                <div className={styles.row}>
                  <Row record={record} />
                </div>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Row({ record }: { record: TestRecordListItem }) {
  const t = useT()
  const placeName = usePlaceName()
  return (
    <>
      <span>
        <HeldBack isHeldBack={record.isHeldBack}>
          <ResultBadge result={record.result} />
        </HeldBack>
      </span>
      <span className={styles.id}>{record.testId}</span>
      <span className={styles.subject}>{subjectName(record.subject) ?? t('lists:anonymized')}</span>
      <span className={styles.place}>{placeName({ ...record.group, organisation: record.organisation })}</span>
      <span className={styles.time}>
        <Time at={record.performedAt} zone={record.performedZone} />
      </span>
    </>
  )
}
