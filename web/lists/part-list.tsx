import { keepPreviousData, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { languageTag } from '../../contract/locales.ts'
import { Answer } from '../loading/waiting.tsx'
import { Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import { useLocale, useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import type { PageOfRows } from './page-of-rows.ts'
import * as styles from './part-list.module.css'

interface Props<Row, K extends QueryKey> {
  title: string
  /** The heading level of the title, one below the heading above it. */
  level: 2 | 3
  /** The query for one page; without a cursor, the first page. */
  query: (cursor: string | undefined) => UseQueryOptions<PageOfRows<Row>, Error, PageOfRows<Row>, K>
  row: (row: Row) => ReactNode
  /** What an empty list says; null leaves the list out while it has no row. */
  none: string | null
  /** Links to the whole list, or to a form that adds a row. */
  more?: Elements
}

/** A short list on the page of something else. Its own paging is not kept in the address. */
export function PartList<Row extends { id: string }, K extends QueryKey>(props: Props<Row, K>) {
  const { title, level, query, row, none, more } = props
  const t = useT()
  const language = languageTag(useLocale())
  const headingId = useId()
  const [cursor, setCursor] = useState<string>()
  const list = useQuery({ ...query(cursor), placeholderData: keepPreviousData })
  const Heading = `h${level}` as const
  const page = list.data?.page
  const turn = (to: string | null | undefined) => list.isPlaceholderData || to === null || setCursor(to)

  if (none === null && (page?.total ?? 0) === 0) return null
  return (
    <section className={styles.part} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Heading id={headingId} className={styles.title}>
          <span>{title}</span>
          {page !== undefined && page.total > 0 && (
            <span
              className={styles.count}
            >{` ${page.total.toLocaleString(language)}${page.totalIsCapped ? '+' : ''}`}</span>
          )}
        </Heading>
        {more}
      </div>
      <Answer
        query={list}
        waiting={<RowSkeletons rows={3} label={t('shell:loading')} />}
        failed={t('lists:failed.title')}
        isPart
      >
        {({ data }) =>
          data.length === 0 ? (
            <p className={styles.none}>{none}</p>
          ) : (
            <ul className={styles.rows} data-stale={list.isPlaceholderData || undefined}>
              {data.map((one) => (
                <li key={one.id}>{row(one)}</li>
              ))}
            </ul>
          )
        }
      </Answer>
      {page !== undefined && (page.previous !== null || page.next !== null) && (
        <nav className={styles.paging} aria-label={`${t('lists:page.label')}: ${title}`}>
          <Button variant="default" isInactive={page.previous === null} onClick={() => turn(page.previous)}>
            {t('lists:page.previous')}
          </Button>
          <Button variant="default" isInactive={page.next === null} onClick={() => turn(page.next)}>
            {t('lists:page.next')}
          </Button>
        </nav>
      )}
    </section>
  )
}

interface PartRowProps {
  main: ReactNode
  second?: ReactNode
  /** A less important note at the end of the line. */
  end?: ReactNode
  /** Buttons, which are below the text on a phone. */
  ways?: ReactNode
}

/** A row of a part list: its name, what else is said of it, and what can be done with it. */
export function PartRow({ main, second, end, ways }: PartRowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.main}>
        <div>{main}</div>
        {second !== undefined && <div className={styles.second}>{second}</div>}
      </div>
      {end !== undefined && <div className={styles.end}>{end}</div>}
      {ways !== undefined && <div className={styles.ways}>{ways}</div>}
    </div>
  )
}

/** Rows on the page of something else that are no list of their own, with what stands above and below them. */
export function Part<Row extends { id: string }>({
  title,
  level,
  rows,
  row,
  above,
  below,
}: Pick<Props<Row, QueryKey>, 'title' | 'level' | 'row'> & {
  rows: readonly Row[]
  above?: Elements
  below?: Elements
}) {
  const headingId = useId()
  const Heading = `h${level}` as const
  return (
    <section className={styles.part} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Heading id={headingId} className={styles.title}>
          {title}
        </Heading>
      </div>
      {above}
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((one) => (
            <li key={one.id}>{row(one)}</li>
          ))}
        </ul>
      )}
      {below}
    </section>
  )
}
