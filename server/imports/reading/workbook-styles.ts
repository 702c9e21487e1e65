import { isDateCode, numberFormatOf, type NumberFormat } from './number-formats.ts'
import type { XmlEvent } from './xml-of-workbook.ts'

/** The formats of days and times that every program knows by number. */
const knownDateFormats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])

/** How a number of a workbook is shown: as a day or a time, by a format of its own, or, if undefined, as plain digits. */
export type CellStyle = 'date' | NumberFormat | undefined

/** Reads the styles of cells, in the order in which cells refer to them. */
export async function stylesOf(parts: AsyncIterable<XmlEvent[]>): Promise<readonly CellStyle[]> {
  const own = new Map<number, CellStyle>()
  const formats: number[] = []
  let isInCells = false
  for await (const events of parts) {
    for (const event of events) {
      if (event.kind === 'text') continue
      if (event.name === 'cellXfs') isInCells = event.kind === 'open'
      if (event.kind !== 'open') continue
      const { numFmtId = 0, formatCode = '' } = event.attributes
      if (event.name === 'numFmt') own.set(Number(numFmtId), styleOf(formatCode))
      if (event.name === 'xf' && isInCells) formats.push(Number(numFmtId))
    }
  }
  return formats.map((format) => (knownDateFormats.has(format) ? 'date' : own.get(format)))
}

function styleOf(code: string): CellStyle {
  return isDateCode(code) ? 'date' : numberFormatOf(code)
}
