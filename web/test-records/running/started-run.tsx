import { IconHourglass } from '@tabler/icons-react'
import { subjectName } from '../../../contract/subjects/subject.ts'
import type { TestRun } from '../../../contract/test-runs/test-run.ts'
import { paths } from '../../paths.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../routing/link.tsx'
import { useT } from '../../ui/phrases.ts'
import * as styles from '../recording/saved-test.module.css'

/** Says that the timer runs and when the test can be read, and offers the next test at the same place. */
export function StartedRun({ run, onAnother }: { run: TestRun; onAnother: () => void }) {
  const t = useT()
  const dates = useDates()
  const { readFrom, readUntil, zone } = run
  return (
    <section className={styles.saved}>
      <IconHourglass size={48} stroke={1.5} aria-hidden className={styles.icon} />
      <h2 className={styles.title} tabIndex={-1} ref={(heading) => heading?.focus({ preventScroll: true })}>
        {t('testRuns:started.title')}
      </h2>
      <p className={styles.label}>{subjectName(run.subject) ?? t('lists:anonymized')}</p>
      {readFrom !== null && readUntil !== null && (
        <p className={styles.id}>
          {t('testRuns:started.window', { from: dates.timeOf(readFrom, zone), until: dates.timeIn(readUntil, zone) })}
        </p>
      )}
      <p className={styles.line}>{t('testRuns:started.text')}</p>
      <div className={styles.ways}>
        <Button onClick={onAnother}>{t('testRuns:started.another')}</Button>
        <Link {...paths.inProgress()}>{t('shell:page.inProgress')}</Link>
      </div>
    </section>
  )
}
