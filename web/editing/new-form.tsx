import { useEffect } from 'react'
import { closeOwnPanel } from '../lists/panel-head.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import { Form } from '../ui/form.tsx'
import { useT } from '../ui/phrases.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'
import type { useSubmit } from './use-submit.ts'
import * as styles from './edit-form.module.css'

interface Props {
  form: { isChanged: boolean }
  submission: ReturnType<typeof useSubmit>
  /** Names the form for screen readers. */
  label: string
  submit: string
  /**
   * The text of a second button, which closes the panel and keeps things as they are, for a form that takes something
   * away.
   */
  keep?: string
  /** True if the content above the form should be visible before its first field is filled in. */
  keepsTop?: boolean
  children: Elements
}

/**
 * The shell of a form that adds something: its first field has the focus at once, and leaving unsaved data is asked
 * about.
 */
export function NewForm(props: Props) {
  const { form, submission, label, submit, keep, keepsTop = false, children } = props
  const t = useT()
  const { ref } = submission
  // The focus is outside React.
  useEffect(() => focusFirstField(ref.current, { preventScroll: keepsTop, prefersEmpty: true }), [ref, keepsTop])
  return (
    <>
      <Form {...submission} label={label}>
        {children}
        {submission.isOutdated && (
          <Alert tone="notice" title={t('editing:news.title')}>
            {t('editing:news.again', { submit })}
          </Alert>
        )}
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

/** How a field gets the focus: whether the page scrolls to it, and whether an empty one goes before a full one. */
interface FirstFocus extends FocusOptions {
  prefersEmpty?: boolean
}

/**
 * Focuses the first field that is wrong, or else the first, or the first empty one; of radio buttons the chosen one, because
 * focus on another would look like a choice.
 */
export function focusFirstField(form: HTMLFormElement | null, { prefersEmpty = false, ...options }: FirstFocus): void {
  const all = form?.querySelectorAll<Field>('input, select, textarea') ?? []
  const fields = [...all].filter(({ disabled, type }) => !disabled && type !== 'file' && type !== 'hidden')
  const first = fields.find(isWrong) ?? (prefersEmpty ? fields.find(isEmpty) : undefined) ?? fields[0]
  const made = first?.type === 'radio' && form?.querySelector<HTMLInputElement>(`${sameName(first)}:checked`)
  const field = made || first
  field?.focus(options)
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function isWrong(field: Field): boolean {
  return field.getAttribute('aria-invalid') === 'true'
}

function isEmpty(field: Field): boolean {
  if (field.type === 'radio') return field.form?.querySelector(`${sameName(field)}:checked`) === null
  return field.type !== 'checkbox' && field.value === ''
}

function sameName({ name }: Field): string {
  return `input[name="${CSS.escape(name)}"]`
}
