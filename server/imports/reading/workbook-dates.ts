import type { XmlEvent } from './xml-of-workbook.ts'

/** The formats of days and times that every program knows by number. */
const knownDateFormats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])

/** The places of the styles by which a number is shown as a day or a time. */
export async function dateStylesOf(parts: AsyncIterable<XmlEvent[]>): Promise<ReadonlySet<number>> {
  const own = new Map<number, string>()
  const styles: number[] = []
  let isInCells = false
  for await (const events of parts) {
    for (const event of events) {
      if (event.kind === 'text') continue
      if (event.name === 'cellXfs') isInCells = event.kind === 'open'
      if (event.kind !== 'open') continue
      if (event.name === 'numFmt') own.set(Number(event.attributes.numFmtId), event.attributes.formatCode ?? '')
      if (event.name === 'xf' && isInCells) styles.push(Number(event.attributes.numFmtId ?? 0))
    }
  }
  const isDate = (format: number) => knownDateFormats.has(format) || isDateCode(own.get(format) ?? '')
  return new Set(styles.flatMap((format, place) => (isDate(format) ? [place] : [])))
}

/** True for a format code with a day, month, year or time outside quotations, colours and conditions. */
function isDateCode(code: string): boolean {
  return /[dmyhs]/i.test(
    code.replaceAll(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|_.|\*./gi, '').replaceAll(/general/gi, ''),
  )
}

const dayLong = 24 * 60 * 60 * 1000

/**
 * A day as YYYY-MM-DD or a time as YYYY-MM-DD HH:mm from days since 30 December 1899, or since 1 January 1904. Excel counts a
 * 29 February 1900 that never was.
 */
export function writtenDate(serial: number, is1904: boolean): string {
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const at = new Date(Date.UTC(1899, 11, 30) + Math.round((days * dayLong) / 60_000) * 60_000)
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999) return String(serial)
  const [day, time] = at.toISOString().split('T') as [string, string] // ISO 8601 has both parts
  return time.startsWith('00:00') ? day : `${day} ${time.slice(0, 5)}`
}
