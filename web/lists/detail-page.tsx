import { IconArrowLeft } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import type { Phrases } from '../../contract/phrases/phrases.ts'
import type { Target } from '../paths.ts'
import { useCrumb } from '../shell/own-crumb.ts'
import { Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import styles from './detail-page.module.css'
import { closePanel, PanelHead } from './panel-head.tsx'
import { besideWidth } from './row-link.tsx'

/** The nouns whose phrases hold what the page of one row says. */
type DetailWords = { [N in keyof Phrases]: 'detail.loading' extends keyof Phrases[N] ? N : never }[keyof Phrases]

interface Props<T> {
  /** Under which noun the phrases are. */
  words: DetailWords
  id: string
  /** What it is called, once that is known; until then the page has the name of its `kind`. */
  name: string | undefined
  kind: string
  detail: UseQueryResult<T>
  /** The list at the place where it was left; closing leads there. */
  list: Target
  /** Beside the title, once it is loaded. */
  actions?: Elements
  /** What is known of it, under headings of a level. */
  children: (data: T, level: 2 | 3) => Elements
}

/**
 * One row of a list: beside the list where there is room, else a page of its own. Closing leads to the same place in the
 * list. In its outlet the form that changes it, in a panel over both.
 */
export function DetailPage<T>({ words, id, name, kind, detail, list, actions, children }: Props<T>) {
  const t = useT()
  useCrumb(name)
  const title = name ?? kind
  const isBeside = useMediaQuery(besideWidth)
  const shownActions = detail.data !== undefined && actions
  const content =
    detail.data !== undefined ? (
      children(detail.data, isBeside ? 3 : 2)
    ) : detail.isPending ? (
      <RowSkeletons rows={8} label={t(`${words}:detail.loading`)} />
    ) : (
      <Notice title={t(`${words}:detail.failed`)} text={t('lists:failed.text')}>
        <Button onClick={() => void detail.refetch()} isPending={detail.isFetching}>
          {t('lists:failed.retry')}
        </Button>
      </Notice>
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
      {/* Whoever opened it goes on reading here; the heading takes the focus as it appears. What is below has keys of its own. */}
      <PanelHead
        key={`title of ${id}`}
        title={title}
        ref={focusOnce}
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

/** Moves the focus to the title of what is open, where what had it is gone. */
export function focusDetail(): void {
  const beside = document.querySelector<HTMLElement>('aside[data-detail] h2')
  const title = beside ?? document.querySelector<HTMLElement>('[data-page-heading]')
  title?.focus({ preventScroll: true })
}

function focusOnce(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
}
