import { useEffect } from 'react'
import { closeOwnPanel } from '../lists/panel-head.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import { Form } from '../ui/form.tsx'
import { useT } from '../ui/phrases.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { focusFirstField } from './focus-field.ts'
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
        <div className={styles.end}>
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
        </div>
      </Form>
      <UnsavedGuard isUnsaved={form.isChanged} />
    </>
  )
}
