import { useBlocker } from '@tanstack/react-router'
import { useId, useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { isSessionOver } from '../api/open-work.ts'
import { Button } from '../ui/button.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import * as question from '../ui/confirm-dialog.module.css'
import * as styles from './secret-dialog.module.css'

interface Props {
  secret: string
  words: Record<'title' | 'text' | 'label' | 'copy' | 'copied' | 'notCopied' | 'done', string>
  onStored: () => void
}

/**
 * Shows a new secret, once. Neither Escape nor the browser's history leaves it: only its own button does, or
 * the end of the session.
 */
export function SecretDialog({ secret, words, onStored }: Props) {
  const id = useId()
  const [isStored, setStored] = useState(false)
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>()
  const isAtStake = () => !isStored && !isSessionOver()
  useBlocker({ shouldBlockFn: isAtStake, enableBeforeUnload: isAtStake })
  if (isStored) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keeps Escape from closing the dialog
    <dialog
      ref={open}
      className={`${question.dialog} ${styles.dialog}`}
      aria-labelledby={id}
      onKeyDown={ignoreEscape}
      onCancel={stay}
    >
      <h2 id={id} className={question.title}>
        {words.title}
      </h2>
      <p className={question.text}>{words.text}</p>
      <TextAreaField
        label={words.label}
        value={secret}
        readOnly
        rows={2}
        spellCheck={false}
        translate="no"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div role="status" className={styles.outcome}>
        {outcome !== undefined && words[outcome]}
      </div>
      <div className={question.actions}>
        <Button onClick={() => void copy(secret).then(setOutcome)}>{words.copy}</Button>
        <Button
          variant="default"
          onClick={() => {
            // Gone at once, so that the navigation right after it is not held up, and the focus is free for what comes next.
            flushSync(() => setStored(true))
            onStored()
          }}
        >
          {words.done}
        </Button>
      </div>
    </dialog>
  )
}

/** Browsers allow copying on secure pages alone, and may refuse it there. */
async function copy(secret: string): Promise<'copied' | 'notCopied'> {
  try {
    await navigator.clipboard.writeText(secret)
    return 'copied'
  } catch {
    return 'notCopied'
  }
}

/** Browsers treat a second Escape as a forced close, so the key itself is ignored. */
function ignoreEscape(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
}

function stay(event: SyntheticEvent<HTMLDialogElement>) {
  event.preventDefault()
  event.stopPropagation()
}

function open(dialog: HTMLDialogElement | null) {
  if (dialog?.open === false) dialog.showModal()
  return () => dialog?.close()
}
