import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePageMark } from './use-page-mark.ts'
import * as styles from './data-table.module.css'

export interface Column<Row, Sort extends string> {
  key: string
  title: string
  /**
   * The order after the first press of the column's head; the next press reverses it, by adding or removing the minus
   * sign of `-sent_at`.
   */
  sort?: Sort
  /** The width of table at which this column appears; without it, the column always shows. */
  room?: 'medium' | 'large' | 'widest' | undefined
  /** Never wraps, for ids that are read character by character. */
  isWhole?: boolean
  /** True for the column that links to the row or holds its controls: it cannot be hidden. */
  isKept?: boolean
  cell: (row: Row) => ReactNode
}

interface Props<Row, Sort extends string> {
  caption: string
  columns: readonly Column<Row, Sort>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The key of the row that is open beside the table. */
  selectedKey?: string | undefined
  sort: Sort
  onSort: (sort: Sort) => void
  /** True while newer rows are loading and these stay in sight. */
  isStale: boolean
}

/**
 * A table that is sorted by pressing its column heads. A row opens by the link in it, which covers the row if it has
 * `rowLinkClass`.
 */
export function DataTable<Row, Sort extends string>(props: Props<Row, Sort>) {
  const { caption, columns, rows, rowKey, selectedKey, sort, onSort, isStale } = props
  usePageMark('hasRows')
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
        {/* The target of the skip link that jumps past navigation and filters. */}
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

/** Reverses a sort order. The contract has both directions of every order, one of them with a minus sign. */
function opposite<Sort extends string>(sort: Sort): Sort {
  return (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as Sort
}
