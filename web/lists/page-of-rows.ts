/** A page of a list as the server gives it. */
export interface PageOfRows<Row> {
  data: Row[]
  page: { size: number; next: string | null; previous: string | null; total: number; totalIsCapped: boolean }
}

/** Rows that are printed, or are about to be. */
export interface Printed<Row> {
  rows: readonly Row[]
  /** How many rows the list has. */
  total: number
  totalIsCapped: boolean
  /** Whether the list begins with these rows. */
  isFromFirst: boolean
}
