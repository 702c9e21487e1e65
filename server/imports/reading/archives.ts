import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { maxImportBytes, maxUnpackedBytes } from '../../../contract/limits-and-times.ts'
import { RefusedFile } from './refused-file.ts'

/** More entries than any workbook has, and few enough to be listed. */
const mostEntries = 2000

/** An opened archive. Nothing is unpacked before its declared size is known, and nothing beyond that size. */
export interface Archive {
  names: readonly string[]
  /** The bytes of an entry. Throws `tooLarge`, `encrypted` and `damaged`; undefined if there is no such entry. */
  open: (name: string) => Promise<AsyncIterable<Buffer> | undefined>
  /** Throws `tooLarge` if these entries unpack to more than any file may. */
  expectRoomFor: (names: readonly string[]) => void
}

/** True for the beginning of an archive, which a workbook is, too. */
export function isArchive(beginning: Buffer): boolean {
  return beginning.toString('latin1', 0, 4) === 'PK\u0003\u0004'
}

/** Opens an archive that is held whole. Throws `damaged` and `encrypted`. */
export async function openArchive(content: Buffer): Promise<Archive> {
  const archive = await zipFileOf(content)
  const entries = await entriesOf(archive)
  const sizeOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + (entries.get(name)?.uncompressedSize ?? 0), 0)
  const expectRoomFor = (names: readonly string[]) => {
    if (sizeOf(names) > maxUnpackedBytes) throw new RefusedFile('tooLarge')
  }
  return {
    names: [...entries.keys()],
    expectRoomFor,
    open: async (name) => {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      expectRoomFor([name])
      if (entry.isEncrypted()) throw new RefusedFile('encrypted')
      return bytesOf(await streamOf(archive, entry))
    },
  }
}

/** The file of an archive that holds one: its bytes. Hidden files and those that macOS adds do not count. */
export async function soleFileOf(archive: Archive): Promise<AsyncIterable<Buffer>> {
  const names = archive.names.filter((name) => !name.endsWith('/') && !/(^|\/)(\.|__MACOSX\/)/.test(name))
  if (names.length > 1) throw new RefusedFile('severalFiles')
  const file = await archive.open(names[0] ?? '')
  if (file === undefined) throw new RefusedFile('empty')
  return file
}

/** Collects a workbook that lies in an archive. Throws `tooLarge` beyond the size of a file that may be sent. */
export async function collected(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  let size = 0
  async function* bounded() {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxImportBytes) throw new RefusedFile('tooLarge')
      yield chunk
    }
  }
  return buffer(Readable.from(bounded()))
}

function zipFileOf(content: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(content, { lazyEntries: true }, (error, archive) =>
      error ? reject(new RefusedFile('damaged')) : resolve(archive),
    )
  })
}

function entriesOf(archive: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    if (archive.entryCount > mostEntries) reject(new RefusedFile('notATable'))
    archive.on('error', () => reject(new RefusedFile('damaged')))
    archive.on('end', () => resolve(entries))
    archive.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry)
      archive.readEntry()
    })
    archive.readEntry()
  })
}

/** An entry that cannot be unpacked, or is larger than it declares, is damaged. */
async function* bytesOf(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream
  } catch {
    throw new RefusedFile('damaged')
  }
}

function streamOf(archive: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    archive.openReadStream(entry, (error, stream) => (error ? reject(new RefusedFile('damaged')) : resolve(stream)))
  })
}
