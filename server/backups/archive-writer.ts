import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { pack } from 'tar-stream'
import {
  type ArchiveEnd,
  type ArchiveHeader,
  endName,
  headerName,
  numberInName,
  partsBySums,
} from './archive-format.ts'
import { encryptWith } from './encryption.ts'
import { addTrailer } from './trailer.ts'

/** Adds to an archive what comes next in it. */
export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>
}

/**
 * Writes an archive to a new file, which only its owner may read. `write` adds everything between the header and the
 * end, and returns the end. When this resolves, the file survives a crash. Throws EEXIST for a file that is there
 * already, and leaves what it has written when it fails.
 */
export async function writeArchive(
  file: string,
  { header, passphrase }: { header: ArchiveHeader; passphrase: string | undefined },
  write: (writer: ArchiveWriter) => Promise<Omit<ArchiveEnd, 'sums'>>,
): Promise<void> {
  const tar = pack()
  const fill = async (): Promise<void> => {
    const writer = writerInto(tar)
    await writer.add(headerName, json(header))
    await writer.addEnd(await write(writer))
    tar.finalize()
  }
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const output = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true })
  const [written, filled] = await Promise.allSettled([
    pipeline(
      Readable.from(tar),
      compress,
      addTrailer,
      passphrase === undefined ? unchanged : encryptWith(passphrase),
      output,
    ),
    fill().catch((error: Error) => {
      tar.destroy(error)
      throw error
    }),
  ])
  // Each of the two ends the other when it fails, and the first one says why.
  if (written.status === 'rejected') throw written.reason
  if (filled.status === 'rejected') throw filled.reason
}

type Pack = ReturnType<typeof pack>

function writerInto(tar: Pack): ArchiveWriter & { addEnd(end: Omit<ArchiveEnd, 'sums'>): Promise<void> } {
  const allSums = createHash('sha256')
  let sums: string[] = []
  let written = 0
  const addSums = async (): Promise<void> => {
    const content = Buffer.from(sums.join(''))
    sums = []
    written += 1
    allSums.update(content)
    await addEntry(tar, `sums/${numberInName(written)}`, content)
  }
  return {
    async add(name, content) {
      sums.push(sumLine(name, content))
      await addEntry(tar, name, content)
      if (sums.length === partsBySums) await addSums()
    },
    async addEnd(end) {
      if (sums.length > 0) await addSums()
      await addEntry(tar, endName, json({ ...end, sums: allSums.digest('hex') }))
    },
  }
}

/** A line of `sha256sum`. */
export function sumLine(name: string, content: Buffer): string {
  return `${createHash('sha256').update(content).digest('hex')}  ${name}\n`
}

/** Resolves once there is room for more. */
async function addEntry(tar: Pack, name: string, content: Buffer): Promise<void> {
  await new Promise<void>((done, fail) => {
    const entry = tar.entry({ name, size: content.length, mode: 0o600 }, content, (error) =>
      error ? fail(error) : done(),
    )
    entry.on('error', fail)
  })
}

/** Passes bytes on, where an archive is not encrypted. */
export async function* unchanged(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* bytes
}

function json(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`)
}
