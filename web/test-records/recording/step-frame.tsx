import { useEffect, useRef, type Ref } from 'react'
import { Alert } from '../../ui/alert.tsx'
import type { Elements } from '../../ui/elements.ts'
import { Form } from '../../ui/form.tsx'
import { holdPresses } from '../../ui/held-presses.ts'
import { useT } from '../../ui/phrases.ts'
import type { FieldWords } from './error-words.ts'
import { useIsEarlyKey } from './use-is-early-key.ts'
import * as styles from './step-frame.module.css'
import { Button } from '../../ui/button.tsx'
import { focusWithError, inTrouble } from '../../ui/use-form.ts'
import { useLoneKeys } from '../../ui/use-lone-keys.ts'
import { usePageMark } from '../../ui/use-page-mark.ts'

interface Props {
  title: string
  help?: string | undefined
  form: Ref<HTMLFormElement>
  errors: FieldWords
  error?: string | undefined
  isPending?: boolean
  submit: string
  onSubmit: () => void
  onBack?: (() => void) | undefined
  /**
   * True if the step is for reading: its question has the focus, and Enter there submits once there was time to read.
   * With `twice`, the first Enter only moves to the button.
   */
  isRead?: boolean | 'twice'
  /** True if something in the step chooses, stores or confirms a result, which no key of a scanner may press. */
  hasResult?: boolean
  /** What the form asks once it was submitted, below its buttons and what they found. */
  below?: Elements
  children: Elements
}

/**
 * The frame of a step: its question, its fields, and the submit button, which stays in view. The first field takes the
 * focus when the step appears; without fields the question does, and Enter goes on from there.
 */
export function StepFrame(props: Props) {
  const { title, help, form, errors, error, isPending = false, submit, onSubmit, onBack, children } = props
  const { isRead = false, hasResult = false, below } = props
  const t = useT()
  usePageMark('hasFoot')
  const isEarlyKey = useIsEarlyKey()
  const frame = useRef<HTMLDivElement>(null)
  // The keyboard is outside React.
  useEffect(() => (hasResult ? holdPresses(frame.current) : undefined), [hasResult])
  useLoneKeys<'early' | 'enter'>({
    whatOf(key, at, event) {
      if (key !== 'Enter' || at.parentElement !== frame.current || !at.matches('h2')) return undefined
      return isEarlyKey(event) ? 'early' : 'enter'
    },
    act(what) {
      const button = frame.current?.querySelector<HTMLElement>('button[type="submit"]')
      if (isRead === 'twice') button?.focus()
      else if (!isRead || what === 'enter') button?.click()
      return undefined
    },
  })
  const summary = Object.entries(errors).map(([field, message]) => ({ field, message }))
  return (
    <div ref={frame}>
      <h2 className={styles.title} tabIndex={-1} ref={isRead ? focusHeading : focusFirst}>
        {title}
      </h2>
      {help !== undefined && <p className={styles.help}>{help}</p>}
      <Form
        ref={form}
        label={title}
        error={undefined}
        isPending={isPending}
        onSubmit={onSubmit}
        summary={{ title: t('recording:errors.title'), errors: summary }}
      >
        {children}
        <div className={styles.foot}>
          {/* Beside the pressed button, because above a long step it would be out of sight. */}
          {error !== undefined && <Alert tone="danger">{error}</Alert>}
          <div className={styles.actions}>
            <Button type="submit" isPending={isPending}>
              {submit}
            </Button>
            {onBack !== undefined && (
              <Button variant="quiet" onClick={onBack}>
                {t('recording:back')}
              </Button>
            )}
          </div>
        </div>
        {below}
      </Form>
    </div>
  )
}

/** Focuses the first field with an error, if the step opens with any. */
function focusFirst(heading: HTMLElement | null): void {
  const step = heading?.parentElement
  const trouble = step?.querySelector<HTMLElement>(inTrouble)
  if (trouble) focusWithError(trouble)
  else (step?.querySelector<HTMLElement>(firstField) ?? heading)?.focus({ preventScroll: true })
}

function focusHeading(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
}

/** Tab stops at the chosen radio button, else at the first. The assay is already chosen. */
const firstField =
  'form fieldset input[type="radio"]:checked, form fieldset:not(:has(:checked)) input[type="radio"], form input:not([type="radio"], [hidden]), form select:not([name="assayId"]), form textarea'
