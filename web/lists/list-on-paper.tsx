import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useDates } from '../preferences/use-dates.ts'
import { useUser } from '../session/queries.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { useT } from '../ui/phrases.ts'
import { PageMargins } from '../ui/page-margins.tsx'
import { useNow } from '../ui/use-now.ts'
import * as styles from './list-on-paper.module.css'
import type { AnyRow, Term } from './page-of-rows.ts'

interface Props {
  title: string
  /** The columns of the list; each draws its own rows. */
  columns: readonly {
    key: string
    title: string
    room?: string | undefined
    isWhole?: boolean
    isForScreens?: boolean
    cell(row: AnyRow): ReactNode
  }[]
  /** Undefined while nothing is being printed. */
  rows: readonly AnyRow[] | undefined
  /** The number of rows and how many of them are printed, in words. */
  count: string
  /** What is not printed, in words. */
  lacks: string | undefined
  /** The filters and the order, in words. */
  terms: readonly Term[]
  /** Replaces the table when there are no rows. */
  none: string
}

/**
 * The printed form of a list: a table under a heading that says what it shows. It is rendered outside the app and is
 * visible only on paper, so that it does not depend on the width of the screen and has no controls.
 */
export function ListOnPaper(props: Props) {
  const { logos } = usePreferences()
  return createPortal(
    <div className={styles.paper} aria-hidden data-list-on-paper data-print-list={props.rows && ''}>
      {/* Rendered before printing starts, because browsers do not wait for images. */}
      {logos.light !== null && <img src={logos.light} alt="" className={styles.logo} />}
      {props.rows && <Content {...props} rows={props.rows} />}
    </div>,
    document.body,
  )
}

function Content(props: Props & { rows: readonly AnyRow[] }) {
  const { title, columns, rows, count, lacks, terms, none } = props
  const t = useT()
  const dates = useDates()
  const now = dates.instant(useNow().toISOString())
  const { fullName } = useUser()
  const { name, productName } = usePreferences()
  const printed = columns.filter(({ isForScreens }) => !isForScreens)
  return (
    <>
      <PageMargins page="list" text={[name, title, now].join(' · ')} />
      <header>
        <p>{productName === name ? name : `${name} · ${productName}`}</p>
        <h1>{title}</h1>
        <p className={styles.count}>{count}</p>
        {lacks !== undefined && <p>{lacks}</p>}
        <ul className={styles.terms}>
          {terms.map(({ key, words }) => (
            <li key={key}>{words}</li>
          ))}
        </ul>
        <p>{t('lists:print.by', { name: fullName, time: now, zone: dates.zone(dates.ownZone) })}</p>
      </header>
      {rows.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {printed.map(({ key, title: head, room }) => (
                <th key={key} data-room={room}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                {printed.map((column) => (
                  <td key={column.key} data-whole={column.isWhole} data-room={column.room}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
