import type { ReactNode } from 'react'
import styles from './list-cards.module.css'

interface Props<Row> {
  /** Names the list to screen readers. */
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Whether other rows are on their way; these stay in sight until then. */
  isStale: boolean
  /** What stands on the card of a row, in the classes below. */
  card: (row: Row) => ReactNode
}

/** The rows of a list where there is little room, a card each. */
export function CardList<Row>({ label, rows, rowKey, isStale, card }: Props<Row>) {
  return (
    <ul className={styles.cards} aria-label={label} data-stale={isStale || undefined}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={styles.card}>
          {card(row)}
        </li>
      ))}
    </ul>
  )
}

/** The parts of a card: its first line with something at either end, what it is about, and what matters less. */
export const cardClasses = { line: styles.line, main: styles.main, detail: styles.detail }
