import { localParts } from '../../contract/rules/dates.ts'
import { presentTime } from '../../contract/rules/present.ts'

/** The first and the last month, both included, as YYYY-MM. */
export interface Months {
  from: string
  to: string
}

const isMonth = (value: unknown): value is string =>
  typeof value === 'string' && /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(value)

/** Reads the months of an address. An invalid month, and an end before the start, are left out. */
export function readMonths(search: Record<string, unknown>): Partial<Months> {
  const { from, to } = search
  if (isMonth(from) && isMonth(to) && from > to) return {}
  return { ...(isMonth(from) && { from }), ...(isMonth(to) && { to }) }
}

/** The latest `count` months in a zone, the present one first. */
export function latestMonths(count: number, zone: string, now = presentTime()): string[] {
  const [year = 0, month = 1] = localParts(now, zone).day.split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}
