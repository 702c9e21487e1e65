import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Matches records `r` of a month, YYYY-MM, by a clock in a zone; without one, by the clock where each test was performed, so that
 * everybody finds the same. The monthly report counts by it, and the list that it leads to is filtered by it.
 */
export function inMonth(month: string, zone?: string): RawBuilder<SqlBool> {
  // The instants at which it is this month anywhere, for the index, and then the month of each clock.
  return sql<SqlBool>`(r.performed_at >= (${month}::text || '-01')::timestamp at time zone 'UTC' - interval '14 hours'
    and r.performed_at < ((${month}::text || '-01')::timestamp + interval '1 month') at time zone 'UTC' + interval '12 hours'
    and date_trunc('month', r.performed_at at time zone coalesce(${zone ?? null}::text, r.performed_zone))
      = (${month}::text || '-01')::timestamp)`
}
