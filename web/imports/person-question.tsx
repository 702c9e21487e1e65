import { useState } from 'react'
import type { ImportRow, PersonAnswer } from '../../contract/imports/import.ts'
import { personQuestions } from '../../contract/imports/problems.ts'
import { failureWords } from '../api/failure-words.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { usePersonAnswer } from './queries.ts'
import * as styles from './row-item.module.css'

interface Props {
  id: string
  row: ImportRow
  onAnswered: () => void
}

/** What is asked of a row whose person may be somebody else. One answer is for all rows that tell of that person. */
export function PersonQuestion({ id, row: { line, problems }, onAnswered }: Props) {
  const t = useT()
  const send = usePersonAnswer(id, line)
  const [pending, setPending] = useState<PersonAnswer>()
  const [error, setError] = useState<string>()
  const asked = problems.find(({ code }) => personQuestions.some((one) => one === code))
  if (asked === undefined) return null
  const isAboutId = asked.code === 'localIdOfAnother'

  async function answer(given: PersonAnswer) {
    setPending(given)
    setError(undefined)
    try {
      const { outcome } = await send(given)
      onAnswered()
      showMessage(say(outcome === 'wrong' ? 'importing:row.stillWrong' : 'importing:row.corrected', { line }))
    } catch (failure) {
      setError(failureWords(failure, { failed: 'importing:row.answerFailed', hasFields: false }))
    } finally {
      setPending(undefined)
    }
  }

  return (
    <div className={styles.question} role="group" aria-label={t('importing:row.whoIs', { line })}>
      {!isAboutId && <p className={styles.asked}>{t('importing:row.whoIs', { line })}</p>}
      {error !== undefined && <Alert tone="danger">{error}</Alert>}
      {!isAboutId && (
        <Button variant="default" isPending={pending === 'same'} onClick={() => void answer('same')}>
          {t('importing:row.samePerson')}
        </Button>
      )}
      <Button variant="default" isPending={pending === 'another'} onClick={() => void answer('another')}>
        {t(isAboutId ? 'importing:row.sharedId' : 'importing:row.twoPeople')}
      </Button>
      <p className={styles.why}>{t('importing:row.allOfThem')}</p>
    </div>
  )
}
