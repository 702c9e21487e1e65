import { useState } from 'react'
import { subjectName } from '../../../contract/subjects/subject.ts'
import type { KeptTestDraft } from '../../../contract/test-records/test-draft.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { unreachableWords } from '../../api/failure-words.ts'
import { focusDetail } from '../../lists/detail-page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useT } from '../../ui/phrases.ts'
import { useNow } from '../../ui/use-now.ts'
import { showMessage } from '../../ui/snackbar-store.ts'
import { useDraftCalls } from './queries.ts'
import { clearDraft } from './draft-storage.ts'
import { useGroupName } from './use-group-name.ts'
import * as styles from './draft-offer.module.css'

interface Props {
  userId: string
  draft: KeptTestDraft
  onContinue: () => void
  onDiscarded: () => void
}

/** Offers to continue a test that was being recorded when the last session ended or the page was left. */
export function DraftOffer({ userId, draft, onContinue, onDiscarded }: Props) {
  const t = useT()
  const dates = useDates()
  const groupName = useGroupName()
  const calls = useDraftCalls()
  const [isAsking, setAsking] = useState(false)
  const name = nameOf(draft)
  const isToday = dates.dayOf(draft.startedAt) === dates.dayOf(useNow().toISOString())
  const place = {
    group: groupName(draft),
    time: isToday ? dates.timeOf(draft.startedAt) : dates.instant(draft.startedAt),
  }

  async function discard() {
    setAsking(false)
    try {
      await calls.discard(draft.idempotencyKey)
      clearDraft(userId)
      focusDetail()
      onDiscarded()
    } catch {
      showMessage(t(unreachableWords()), 'danger')
    }
  }

  return (
    <div className={styles.offer}>
      <Alert tone="notice">
        <p ref={focusUnlessElsewhere} className={styles.text} tabIndex={-1}>
          {name === undefined
            ? t('recording:draft.offerUnnamed', place)
            : t('recording:draft.offer', { ...place, name })}
        </p>
        <div className={styles.ways}>
          <Button onClick={onContinue}>{t('recording:draft.continue')}</Button>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('recording:draft.discard')}
          </Button>
        </div>
      </Alert>
      {isAsking && (
        <ConfirmDialog
          kind="loss"
          title={t('recording:draft.discardTitle')}
          text={t('recording:draft.discardText')}
          stay={t('recording:draft.keep')}
          leave={t('recording:draft.discard')}
          onStay={() => setAsking(false)}
          onLeave={() => void discard()}
        />
      )}
    </div>
  )
}

/** Takes the focus if nothing has it yet, as after logging in. */
function focusUnlessElsewhere(offer: HTMLElement | null): void {
  if (document.activeElement === document.body) offer?.focus({ preventScroll: true })
}

/** Names the subject of the draft: the one that was found, else as much as was typed. */
function nameOf({ subject, typedSubject }: KeptTestDraft): string | undefined {
  if (subject !== null) return subjectName(subject)
  const { firstName, lastName, email, customId1, customId2 } = typedSubject
  const words = (parts: string[], between: string) => parts.filter((part) => part !== '').join(between)
  return words([firstName, lastName], ' ') || email || words([customId1, customId2], ' · ') || undefined
}
