import type { ColumnType, Generated } from 'kysely'
import type { Standing } from '../../../contract/standing.ts'

/** What every row has that is changed: how often it was, and when. */
export interface Versioned {
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** Stored as jsonb: read as the value, written as its JSON text. */
export type Json<T> = ColumnType<T, string, string>

/** Whether the row is in use, as which it begins. */
export type Status = Generated<Standing>
