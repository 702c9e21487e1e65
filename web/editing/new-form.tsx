import { useEffect } from 'react'
import { closeOwnPanel } from '../lists/panel-head.tsx'
import { Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import { Form } from '../ui/form.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import type { useSubmit } from './use-submit.ts'
import styles from './edit-form.module.css'

interface Props {
  form: { isChanged: boolean }
  submission: ReturnType<typeof useSubmit>
  /** Names the form to screen readers. */
  label: string
  /** On the button that sends it. */
  submit: string
  /** Where sending it takes something away: the button that keeps it, which closes the panel. */
  keep?: string
  /** Whether what stands above the form is to be seen before its first field is filled in. */
  keepsTop?: boolean
  /** Its fields. */
  children: Elements
}

/** The shell of a form that adds: whoever opens it types at once, in its first field, and is asked before it is left unsaved. */
export function NewForm(props: Props) {
  const { form, submission, label, submit, keep, keepsTop = false, children } = props
  const { ref } = submission
  // The focus is outside React.
  useEffect(() => focusFirstField(ref.current, { preventScroll: keepsTop }), [ref, keepsTop])
  return (
    <>
      <Form {...submission} label={label}>
        {children}
        <div className={styles.ways}>
          {keep !== undefined && (
            <Button variant="quiet" onClick={closeOwnPanel}>
              {keep}
            </Button>
          )}
          <Button type="submit" variant={keep === undefined ? 'filled' : 'danger'} isPending={submission.isPending}>
            {submit}
          </Button>
        </div>
      </Form>
      <UnsavedGuard isUnsaved={form.isChanged} />
    </>
  )
}

/** Moves the focus to the first field; of choices to the one that is made, or the focus would look like another one. */
export function focusFirstField(form: HTMLFormElement | null, options: FocusOptions): void {
  const first = form?.querySelector('input')
  const made = first?.type === 'radio' && `input[name="${CSS.escape(first.name)}"]:checked`
  const field = (made && form?.querySelector<HTMLInputElement>(made)) || first
  field?.focus(options)
}
