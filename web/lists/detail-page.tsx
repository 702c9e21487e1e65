import { IconArrowLeft } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { Phrases } from '../../contract/phrases/phrases.ts'
import type { Target } from '../paths.ts'
import { Answer } from '../loading/waiting.tsx'
import { useCrumb } from '../routing/page-crumb.ts'
import type { Elements } from '../ui/elements.ts'
import { focusInPlace } from '../ui/focus-once.ts'
import { Link } from '../routing/link.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import * as styles from './detail-page.module.css'
import { closePanel, PanelHead } from './panel-head.tsx'
import { besideWidth } from './row-link.tsx'

/** Nouns whose phrases include the texts of a detail page. */
type DetailWords = { [N in keyof Phrases]: 'detail.loading' extends keyof Phrases[N] ? N : never }[keyof Phrases]

interface Props<T> {
  words: DetailWords
  id: string
  /** Undefined until the row is loaded; until then the page is named by its `kind`. */
  name: string | undefined
  kind: string
  detail: UseQueryResult<T>
  /** The list at the position where the reader left it; closing returns there. */
  list: Target
  actions?: Elements
  /** Draws the content, under headings of the given level. */
  children: (data: T, level: 2 | 3) => Elements
}

/**
 * The page of one row: beside the list where there is room, otherwise a page of its own. Closing returns to the same
 * place in the list. Its outlet shows the edit form in a panel over both.
 */
export function DetailPage<T>({ words, id, name, kind, detail, list, actions, children }: Props<T>) {
  const t = useT()
  useCrumb(name)
  const title = name ?? kind
  const isBeside = useMediaQuery(besideWidth)
  const shownActions = detail.data !== undefined && actions
  const content = (
    <AnswerOfRow words={words} query={detail}>
      {(row) => children(row, isBeside ? 3 : 2)}
    </AnswerOfRow>
  )

  const frame = isBeside ? (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is a short cut to the close link
    <aside
      className={styles.beside}
      data-detail
      aria-label={title}
      onKeyDown={(event) => {
        const isOwn = event.target instanceof Element && event.target.closest('dialog') === null
        if (event.key === 'Escape' && isOwn) {
          closePanel(event.currentTarget)
        }
      }}
    >
      {/* The heading takes the focus when it appears, so that reading continues here. The content below has its own
         keys. */}
      <PanelHead
        key={`title of ${id}`}
        title={title}
        ref={focusInPlace}
        below={list}
        onClose={() => document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus({ preventScroll: true })}
      >
        {shownActions}
      </PanelHead>
      {content}
    </aside>
  ) : (
    <div className={styles.page}>
      <Link {...list} className={styles.back}>
        <IconArrowLeft size={18} aria-hidden />
        <span>{t(`${words}:detail.back`)}</span>
      </Link>
      <Page title={title} width="narrow" actions={shownActions}>
        {content}
      </Page>
    </div>
  )
  return (
    <>
      {frame}
      <Outlet />
    </>
  )
}

interface RowProps<T> {
  words: DetailWords
  query: UseQueryResult<T>
  children: (data: T) => Elements
}

/** Draws a row in every state of its query, in the noun's words. */
export function AnswerOfRow<T>({ words, query, children }: RowProps<T>) {
  const t = useT()
  return (
    <Answer
      query={query}
      waiting={<RowSkeletons rows={8} label={t(`${words}:detail.loading`)} />}
      failed={t(`${words}:detail.failed`)}
    >
      {children}
    </Answer>
  )
}

/** Moves the focus to the title of the open row, for when the focused element has disappeared. */
export function focusDetail(): void {
  const beside = document.querySelector<HTMLElement>('aside[data-detail] h2')
  const title = beside ?? document.querySelector<HTMLElement>('[data-page-heading]')
  title?.focus({ preventScroll: true })
}
