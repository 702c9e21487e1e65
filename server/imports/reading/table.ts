import { charactersOf, type Cell } from '../../../contract/imports/row-cells.ts'
import { maxUnpackedBytes } from '../../../contract/limits-and-times.ts'
import { collected, isArchive, openArchive, soleFileOf } from './archives.ts'
import { programOf } from './programs.ts'
import { RefusedFile } from './refused-file.ts'
import { mostRowCharacters, separatedRows } from './separated-rows.ts'
import { expectText, textOfBytes } from './text-of-bytes.ts'
import { isWorkbook, workbookRows, type NumberedRow } from './workbook-rows.ts'

/** The bytes by which a file is recognised, and read at once: enough for its encoding, too. */
const beginningBytes = 64 * 1024

/**
 * Reads the rows of a file, whatever its name: CSV, a sheet of a workbook, or an archive with one of either. Blank rows are left
 * out. Throws RefusedFile for
 * anything else. A workbook may use one text for any number of cells, so the texts of its rows are bounded as well as its
 * bytes.
 */
export async function* rowsOf(chunks: AsyncIterable<Buffer>, sheet: string | null): AsyncGenerator<NumberedRow> {
  let all = 0
  for await (const row of writtenRows(chunks, sheet)) {
    const { cells } = row
    if (cells.every((cell) => cell?.trim() === '')) continue
    const characters = charactersOf(cells)
    all += characters
    if (characters > mostRowCharacters || all > maxUnpackedBytes) throw new RefusedFile('tooLarge')
    yield { ...row, cells: cells.map(storable) }
  }
}

/** A cell with a sign in place of what is no character, which no database stores. */
function storable(cell: Cell): Cell {
  if (cell === null || (cell.isWellFormed() && !cell.includes('\0'))) return cell
  return cell.toWellFormed().replaceAll('\0', '\ufffd')
}

async function* writtenRows(
  chunks: AsyncIterable<Buffer>,
  sheet: string | null,
  isPacked = false,
): AsyncGenerator<NumberedRow> {
  const { beginning, all } = await beginningOf(chunks)
  if (beginning.length === 0) throw new RefusedFile('empty')
  if (isArchive(beginning)) {
    const archive = await openArchive(await collected(all))
    const program = programOf(archive)
    if (isWorkbook(archive)) yield* workbookRows(archive, sheet)
    else if (program !== undefined) throw new RefusedFile('otherProgram', program)
    else if (isPacked) throw new RefusedFile('packedTwice')
    else yield* writtenRows(await soleFileOf(archive), sheet, true)
    return
  }
  // The old format of Excel, and a workbook with a password, begin alike.
  if (beginning.toString('latin1', 0, 4) === '\xd0\xcf\x11\xe0') throw new RefusedFile('encrypted')
  expectText(beginning)
  let line = 0
  for await (const cells of separatedRows(textOfBytes(all))) {
    line += 1
    yield { line, cells }
  }
}

/** Collects the beginning of a file. `all` is everything, including it. */
async function beginningOf(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]()
  const read: Buffer[] = []
  let size = 0
  while (size < beginningBytes) {
    const { value, done } = await iterator.next()
    if (done) break
    read.push(value)
    size += value.length
  }
  const beginning = Buffer.concat(read)
  async function* whole(): AsyncGenerator<Buffer> {
    if (beginning.length > 0) yield beginning
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  return { beginning, all: whole() }
}
