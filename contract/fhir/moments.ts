/** The instants that a date of a search leaves: from one on, and before another, as ISO 8601 in UTC. */
export interface Span {
  from?: string
  before?: string
}

/** A date of a search: a prefix, and a year, month, day, minute, second or millisecond of 1900 to 2199, in UTC without an offset. */
const written =
  /^(eq|ge|gt|le|lt)?((?:19|20|21)\d\d)(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d{0,6})?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/

/**
 * Reads a date of a FHIR search (R4 §3.1.1.5.6): a day stands for all of its instants, and so does each other unit.
 * Undefined for anything else.
 */
export function boundsOf(text: string): Span | undefined {
  const found = written.exec(text)
  if (found === null) return undefined
  const [, prefix = 'eq', year = '', month, day, hour, minute, second, fraction, offset = 'Z'] = found
  const date = `${year}-${month ?? '01'}-${day ?? '01'}`
  const time = `${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}.${(fraction ?? '').padEnd(3, '0')}`
  const start = new Date(`${date}T${time}${offset}`)
  // A day that no month has is taken for one of the next month.
  if (Number.isNaN(start.getTime()) || !new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)) return undefined
  const end = new Date(start)
  if (month === undefined) end.setUTCFullYear(end.getUTCFullYear() + 1)
  else if (day === undefined) end.setUTCMonth(end.getUTCMonth() + 1)
  else end.setTime(end.getTime() + lengthOf({ hour, second, fraction }))
  const [from, before] = [start.toISOString(), end.toISOString()]
  switch (prefix) {
    case 'ge':
      return { from }
    case 'gt':
      return { from: before }
    case 'le':
      return { before }
    case 'lt':
      return { before: from }
    default:
      return { from, before }
  }
}

/** Milliseconds that a date with this precision stands for. */
function lengthOf(parts: Record<'hour' | 'second' | 'fraction', string | undefined>): number {
  if (parts.hour === undefined) return 24 * 3600_000
  if (parts.second === undefined) return 60_000
  return parts.fraction === undefined ? 1000 : 1
}
