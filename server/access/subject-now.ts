import { sql, type RawBuilder } from 'kysely'

/**
 * The present subject of a column, where `merged_subjects as m` was left-joined by it. Not COALESCE, which PostgreSQL
 * considers leaky and would therefore not use for index lookups under row-level security.
 */
export function subjectNow(column: string): RawBuilder<string> {
  return sql<string>`case when m.subject_id is null then ${sql.ref(column)} else m.subject_id end`
}
