import { ofSerial } from '../../../contract/imports/written-dates.ts'

/** A day as YYYY-MM-DD or a time as YYYY-MM-DD HH:mm from the days that a workbook counts. */
export function writtenDate(serial: number, is1904: boolean): string {
  const found = ofSerial(serial, is1904 ? '1904' : '1900')
  if (found === undefined) return String(serial)
  return found.time === '00:00' ? found.day : `${found.day} ${found.time}`
}
