import { IconArrowLeft, IconPrinter, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { besideWidth } from './record-place.ts'
import { testRecordQuery } from './queries.ts'
import { PrintSheet } from './print-sheet.tsx'
import { RecordDetails } from './record-details.tsx'
import { Button } from '../ui/button.tsx'
import styles from './test-record-page.module.css'

/** One record: beside the list where there is room, else a page of its own. Closing leads to the same place in the list. */
export function TestRecordPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/test-records/$id' })
  const { crumb: _, ...search } = useSearch({ from: '/logged-in/test-records' })
  const isBeside = useMediaQuery(besideWidth)
  const record = useQuery(testRecordQuery(id))
  const list = paths.testRecords(search)
  const title = record.data?.data.testId ?? t('shell:page.testRecord')
  const content = record.data ? (
    <>
      <RecordDetails record={record.data.data} level={isBeside ? 3 : 2} />
      <PrintSheet record={record.data.data} />
    </>
  ) : record.isPending ? (
    <RowSkeletons rows={8} label={t('testRecords:record.loading')} />
  ) : (
    <Notice title={t('testRecords:record.failed')} text={t('lists:failed.text')}>
      <Button onClick={() => void record.refetch()} isPending={record.isFetching}>
        {t('lists:failed.retry')}
      </Button>
    </Notice>
  )

  if (!isBeside) {
    return (
      <div className={styles.page}>
        <Link {...list} className={styles.back}>
          <IconArrowLeft size={18} aria-hidden />
          {t('testRecords:record.back')}
        </Link>
        <Page title={title} width="narrow" actions={record.data && <PrintButton />}>
          {content}
        </Page>
      </div>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is a short cut to the close link
    <aside
      className={styles.beside}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !(event.target instanceof HTMLDialogElement)) {
          event.currentTarget.querySelector<HTMLElement>('[data-close]')?.click()
        }
      }}
    >
      <header className={styles.head}>
        {/* Whoever opened the record goes on reading here; the heading takes the focus as it appears. */}
        <h2 key={id} className={styles.title} tabIndex={-1} ref={focusOnce}>
          {title}
        </h2>
        {record.data && <PrintButton />}
        <Link
          {...list}
          data-close
          resetScroll={false}
          state={{ keepsPlace: true }}
          className={styles.close}
          aria-label={t('testRecords:record.close')}
          onClick={() => document.querySelector<HTMLElement>(`[data-record="${id}"]`)?.focus({ preventScroll: true })}
        >
          <IconX size={20} aria-hidden />
        </Link>
      </header>
      {content}
    </aside>
  )
}

function PrintButton() {
  const t = useT()
  return (
    <Button variant="default" onClick={() => window.print()}>
      <IconPrinter size={18} aria-hidden />
      {t('testRecords:record.print')}
    </Button>
  )
}

function focusOnce(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
}
