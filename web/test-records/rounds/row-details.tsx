import { useEffect, useRef, useState } from 'react'
import { tooLongIn } from '../../../contract/phrases/message-of.ts'
import { enteredContent } from '../../../contract/rounds/endpoints.ts'
import type { Round, RoundRow } from '../../../contract/rounds/round.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../routing/link.tsx'
import { PhotoField } from '../recording/photo-field.tsx'
import { usePhotoUpload } from '../recording/use-photo-upload.ts'
import type { Standing } from '../running/clock.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useT } from '../../ui/phrases.ts'
import { showMessage } from '../../ui/snackbar-store.ts'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { photoOnItsWay, type RowActions, type RowDraft } from './row-actions.ts'
import { nameOf, wordsOfLines } from './standing.ts'
import * as styles from './round-row.module.css'

interface Props {
  round: Round
  row: RoundRow
  draft: RowDraft | undefined
  phase: Standing['phase'] | undefined
  canEnter: boolean
  /** True once they are closed: a photo that is being uploaded goes on, and is there when they are opened again. */
  isClosed: boolean
  actions: RowActions
}

/** What most people of a round do not need: a photo, a reason, a note, and taking somebody out. */
export function RowDetails({ round, row, draft, phase, canEnter, isClosed, actions }: Props) {
  const t = useT()
  const id = row.subjectId
  const photo = usePhotoUpload((image) => actions.draft(id, { image }), {
    key: photoOnItsWay(id),
    // Nobody sees the field of closed details.
    onFailed: (words) => isClosed && showMessage(`${nameOf(row)}: ${words}`, 'danger'),
  })
  // Nobody could cancel it any more, or enter it.
  const stop = useRef(photo.forget)
  useEffect(() => () => stop.current(), [])
  const [wantsAll, setWantsAll] = useState(false)
  const { entry } = row
  const isOther = (draft?.other ?? null) !== null || (entry !== null && entry.outcome !== 'tested')
  const isEarlyOrLate = phase !== undefined && phase !== 'ready'
  const tooLong = tooLongIn(enteredContent, draft ?? {})
  const errorOf = (name: 'reason' | 'note') => tooLong[name] && t('rules:tooLong', tooLong[name].values)
  if (!canEnter) {
    return (
      <div className={styles.details} hidden={isClosed}>
        <p className={styles.note}>
          {[wordsOfLines(round, entry), entry?.reason, entry?.note].filter(Boolean).join(' · ')}
        </p>
        {row.testRecordId !== null && <Link {...paths.testRecord(row.testRecordId)}>{t('rounds:openRecord')}</Link>}
      </div>
    )
  }
  return (
    <form
      className={styles.details}
      hidden={isClosed}
      aria-label={t('rounds:detailsOf', { name: nameOf(row) })}
      onSubmit={(event) => {
        event.preventDefault()
        if (photo.isSending) setWantsAll(true)
        else actions.enterDraft(id)
      }}
    >
      {isEarlyOrLate && !isOther && <Alert tone="notice">{t(`rounds:warning.${phase}`)}</Alert>}
      {(isOther || isEarlyOrLate) && (
        <TextField
          name="reason"
          label={t(isOther ? 'rounds:reason' : 'rounds:reasonOfTime')}
          isOptional={isOther}
          value={draft?.reason ?? entry?.reason ?? ''}
          error={errorOf('reason')}
          autoComplete="off"
          onChange={(event) => actions.draft(id, { reason: event.currentTarget.value })}
        />
      )}
      {!isOther && (
        <PhotoField
          label={t('fields:deviceImageId')}
          isOptional={!round.assay.imageRequired}
          image={draft?.image ?? null}
          photo={photo}
          onRemove={() => actions.draft(id, { image: null })}
          error={wantsAll ? photo.missing.deviceImageId : undefined}
          onTouched={() => setWantsAll(false)}
        />
      )}
      <TextAreaField
        name="note"
        label={t('fields:note')}
        isOptional
        rows={2}
        value={draft?.note ?? entry?.note ?? ''}
        error={errorOf('note')}
        onChange={(event) => actions.draft(id, { note: event.currentTarget.value })}
      />
      <div className={styles.answers}>
        <Button type="submit" variant="default">
          {t('rounds:enter')}
        </Button>
        {entry === null ? (
          <Button variant="quiet" onClick={() => actions.takeOut(id)}>
            {t('rounds:takeOut')}
          </Button>
        ) : (
          <Button variant="quiet" onClick={() => actions.clear(id)}>
            {t('rounds:clear')}
          </Button>
        )}
        <Link {...paths.subject(row.subject.id)}>{t('rounds:openSubject')}</Link>
      </div>
    </form>
  )
}
