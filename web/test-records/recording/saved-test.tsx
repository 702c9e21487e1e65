import { Link } from '@tanstack/react-router'
import { useState, type KeyboardEvent } from 'react'
import { IconCircleCheck } from '@tabler/icons-react'
import { subjectName } from '../../../contract/subjects/subject.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import { paths } from '../../paths.ts'
import { useT } from '../../ui/phrases.ts'
import { ResultBadge } from '../../ui/result-badge.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './saved-test.module.css'

/** Nobody has read what was saved after this time, in milliseconds. */
const tooSoon = 700

/** Says that the test is stored and under which ID, and offers the next one at the same place. */
export function SavedTest({ record, onAnother }: { record: TestRecord; onAnother: () => void }) {
  const t = useT()
  const [shownAt] = useState(() => performance.now())

  /** In a round the next test is one Enter away; one that came too soon was meant for Save. */
  function onEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.repeat || performance.now() - shownAt < tooSoon) return
    event.preventDefault()
    onAnother()
  }

  return (
    <section className={styles.saved}>
      <IconCircleCheck size={48} stroke={1.5} aria-hidden className={styles.icon} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter is a short cut to the button below */}
      <h2
        className={styles.title}
        tabIndex={-1}
        onKeyDown={onEnter}
        ref={(heading) => heading?.focus({ preventScroll: true })}
      >
        {t('recording:saved.title')}
      </h2>
      <p className={styles.label}>{t('recording:saved.testId')}</p>
      <p className={styles.id}>{record.testId}</p>
      <p className={styles.line}>
        <ResultBadge result={record.result} size="lg" />
        <span>{subjectName(record.subject) ?? t('lists:anonymized')}</span>
      </p>
      <div className={styles.ways}>
        <Button onClick={onAnother}>{t('recording:saved.another')}</Button>
        <Link {...paths.testRecord(record.id, { crumb: record.testId })}>{t('recording:saved.open')}</Link>
        <Link {...paths.testRecords()}>{t('recording:saved.list')}</Link>
      </div>
    </section>
  )
}
