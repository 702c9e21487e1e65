import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './data-table.module.css'

export interface Column<Row, Sort extends string> {
  key: string
  title: string
  /** What the first press of the head sorts by; the next turns it round, with or without the sign of `-sent_at`. */
  sort?: Sort
  /** How much room the table needs for this column to show; without it, it always shows. */
  room?: 'medium' | 'large' | 'widest' | undefined
  /** Stands on one line: an id that is read sign by sign. */
  isWhole?: boolean
  /** Holds the way to the row, or what is done with it: nobody can hide it. */
  isKept?: boolean
  cell: (row: Row) => ReactNode
}

interface Props<Row, Sort extends string> {
  /** Names the table to screen readers. */
  caption: string
  columns: readonly Column<Row, Sort>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The row that is open beside the table. */
  selectedKey?: string | undefined
  sort: Sort
  onSort: (sort: Sort) => void
  /** Whether other rows are on their way; these stay in sight until then. */
  isStale: boolean
}

/** A table whose heads sort it. A row is opened by the link in it, which covers the row where it has `rowLinkClass`. */
export function DataTable<Row, Sort extends string>(props: Props<Row, Sort>) {
  const { caption, columns, rows, rowKey, selectedKey, sort, onSort, isStale } = props
  return (
    <div className={styles.frame} data-stale={isStale || undefined}>
      <table className={styles.table} aria-busy={isStale || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {/* Where the way past navigation and filters leads. */}
        <tbody id="rows" tabIndex={-1}>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-selected={rowKey(row) === selectedKey || undefined}>
              {columns.map((column) => (
                <td key={column.key} data-room={column.room} data-whole={column.isWhole || undefined}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Makes a link in a row cover the whole row. */
export const rowLinkClass = styles.rowLink

function Head<Row, Sort extends string>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row, Sort>
  sort: Sort
  onSort: (sort: Sort) => void
}) {
  const first = column.sort
  if (first === undefined) {
    return (
      <th scope="col" data-room={column.room} data-column={column.key}>
        {column.title}
      </th>
    )
  }
  const second = opposite(first)
  const isSorted = sort === first || sort === second
  const isAscending = isSorted && !sort.startsWith('-')
  const Icon = isSorted ? (isAscending ? IconArrowUp : IconArrowDown) : IconArrowsSort
  return (
    <th
      scope="col"
      data-room={column.room}
      data-column={column.key}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
    >
      <button
        type="button"
        className={styles.sort}
        data-sorted={isSorted || undefined}
        onClick={() => onSort(sort === first ? second : first)}
      >
        <span>{column.title}</span>
        <Icon size={14} aria-hidden />
      </button>
    </th>
  )
}

/** Every sort of the contract has its other direction under the same name. */
function opposite<Sort extends string>(sort: Sort): Sort {
  return (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as Sort
}
