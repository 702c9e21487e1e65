import { Suspense, useState, type KeyboardEvent } from 'react'
import { IconCircleCheck } from '@tabler/icons-react'
import { can, mayNotify } from '../../../contract/permissions/can.ts'
import { subjectName } from '../../../contract/subjects/subject.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import { paths } from '../../paths.ts'
import { useHolder } from '../../session/queries.ts'
import { useSubjectSettings } from '../../preferences/preferences.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { lazyPage } from '../../loading/lazy-page.ts'
import { Link } from '../../routing/link.tsx'
import { alsoSay, useT } from '../../ui/phrases.ts'
import { ResultBadge } from '../../ui/result-badge.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Button } from '../../ui/button.tsx'
import type { TypedSubject } from './draft.ts'
import { useIsEarlyKey } from './use-is-early-key.ts'
import * as styles from './saved-test.module.css'

/** Loaded separately, because it waits for what authorities are to be told. */
const RecordNotifications = lazyPage(async () => {
  const [part] = await Promise.all([import('../record-notifications.tsx'), alsoSay('notifications')])
  return part.RecordNotifications
})

/** Loaded separately, because few tests are steps of a set. */
const NextOfSet = lazyPage(async () => {
  const [part] = await Promise.all([import('./next-of-set.tsx'), alsoSay('testingAlgorithms')])
  return part.NextOfSet
})

interface Props {
  record: TestRecord
  /** Called with the typed identifiers of the next subject. */
  onAnother: (typed: NextSubject) => void
}

/** The identifiers for looking up a subject: the email of a person, otherwise the tenant's two IDs. */
export type NextSubject = Partial<Pick<TypedSubject, 'email' | 'customId1' | 'customId2'>>

/**
 * Confirms that the test is stored, with its ID, and offers the next one at the same place, whose subject can be typed
 * at once.
 */
export function SavedTest({ record, onAnother }: Props) {
  const t = useT()
  const isEarlyKey = useIsEarlyKey()
  const { kind, identifiesBy, customId1, customId2 } = useSubjectSettings()
  const holder = useHolder()
  const dates = useDates()
  const { dateOfBirth } = record.subject
  const canSearch = can(holder, 'view-subjects')
  const [next, setNext] = useState<NextSubject>({})
  const nextLabel = !canSearch
    ? 'recording:saved.nextEmail'
    : identifiesBy === 'names'
      ? 'recording:saved.nextName'
      : 'recording:saved.next'
  const fields =
    kind === 'human'
      ? [{ name: 'email', label: t(nextLabel) } as const]
      : ([
          { name: 'customId1', label: t('recording:saved.nextId', { id: customId1 }) },
          { name: 'customId2', label: t('recording:saved.nextId', { id: customId2 }) },
        ] as const)

  function another() {
    onAnother(Object.fromEntries(Object.entries(next).map(([name, typed]) => [name, typed.trim()])))
  }

  /** During a round Enter starts the next test. An Enter that comes too soon was meant for Save. */
  function onEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const isTyped = Object.values(next).some((typed) => typed.trim() !== '')
    if (!event.repeat && (isTyped || !isEarlyKey(event))) another()
  }

  return (
    <section className={styles.saved}>
      <IconCircleCheck size={48} stroke={1.5} aria-hidden className={styles.icon} />
      <div id="saved-test">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter is a short cut to the button below */}
        <h2 className={styles.title} tabIndex={-1} onKeyDown={onEnter} ref={focusNext}>
          {t('recording:saved.title')}
        </h2>
        <p className={styles.label}>{t('fields:testId')}</p>
        <p className={styles.id}>{record.testId}</p>
        <p className={styles.line}>
          <ResultBadge result={record.result} size="lg" />
          <span>
            {[subjectName(record.subject) ?? t('lists:anonymized'), dateOfBirth && dates.day(dateOfBirth)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
      </div>
      {record.testSet !== undefined && (
        <Suspense fallback={null}>
          <NextOfSet set={record.testSet} />
        </Suspense>
      )}
      <div className={styles.next}>
        {fields.map(({ name, label }, at) => (
          <TextField
            key={name}
            name={name}
            label={label}
            inputMode={name === 'email' ? 'email' : 'text'}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            aria-describedby={at === 0 ? 'saved-test' : undefined}
            value={next[name] ?? ''}
            onChange={(event) => setNext({ ...next, [name]: event.currentTarget.value })}
            onKeyDown={onEnter}
          />
        ))}
      </div>
      <div className={styles.ways}>
        <Button onClick={another}>{t('recording:saved.another')}</Button>
        <Link {...paths.testRecord(record.id, { crumb: record.testId })}>{t('lists:openRecord')}</Link>
        <Link {...paths.testRecords()}>{t('recording:saved.list')}</Link>
      </div>
      {kind === 'human' && mayNotify(holder) && (
        <Suspense fallback={null}>
          <RecordNotifications record={record} level={3} />
        </Suspense>
      )}
    </section>
  )
}

/** Focuses the field for the next subject, whose description also confirms the save. */
function focusNext(heading: HTMLElement | null): void {
  heading?.closest('section')?.querySelector('input')?.focus({ preventScroll: true })
}
