import type { ReactNode } from 'react'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { usePageMark } from '../ui/use-page-mark.ts'
import * as styles from './list-rows.module.css'

/** A column of a list: in the table where there is room, otherwise at its place on the row's card. */
export interface ListColumn<Row, Sort extends string> extends Column<Row, Sort> {
  /** True for columns with controls, which are not printed. */
  isForScreens?: boolean
  /**
   * The position on the card: either end of the first line, the main line, a less important line, or the foot. Without
   * it, the column appears only in the table. `cell` is for a card that shows more or less than the table.
   */
  card?: { at: 'start' | 'end' | 'main' | 'detail' | 'foot'; cell?: (row: Row) => ReactNode }
}

interface Props<Row, Sort extends string> {
  caption: string
  columns: readonly ListColumn<Row, Sort>[]
  rows: readonly Row[]
  /** True if the table does not fit. */
  hasCards: boolean
  openId: string | undefined
  sort: Sort
  onSort: (sort: Sort) => void
  /** True while newer rows are loading and these stay in sight. */
  isStale: boolean
}

/** The rows of a list, as a table or as cards. */
export function ListRows<Row extends { id: string }, Sort extends string>(props: Props<Row, Sort>) {
  const { caption, columns, rows, hasCards, openId, sort, onSort, isStale } = props
  usePageMark('hasRows')
  if (!hasCards) {
    return (
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        selectedKey={openId}
        sort={sort}
        onSort={onSort}
        isStale={isStale}
      />
    )
  }
  return (
    <ul
      id="rows"
      tabIndex={-1}
      className={styles.cards}
      aria-label={caption}
      aria-busy={isStale || undefined}
      data-stale={isStale || undefined}
    >
      {rows.map((row) => (
        <li key={row.id} className={styles.card}>
          <Card row={row} columns={columns} />
        </li>
      ))}
    </ul>
  )
}

function Card<Row, Sort extends string>({ row, columns }: { row: Row } & Pick<Props<Row, Sort>, 'columns'>) {
  const cellsAt = (place: NonNullable<ListColumn<Row, Sort>['card']>['at']) =>
    columns.flatMap(({ key, cell, card }) => (card?.at === place ? [{ key, content: (card.cell ?? cell)(row) }] : []))
  const together = (place: 'start' | 'end' | 'main') =>
    cellsAt(place).map(({ key, content }) => (
      <div key={key} className={styles.cell}>
        {content}
      </div>
    ))
  return (
    <>
      <div className={styles.line}>
        <div>{together('start')}</div>
        <div className={styles.detail}>{together('end')}</div>
      </div>
      <div className={styles.main}>{together('main')}</div>
      {cellsAt('detail').map(({ key, content }) => (
        <div key={key} className={styles.detail}>
          {content}
        </div>
      ))}
      {cellsAt('foot').map(({ key, content }) => (
        <div key={key} className={styles.foot}>
          {content}
        </div>
      ))}
    </>
  )
}
