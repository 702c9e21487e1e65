import { useEffect } from 'react'
import { Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import { Form } from '../ui/form.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import type { useSubmit } from './use-submit.ts'

interface Props {
  form: { isChanged: boolean }
  submission: ReturnType<typeof useSubmit>
  /** Names the form to screen readers. */
  label: string
  /** On the button that sends it. */
  submit: string
  /** Where sending it takes something away. */
  isDangerous?: boolean
  /** Whether what stands above the form is to be seen before its first field is filled in. */
  keepsTop?: boolean
  /** Its fields. */
  children: Elements
}

/** The shell of a form that adds: whoever opens it types at once, in its first field, and is asked before it is left unsaved. */
export function NewForm(props: Props) {
  const { form, submission, label, submit, isDangerous = false, keepsTop = false, children } = props
  const { ref } = submission
  // The focus is outside React.
  useEffect(() => firstField(ref.current)?.focus({ preventScroll: keepsTop }), [ref, keepsTop])
  return (
    <>
      <Form {...submission} label={label}>
        {children}
        <div>
          <Button type="submit" variant={isDangerous ? 'danger' : 'filled'} isPending={submission.isPending}>
            {submit}
          </Button>
        </div>
      </Form>
      <UnsavedGuard isUnsaved={form.isChanged} />
    </>
  )
}

/** The first field; of choices the one that is made, or the focus would look like another one. */
function firstField(form: HTMLFormElement | null): HTMLInputElement | null | undefined {
  const first = form?.querySelector('input')
  if (first?.type !== 'radio') return first
  return form?.querySelector<HTMLInputElement>(`input[name="${CSS.escape(first.name)}"]:checked`) ?? first
}
