import type { ReactNode } from 'react'

export interface PageOfRows<Row> {
  data: Row[]
  page: { size: number; next: string | null; previous: string | null; total: number; totalIsCapped: boolean }
}

export interface RowsToPrint<Row> {
  rows: readonly Row[]
  total: number
  totalIsCapped: boolean
  /** True if these rows are the first of the list. */
  isFromFirst: boolean
}

/** Any row of a list. One that is held back is shown to staff, and no paper has it. */
export interface AnyRow {
  id: string
  isHeldBack?: true | undefined
}

/** A filter or the order of a list, in words. */
export interface Term {
  key: string
  words: ReactNode
}

/** Rows that are being printed or are about to be, with the terms that they were requested by. The list may show other rows meanwhile. */
export interface Printed<Row> extends RowsToPrint<Row> {
  terms: readonly Term[]
}

/** Leaves out what is held back, which neither the rows nor the total count then. */
export function thatLeave<Row extends AnyRow, P extends RowsToPrint<Row>>(printed: P): P & { heldBack: number } {
  const rows = printed.rows.filter(({ isHeldBack }) => !isHeldBack)
  const heldBack = printed.rows.length - rows.length
  return { ...printed, rows, total: printed.total - heldBack, heldBack }
}
