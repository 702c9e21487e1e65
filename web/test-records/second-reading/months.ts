import { localParts } from '../../../contract/rules/dates.ts'
import { presentTime } from '../../../contract/rules/present.ts'

/** From which month to which, both included, as YYYY-MM. */
export interface Months {
  from: string
  to: string
}

const isMonth = (value: unknown): value is string =>
  typeof value === 'string' && /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(value)

/** The months of an address; what is none, or ends before it begins, is left out. */
export function readMonths(search: Record<string, unknown>): Partial<Months> {
  const { from, to } = search
  if (isMonth(from) && isMonth(to) && from > to) return {}
  return { ...(isMonth(from) && { from }), ...(isMonth(to) && { to }) }
}

/** The months until now, as many as asked for, the latest first. */
export function latestMonths(count: number, zone: string, now = presentTime()): string[] {
  const [year = 0, month = 1] = localParts(now, zone).day.split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}
