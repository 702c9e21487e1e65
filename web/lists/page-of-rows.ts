export interface PageOfRows<Row> {
  data: Row[]
  page: { size: number; next: string | null; previous: string | null; total: number; totalIsCapped: boolean }
}

/** Rows that are being printed or are about to be. */
export interface Printed<Row> {
  rows: readonly Row[]
  total: number
  totalIsCapped: boolean
  /** True if these rows are the first of the list. */
  isFromFirst: boolean
}
