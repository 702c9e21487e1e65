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
