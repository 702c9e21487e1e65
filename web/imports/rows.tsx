import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { exportWrongRows } from '../../contract/imports/endpoints.ts'
import type { FileImport, ImportSummary, RowOutcome } from '../../contract/imports/import.ts'
import { request } from '../api/client.ts'
import { failureWords } from '../api/failure-words.ts'
import { Answer } from '../loading/waiting.tsx'
import { useSubjectSettings } from '../preferences/preferences.ts'
import { Button } from '../ui/button.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { saveFile } from '../ui/save-file.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { AllDifferences } from './differences.tsx'
import { countsOf, peopleWords, skippedWords } from './counts.ts'
import { lacksEmails } from './fields.ts'
import { importRowsQuery } from './queries.ts'
import { RowItem } from './row-item.tsx'
import * as styles from './rows.module.css'
import type { Typed } from './typed.ts'

interface Props {
  one: FileImport
  summary: ImportSummary
  typed: Typed['cells']
  heading: RefObject<HTMLHeadingElement | null>
}

/** The rows of a file by what becomes of them; those that wait can be corrected in place. */
export function Rows({ one, summary, typed, heading }: Props) {
  const t = useT()
  const { head } = one
  const people = one.preview?.people
  const counts = countsOf(one, summary)
  const { identifiesBy } = useSubjectSettings()
  const hasNoEmails =
    head !== null &&
    lacksEmails(
      head.columns.map((column) => column?.field ?? null),
      identifiesBy,
    )
  const outcomes: readonly (RowOutcome | undefined)[] = [
    one.run === null ? 'right' : 'made',
    'wrong',
    'skipped',
    undefined,
  ]
  const [outcome, setOutcome] = useState<RowOutcome | undefined>(
    counts.wrong > 0 && one.state !== 'undone' ? 'wrong' : undefined,
  )
  const [isDiffering, setDiffering] = useState(false)
  const [cursor, setCursor] = useState<string>()
  const rows = useQuery({
    ...importRowsQuery(one, { outcome, isDiffering, cursor }),
    placeholderData: keepPreviousData,
  })
  const page = rows.data?.page
  const isAnswered = useRef(false)
  // The row that has the focus leaves the list some time after its question was answered, and the browser then has it nowhere.
  useEffect(() => {
    if (!isAnswered.current || document.activeElement !== document.body) return
    isAnswered.current = false
    heading.current?.focus()
  })
  const turn = (to: string | null | undefined) => {
    if (rows.isPlaceholderData || to === null || to === undefined) return
    setCursor(to)
    heading.current?.focus()
  }
  const isFirst = one.run === null
  /** The number of rows of an outcome, which only the list tells of some. */
  const numberOf = (offered: RowOutcome | undefined) => {
    const shown =
      offered === outcome && !isDiffering && !rows.isPlaceholderData && !page?.totalIsCapped ? page?.total : undefined
    const number = counts[offered ?? 'all'] ?? shown
    return number === undefined ? '–' : t('shell:number', { number })
  }
  return (
    <>
      {isFirst && (
        <p className={styles.makes}>
          {summary.tests > 0 && <strong>{t('importing:tests', { count: one.preview?.tests ?? summary.tests })}</strong>}
          <strong>
            {t('importing:people', { count: people === undefined ? summary.people : people.made + people.matched })}
          </strong>
          <span>{peopleWords(t, one)}</span>
        </p>
      )}
      {one.state === 'read' && (
        <AllDifferences
          one={one}
          isShown={isDiffering}
          onShow={() => {
            setOutcome(undefined)
            setDiffering(!isDiffering)
            setCursor(undefined)
          }}
        />
      )}
      <div role="group" aria-label={t('importing:count.show')} className={styles.outcomes}>
        {outcomes.map((offered) => (
          <button
            key={offered ?? 'all'}
            type="button"
            className={styles.outcome}
            data-outcome={offered}
            aria-pressed={offered === outcome && !isDiffering}
            onClick={() => {
              setOutcome(offered)
              setDiffering(false)
              setCursor(undefined)
            }}
          >
            <span>
              {t(
                offered === 'made' && one.state === 'undone'
                  ? 'importing:count.undone'
                  : `importing:count.${offered ?? 'all'}`,
              )}
            </span>
            <span className={styles.number}>{numberOf(offered)}</span>
          </button>
        ))}
      </div>
      {outcome === 'skipped' && counts.skipped !== 0 && (
        <p className={styles.hint}>{t('importing:preview.skipped', { reasons: skippedWords(t, summary) })}</p>
      )}
      {outcome === 'wrong' && counts.wrong > 0 && hasNoEmails && (
        <p className={styles.hint}>{t('importing:rows.noEmails')}</p>
      )}
      {outcome === 'wrong' && rows.data !== undefined && rows.data.data.length > 0 && <WrongRowsFile id={one.id} />}
      <Answer
        query={rows}
        waiting={<RowSkeletons rows={5} label={t('importing:rows.loading')} />}
        failed={t('importing:rows.failed')}
        isPart
      >
        {({ data }) =>
          data.length === 0 || head === null ? (
            <p className={styles.hint}>
              {(counts[outcome ?? 'all'] ?? 0) > 0 && !isFirst
                ? t(one.state === 'undone' ? 'importing:rows.removedUndone' : 'importing:rows.removed')
                : t(`importing:rows.none.${outcome ?? 'all'}`)}
            </p>
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only sees where the focus is
            <ul
              className={styles.rows}
              aria-label={t('importing:rows.list')}
              data-stale={rows.isPlaceholderData || undefined}
              onFocus={() => (isAnswered.current = false)}
            >
              {data.map((row) => (
                <li key={row.line}>
                  <RowItem
                    one={one}
                    head={head}
                    row={row}
                    typed={typed}
                    onLast={() => heading.current?.focus()}
                    onAnswered={() => (isAnswered.current = true)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
      {page !== undefined && (page.previous !== null || page.next !== null) && (
        <nav className={styles.paging} aria-label={t('importing:rows.paging')}>
          <Button variant="default" isInactive={page.previous === null} onClick={() => turn(page.previous)}>
            <IconChevronLeft size={18} aria-hidden />
            <span>{t('lists:page.previous')}</span>
          </Button>
          <Button variant="default" isInactive={page.next === null} onClick={() => turn(page.next)}>
            <span>{t('lists:page.next')}</span>
            <IconChevronRight size={18} aria-hidden />
          </Button>
        </nav>
      )}
    </>
  )
}

/** Saves the rows that wait as a file, for people who would rather correct them in a spreadsheet. */
function WrongRowsFile({ id }: { id: string }) {
  const t = useT()
  const download = useMutation({
    mutationFn: async () => {
      const { body } = await request(exportWrongRows, { params: { id }, errors: 'caller' })
      if (body === null) throw new Error('The file of rows has no content')
      const { readFile } = await import('../lists/file-stream.ts')
      return await readFile(body, 'csv', () => undefined)
    },
    onSuccess: ({ file }) => {
      saveFile(file, `${say('importing:wrongFileName')}.csv`)
      showMessage(say('lists:file.saved'))
    },
    onError: (error) => {
      const words = failureWords(error, { failed: 'shell:unknownError', hasFields: false })
      if (words !== undefined) showMessage(words, 'danger')
    },
  })
  return (
    <div className={styles.file}>
      <Button variant="default" isPending={download.isPending} onClick={() => download.mutate()}>
        <IconDownload size={18} aria-hidden />
        <span>{t('importing:wrongFile')}</span>
      </Button>
      <p className={styles.hint}>{t('importing:wrongFileHelp')}</p>
    </div>
  )
}
