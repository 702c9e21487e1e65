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

/** A filter or the order of a list, in words. */
export interface Term {
  key: string
  words: ReactNode
}

/** Rows that are being printed or are about to be, with the terms that they were requested by. The list may show other rows meanwhile. */
export interface Printed<Row> extends RowsToPrint<Row> {
  terms: readonly Term[]
}
