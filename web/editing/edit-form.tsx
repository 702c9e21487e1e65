import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import { readField } from '../routing/asked-field.ts'
import { focusOnce } from '../ui/focus-once.ts'
import { Form } from '../ui/form.tsx'
import { useT } from '../ui/phrases.ts'
import { FieldError } from '../ui/field-error.tsx'
import * as styles from './edit-form.module.css'
import { focusField, focusFirstField } from './focus-field.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'
import type { FieldClash, useEdit } from './use-edit.ts'

type Edited = Pick<ReturnType<typeof useEdit>, 'submission' | 'news'> & { form: { isChanged: boolean } }

interface Props {
  edit: Edited
  /** Names the form for screen readers. */
  label: string
  submit: string
  /** The fields, each in an `EditField`. */
  children: Elements
}

/**
 * The shell of a form that changes stored data: shows what others changed in the meantime, and asks before unsaved
 * changes are left. It opens at the field that its address names, or else, in a panel, at the first one.
 */
export function EditForm({ edit: { submission, news, form }, label, submit, children }: Props) {
  const t = useT()
  const { ref, error, refusal, isPending, onSubmit } = submission
  const { field } = useSearch({ strict: false, select: readField })
  const navigate = useNavigate()
  // The focus is outside React. Once there, the address names the field no more, so that no way back leads to it.
  useEffect(() => {
    if (field === undefined) {
      if (ref.current?.closest('dialog')) focusFirstField(ref.current, { preventScroll: true })
      return
    }
    focusField(ref.current, field)
    const search = (before: object) => ({ ...before, field: undefined })
    // A page that has just been opened is scrolled to its top by the router, after which the field comes into sight again.
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false }).then(() =>
      focusField(ref.current, field),
    )
  }, [ref, field, navigate])
  return (
    <>
      <Form ref={ref} error={error} isPending={isPending} onSubmit={onSubmit} label={label}>
        {news !== undefined && (
          // The message about others' changes takes the focus after saving, wherever the button was.
          <div key={news.version} ref={focusOnce} tabIndex={-1} className={styles.news}>
            <Alert tone="notice" title={t('editing:news.title')}>
              {news.taken.length > 0 && <p>{t('editing:news.taken', { fields: news.taken.join(', ') })}</p>}
              {news.clashing.length > 0 && <p>{t('editing:news.clashing', { fields: news.clashing.join(', ') })}</p>}
              <p>{t('editing:news.kept')}</p>
            </Alert>
          </div>
        )}
        {children}
        <div className={styles.end}>
          {refusal !== undefined && <Alert tone="danger">{refusal}</Alert>}
          <Button type="submit" isPending={isPending}>
            {submit}
          </Button>
        </div>
      </Form>
      <UnsavedGuard isUnsaved={form.isChanged} />
    </>
  )
}

interface FieldProps<Name extends string> {
  edit: { clashAt: (name: Name) => FieldClash | undefined }
  name: Name
  /** The control, or several controls that belong together. */
  children: Elements
}

/**
 * A field of an `EditForm`. If somebody else changed it as well, their value stands beside the user's, and one of the
 * two is chosen.
 */
export function EditField<Name extends string>({ edit, name, children }: FieldProps<Name>) {
  const clash = edit.clashAt(name)
  return (
    <div className={styles.field} data-field={name} data-clashing={clash !== undefined || undefined}>
      {children}
      {clash !== undefined && <Choice clash={clash} />}
    </div>
  )
}

function Choice({ clash: { label, mine, theirs, choice, error, choose } }: { clash: FieldClash }) {
  const t = useT()
  const id = useId()
  const offered = [
    { value: 'mine', words: t('editing:clash.mine'), held: mine },
    { value: 'theirs', words: t('editing:clash.theirs'), held: theirs },
  ] as const
  return (
    <fieldset
      role="radiogroup"
      className={styles.choice}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className={styles.legend}>{t('editing:clash.legend', { field: label })}</legend>
      {offered.map(({ value, words, held }) => (
        <label key={value} className={styles.option}>
          <input
            type="radio"
            name={id}
            checked={choice === value}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            onChange={() => choose(value)}
          />
          <span>
            <span>{`${words} `}</span>
            <strong className={styles.held}>{held}</strong>
          </span>
        </label>
      ))}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
