import { useInfiniteQuery } from '@tanstack/react-query'
import type { SubjectDetails } from '../../contract/subjects/subject.ts'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { Time } from '../lists/cells.tsx'
import { usePlaceName } from '../lists/place-name.ts'
import { NotLoaded } from '../loading/waiting.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { HeldBack } from '../ui/held-back.tsx'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import { ResultBadge } from '../ui/result-badge.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { testsOfSubject } from './subject-queries.ts'
import * as styles from './subject-tests.module.css'

/** The tests of a subject as a timeline, latest on top, each linked to its record. */
export function SubjectTests({ subject, level }: { subject: SubjectDetails; level: 2 | 3 }) {
  const t = useT()
  const Heading = `h${level}` as const
  const tests = useInfiniteQuery(testsOfSubject(subject.id))
  const records = tests.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <section className={styles.tests}>
      <div className={styles.head}>
        <Heading className={styles.title}>{t('subjects:tests')}</Heading>
        {records.length > 0 && <Link {...paths.testRecords({ subject: subject.id })}>{t('subjects:testsAll')}</Link>}
      </div>
      {tests.isPending && <Skeleton height={96} />}
      {tests.isError && (
        <div role="alert">
          <NotLoaded query={tests} failed={t('subjects:testsFailed')} isPart />
        </div>
      )}
      {tests.isSuccess && records.length === 0 && <p>{t('subjects:testsNone')}</p>}
      {records.length > 0 && (
        <ol className={styles.line} aria-label={t('subjects:tests')}>
          {records.map((record) => (
            <li key={record.id} className={styles.test}>
              <Test record={record} />
            </li>
          ))}
        </ol>
      )}
      {tests.hasNextPage && (
        <div>
          <Button variant="default" isPending={tests.isFetchingNextPage} onClick={() => void tests.fetchNextPage()}>
            {t('subjects:testsMore')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Test({ record }: { record: TestRecordListItem }) {
  const t = useT()
  const placeName = usePlaceName()
  const { id, testId, result, isHeldBack, state, performedAt, performedZone, group, organisation } = record
  return (
    <>
      <div className={styles.first}>
        <span data-voided={state === 'voided' || undefined} className={styles.result}>
          <HeldBack isHeldBack={isHeldBack}>
            <ResultBadge result={result} />
          </HeldBack>
        </span>
        {state !== 'recorded' && <span className={styles.second}>{t(`testRecords:state.${state}`)}</span>}
        <span className={styles.time}>
          <Time at={performedAt} zone={performedZone} />
        </span>
      </div>
      <div className={styles.second}>
        <Link {...paths.testRecord(id, { crumb: testId })}>{testId}</Link>
        <span>{` · ${placeName({ ...group, organisation })}`}</span>
      </div>
    </>
  )
}
