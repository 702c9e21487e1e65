import type { ColumnType, Generated } from 'kysely'
import type { Standing } from '../../../contract/standing.ts'

/** The columns of every row that can change: its version and times. */
export interface Versioned {
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** A jsonb column, read as its value and written as JSON text. */
export type Json<T> = ColumnType<T, string, string>

/** The standing of a row, which defaults to active. */
export type Status = Generated<Standing>
