import { Link } from '@tanstack/react-router'
import { useState, type KeyboardEvent } from 'react'
import { IconCircleCheck } from '@tabler/icons-react'
import { can } from '../../../contract/permissions/can.ts'
import { subjectName } from '../../../contract/subjects/subject.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import { paths } from '../../paths.ts'
import { useHolder } from '../../session/queries.ts'
import { useSubjectSettings } from '../../tenants/queries.ts'
import { useT } from '../../ui/phrases.ts'
import { ResultBadge } from '../../ui/result-badge.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Button } from '../../ui/button.tsx'
import { useTooSoon } from './use-too-soon.ts'
import styles from './saved-test.module.css'

interface Props {
  record: TestRecord
  /** Called with what was typed of who is next, if anything was. */
  onAnother: (typed: string) => void
}

/** Says that the test is stored and under which ID, and offers the next one at the same place: whoever is next can be typed at once. */
export function SavedTest({ record, onAnother }: Props) {
  const t = useT()
  const isTooSoon = useTooSoon()
  const isHuman = useSubjectSettings().kind === 'human'
  const canSearch = can(useHolder(), 'view-subjects')
  const [next, setNext] = useState('')

  /** In a round the next test is one Enter away; one that came too soon was meant for Save. */
  function onEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!event.repeat && (next.trim() !== '' || !isTooSoon())) onAnother(next.trim())
  }

  return (
    <section className={styles.saved}>
      <IconCircleCheck size={48} stroke={1.5} aria-hidden className={styles.icon} />
      <div id="saved-test">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter is a short cut to the button below */}
        <h2 className={styles.title} tabIndex={-1} onKeyDown={onEnter} ref={focusUnlessTyping}>
          {t('recording:saved.title')}
        </h2>
        <p className={styles.label}>{t('recording:saved.testId')}</p>
        <p className={styles.id}>{record.testId}</p>
        <p className={styles.line}>
          <ResultBadge result={record.result} size="lg" />
          <span>{subjectName(record.subject) ?? t('lists:anonymized')}</span>
        </p>
      </div>
      {isHuman && (
        <div className={styles.next}>
          <TextField
            name="next"
            label={t(canSearch ? 'recording:saved.next' : 'recording:saved.nextEmail')}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            aria-describedby="saved-test"
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
            onKeyDown={onEnter}
          />
        </div>
      )}
      <div className={styles.ways}>
        <Button onClick={() => onAnother(next.trim())}>{t('recording:saved.another')}</Button>
        <Link {...paths.testRecord(record.id, { crumb: record.testId })}>{t('recording:saved.open')}</Link>
        <Link {...paths.testRecords()}>{t('recording:saved.list')}</Link>
      </div>
    </section>
  )
}

/** The field for who is next has the focus, which says what was saved, too; where there is none, the heading. */
function focusUnlessTyping(heading: HTMLElement | null): void {
  const field = heading?.closest('section')?.querySelector('input')
  ;(field ?? heading)?.focus({ preventScroll: true })
}
