import type { KeyboardEvent, Ref } from 'react'
import { Alert } from '../../ui/alert.tsx'
import type { Elements } from '../../ui/elements.ts'
import { Form } from '../../ui/form.tsx'
import { useT } from '../../ui/phrases.ts'
import type { FieldWords } from './error-words.ts'
import { useTooSoon } from './use-too-soon.ts'
import styles from './step-frame.module.css'
import { Button } from '../../ui/button.tsx'
import { focusWithError, inTrouble } from '../../ui/use-form.ts'

interface Props {
  title: string
  help?: string | undefined
  form: Ref<HTMLFormElement>
  errors: FieldWords
  error?: string | undefined
  isPending?: boolean
  /** What the step's own button says. */
  submit: string
  onSubmit: () => void
  onBack?: (() => void) | undefined
  onKeyDown?: (event: KeyboardEvent) => void
  /**
   * Whether the step is to be read before it is answered: its question has the focus. Enter there answers once there was time to
   * read it; `twice` has it lead to the button first.
   */
  isRead?: boolean | 'twice'
  children: Elements
}

/**
 * One step: its question, its fields, and the way on, which stays in view. The first field takes the focus when the step
 * appears; where there is none, the question does, and Enter goes on from there.
 */
export function StepFrame(props: Props) {
  const { title, help, form, errors, error, isPending = false, submit, onSubmit, onBack, onKeyDown, children } = props
  const { isRead = false } = props
  const t = useT()
  const isTooSoon = useTooSoon()
  const onEnter = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.repeat || event.target !== event.currentTarget) return
    // Otherwise the same key would press what it moves the focus to.
    event.preventDefault()
    const button = event.currentTarget.parentElement?.querySelector<HTMLElement>('button[type="submit"]')
    if (isRead === 'twice') button?.focus()
    else if (!isRead || !isTooSoon()) button?.click()
  }
  const summary = Object.entries(errors).map(([field, message]) => ({ field, message }))
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys are a short cut to controls inside
    <div onKeyDown={onKeyDown}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter is a short cut to the button below */}
      <h2 className={styles.title} tabIndex={-1} onKeyDown={onEnter} ref={isRead ? focusHeading : focusFirst}>
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
          {/* Beside the button that was pressed: above a long step it would be out of sight. */}
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
      </Form>
    </div>
  )
}

/** A step that opens with fields in trouble starts at the first of them. */
function focusFirst(heading: HTMLElement | null): void {
  const step = heading?.parentElement
  const trouble = step?.querySelector<HTMLElement>(inTrouble)
  if (trouble) focusWithError(trouble)
  else (step?.querySelector<HTMLElement>(firstField) ?? heading)?.focus({ preventScroll: true })
}

function focusHeading(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
}

/** Of radio buttons the chosen one is the stop of the Tab key, else the first. The assay is chosen already. */
const firstField =
  'form fieldset input[type="radio"]:checked, form fieldset:not(:has(:checked)) input[type="radio"], form input:not([type="radio"], [hidden]), form select:not([name="assayId"]), form textarea'
