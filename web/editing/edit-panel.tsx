import type { UseQueryResult } from '@tanstack/react-query'
import { useLayoutEffect, useState, type ComponentProps } from 'react'
import { ApiError } from '../api/api-error.ts'
import { stayWhenNotFound } from '../api/failures.ts'
import { NotLoaded } from '../loading/waiting.tsx'
import { inPlace, type Target } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import type { Elements } from '../ui/elements.ts'
import { Link } from '../routing/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { useT, type PhraseKey } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { FormPanel } from './form-panel.tsx'
import { isGone, PanelRowContext } from './panel-row.ts'
import { focusOnce } from '../ui/focus-once.ts'
import * as styles from './edit-form.module.css'

interface LoadedProps<R extends { data: unknown }> {
  /** Fetches the row. A form that replaces the row's values starts from the newest ones, `staleTime: 0`. */
  query: UseQueryResult<R>
  /** Rows of the placeholder, about as many as the form will have. */
  rows: number
  /** The way back when the row is gone: the list of such rows. */
  list: Target
  /** Draws the form with the stored row, or with the whole reply. */
  children: (row: R['data'], reply: R) => Elements
}

/** Without a `list`, the page below the panel is the way back. */
type Props<R extends { data: unknown }> = Omit<ComponentProps<typeof FormPanel>, 'children'> &
  Omit<LoadedProps<R>, 'list'> & { list?: Target }

/**
 * A panel with a form that changes a stored row. It has every state of such a form:
 * - loading: a placeholder;
 * - failed: the row could not be loaded, and can be tried again;
 * - gone: the row was removed or merged, or is out of the user's sight (404 or 410), which is said with a link to the
 *   list. A form that was drawn already stays below the message, with what was typed;
 * - stale: somebody else changed the row (412). `useEdit` merges the change into the fields of an `EditForm`, and
 *   `useSubmit` fetches the row again for a `NewForm` with `showsRow`. Both say so, keep what was typed, and can be
 *   saved again.
 */
export function EditPanel<R extends { data: unknown }>({ query, rows, list, children, ...panel }: Props<R>) {
  return (
    <FormPanel {...panel}>
      <Loaded query={query} rows={rows} list={list ?? panel.below}>
        {children}
      </Loaded>
    </FormPanel>
  )
}

/** The content of an `EditPanel`, for a form that needs a second row. */
export function Loaded<R extends { data: unknown }>({ query, rows, list, children }: LoadedProps<R>) {
  const t = useT()
  const { data, error, isPending, refetch } = query
  /** The latest reply. A form that was drawn stays, whatever becomes of a later request. */
  const [kept, setKept] = useState(data)
  if (data !== undefined && data !== kept) setKept(data)
  const [refused, setRefused] = useState<PhraseKey>()
  const reply = data ?? kept
  const isDrawn = reply !== undefined
  // The reaction to replies is outside React.
  useLayoutEffect(() => (isDrawn ? stayWhenNotFound() : undefined), [isDrawn])

  const back = <Link {...inPlace(list)}>{t('editing:gone.back')}</Link>
  if (isDrawn) {
    return (
      <PanelRowContext value={{ refetch, sayGone: setRefused }}>
        {(refused !== undefined || isGone(error)) && (
          // After a refusal the message takes the focus, wherever the button was.
          <div
            ref={refused === undefined ? undefined : focusOnce}
            tabIndex={-1}
            className={`${styles.news} ${styles.gone}`}
          >
            <Alert tone="danger" title={t('editing:gone.title')}>
              <p>{t(refused ?? 'editing:gone')}</p>
              <p>{back}</p>
            </Alert>
          </div>
        )}
        {children(reply.data, reply)}
      </PanelRowContext>
    )
  }
  if (isPending) return <RowSkeletons rows={rows} label={t('shell:loading')} />
  if (isGone(error)) {
    return (
      <Notice title={t('editing:gone.title')} text={t('editing:gone.text')}>
        {back}
      </Notice>
    )
  }
  // A refusal has its reason in the server's words, and stays one when it is tried again.
  if (error instanceof ApiError && error.status === 409) {
    return (
      <Notice title={t('editing:refused')} text={error.message}>
        {back}
      </Notice>
    )
  }
  return <NotLoaded query={query} />
}
