import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Form } from '../../ui/form.tsx'
import { useT } from '../../ui/phrases.ts'
import type { FieldWords } from './error-words.ts'
import styles from './step-frame.module.css'
import { Button } from '../../ui/button.tsx'
import { inTrouble } from '../../ui/use-form.ts'

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
  children: ReactNode
}

/** One step: its question, its fields, and the way on. The question takes the focus when the step appears. */
export function StepFrame(props: Props) {
  const { title, help, form, errors, error, isPending = false, submit, onSubmit, onBack, onKeyDown, children } = props
  const t = useT()
  const summary = Object.entries(errors).map(([field, message]) => ({ field, message }))
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys are a short cut to controls inside
    <div onKeyDown={onKeyDown}>
      <h2 className={styles.title} tabIndex={-1} ref={focusOnce}>
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
function focusOnce(heading: HTMLElement | null): void {
  const target = heading?.parentElement?.querySelector<HTMLElement>(inTrouble) ?? heading
  target?.focus({ preventScroll: target === heading })
}
