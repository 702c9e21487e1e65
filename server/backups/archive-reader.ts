import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import {
  type ArchiveEnd,
  archiveEnd,
  ArchiveError,
  type ArchiveHeader,
  archiveHeader,
  headerStart,
  mostBytes,
  numberInName,
  version,
} from './archive-format.ts'
import { sumLine, unchanged } from './archive-writer.ts'
import { decryptWith, encryptedStart, isWrongPassphrase } from './encryption.ts'
import { expectTrailer, TrailerMissing } from './trailer.ts'

/** A part of an archive whose place and name are right. What it holds is only known to be whole at the end. */
type ArchivePart = { kind: 'rows'; table: string; content: Buffer } | { kind: 'file'; key: string; content: Buffer }

/** Gets what an archive holds, one after the other, and may let the reading wait or fail. */
export interface ArchiveVisitor {
  header?(header: ArchiveHeader): Promise<void>
  part?(part: ArchivePart): Promise<void>
}

/**
 * Reads an archive from its first byte to its last, holding one part in memory, and returns its header and end once
 * every sum and every count agrees. Throws an `ArchiveError` for an archive that is cut, damaged, encrypted otherwise,
 * or not from a version that this one can read; and whatever the visitor throws.
 */
export async function readArchive(
  file: string,
  passphrase: string | undefined,
  visitor: ArchiveVisitor = {},
): Promise<{ header: ArchiveHeader; end: ArchiveEnd }> {
  const decrypt = await decrypterFor(file, passphrase)
  const contents = new Contents(file)
  const tar = extract()
  let refused: { error: unknown } | undefined
  tar.on('entry', (entry, stream, goOn) => {
    // It ends with the archive, whose error is thrown.
    stream.on('error', () => undefined)
    const take = async (): Promise<void> => {
      const what = contents.expect(entry)
      const content = await buffer(stream).catch(() => undefined)
      // The pipeline throws what is wrong with the bytes.
      if (content === undefined) return
      const taken = contents.take(what, content)
      if (taken === undefined) return
      await (taken.kind === 'header' ? visitor.header?.(taken.header) : visitor.part?.(taken))
    }
    take().then(
      () => goOn(),
      (error: Error) => {
        refused = { error }
        goOn(error)
      },
    )
  })
  try {
    await pipeline(createReadStream(file), decrypt, expectTrailer, createZstdDecompress(), tar)
  } catch (error) {
    throw refused === undefined ? explain(file, error) : refused.error
  }
  return contents.whole()
}

type Expected =
  | { kind: 'header'; name: string }
  | { kind: 'end'; name: string }
  | { kind: 'sums'; name: string }
  | { kind: 'rows'; name: string; table: string }
  | { kind: 'file'; name: string; key: string }

/** The only files are photos, so that an archive writes nowhere else, such as into the list of erasures. */
const partName =
  /^(?:(?<header>backup\.json)|(?<end>end\.json)|sums\/(?<sums>\d{6,})|tables\/(?<table>[a-z][a-z0-9_]*)\/(?<number>\d{6,})|files\/(?<key>device-images\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.webp))$/

/** What has been read so far, against which all that follows is compared. */
class Contents {
  readonly #file: string
  readonly #rows = new Map<string, number>()
  readonly #allSums = createHash('sha256')
  #header: ArchiveHeader | undefined
  #end: ArchiveEnd | undefined
  #pending = ''
  #sums = 0
  #last = ''
  #table = { name: '', parts: 0 }
  #files = { count: 0, bytes: 0 }

  constructor(file: string) {
    this.#file = file
  }

  /** Tells what an entry is by its name, or throws if it does not belong here. */
  expect({ name, size, type }: Header): Expected {
    const groups = partName.exec(name)?.groups
    if (groups === undefined || type !== 'file') throw this.#damaged(`it holds ${JSON.stringify(name.slice(0, 100))}`)
    if (size > mostBytes) throw this.#damaged(`${name} claims ${size} bytes`)
    if ((groups.header === undefined) !== (this.#header !== undefined) || this.#end !== undefined) {
      throw this.#damaged(`${name} is not in its place`)
    }
    if (groups.header !== undefined) return { kind: 'header', name }
    if (groups.end !== undefined) return { kind: 'end', name }
    if (groups.sums !== undefined) {
      if (groups.sums !== numberInName(this.#sums + 1)) throw this.#damaged(`${name} is not in its place`)
      return { kind: 'sums', name }
    }
    if (groups.key !== undefined) {
      this.#refuseDisorder(name, 'z')
      return { kind: 'file', name, key: groups.key }
    }
    const table = groups.table ?? ''
    if (table !== this.#table.name) {
      this.#refuseDisorder(`tables/${table}/`, 'a')
      this.#table = { name: table, parts: 0 }
    }
    this.#table.parts += 1
    const isKnown = this.#header?.tables.some((each) => each.name === table)
    if (!isKnown || groups.number !== numberInName(this.#table.parts))
      throw this.#damaged(`${name} is not in its place`)
    return { kind: 'rows', name, table }
  }

  /** Takes an entry's content into account, and returns it if it is for a visitor. */
  take(what: Expected, content: Buffer): ArchivePart | { kind: 'header'; header: ArchiveHeader } | undefined {
    if (what.kind === 'sums') {
      if (content.toString() !== this.#pending) throw this.#damaged(`the sums in ${what.name} differ`)
      this.#allSums.update(content)
      this.#pending = ''
      this.#sums += 1
      return undefined
    }
    if (what.kind === 'end') {
      this.#end = this.#parse(archiveEnd, content)
      return undefined
    }
    this.#pending += sumLine(what.name, content)
    if (what.kind === 'header') {
      this.#header = this.#headerOf(content)
      for (const { name } of this.#header.tables) this.#rows.set(name, 0)
      return { kind: 'header', header: this.#header }
    }
    if (what.kind === 'file') {
      this.#files.count += 1
      this.#files.bytes += content.length
      return { kind: 'file', key: what.key, content }
    }
    this.#rows.set(what.table, (this.#rows.get(what.table) ?? 0) + linesIn(content))
    return { kind: 'rows', table: what.table, content }
  }

  /** Returns the header and the end if everything between them was read. */
  whole(): { header: ArchiveHeader; end: ArchiveEnd } {
    const [header, end] = [this.#header, this.#end]
    if (header === undefined || end === undefined) throw cutShort(this.#file)
    if (this.#pending !== '' || this.#allSums.digest('hex') !== end.sums) throw this.#damaged('its sums differ')
    const isCounted = header.tables.every(({ name }) => this.#rows.get(name) === end.rows[name])
    if (!isCounted || this.#files.count !== end.files || this.#files.bytes !== end.fileBytes) {
      throw this.#damaged('it does not hold what it says at its end')
    }
    return { header, end }
  }

  #headerOf(content: Buffer): ArchiveHeader {
    const { format, formatVersion } = headerStart
    const said = this.#json(content) as Partial<ArchiveHeader> | null
    if (said?.format === format && typeof said.formatVersion === 'number' && said.formatVersion > formatVersion) {
      throw new ArchiveError(
        `${this.#file} is of a newer version of Lateral${version.test(String(said.lateral)) ? ` (${said.lateral})` : ''}. Restore it with that version or a newer one`,
      )
    }
    return this.#parse(archiveHeader, content)
  }

  #parse<T>(schema: { safeParse(value: unknown): { success: boolean; data?: T } }, content: Buffer): T {
    const { data } = schema.safeParse(this.#json(content))
    if (data === undefined) throw this.#damaged('what it says about itself cannot be read')
    return data
  }

  #json(content: Buffer): unknown {
    try {
      return JSON.parse(content.toString())
    } catch {
      throw this.#damaged('what it says about itself cannot be read')
    }
  }

  /** Names grow, so that none comes twice; `group` lets the files come after all tables. */
  #refuseDisorder(name: string, group: 'a' | 'z'): void {
    const place = `${group}/${name}`
    if (place <= this.#last) throw this.#damaged(`${name} is not in its place`)
    this.#last = place
  }

  #damaged(how: string): ArchiveError {
    return new ArchiveError(`${this.#file} is damaged: ${how}`)
  }
}

/** PostgreSQL ends each row with a line feed, and writes those within values otherwise. */
function linesIn(content: Buffer): number {
  let lines = 0
  for (let at = content.indexOf(10); at !== -1; at = content.indexOf(10, at + 1)) lines += 1
  return lines
}

/** Throws where the file is not an archive, and where it is encrypted and the passphrase is missing, or the reverse. */
async function decrypterFor(file: string, passphrase: string | undefined) {
  const start = await startOf(file)
  const isEncrypted = start.toString('latin1').startsWith(encryptedStart)
  const isPlain = start.subarray(0, 4).equals(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))
  if (!isEncrypted && !isPlain) throw new ArchiveError(`${file} is not a backup of Lateral`)
  if (isEncrypted && passphrase === undefined) {
    throw new ArchiveError(`${file} is encrypted. Add --passphrase-file with the file that holds its passphrase`)
  }
  if (isPlain && passphrase !== undefined) {
    // Somebody who cannot encrypt may have put it in the place of the one that is.
    throw new ArchiveError(`${file} is not encrypted. Leave --passphrase-file out if that is right`)
  }
  return passphrase === undefined ? unchanged : decryptWith(passphrase)
}

async function startOf(file: string): Promise<Buffer> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ArchiveError(`There is no ${file}`) : error
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(32), 0, 32, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function explain(file: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'EIO' || code === 'EACCES' || code === 'EISDIR') return error
  if (isWrongPassphrase(error)) return new ArchiveError(`The passphrase is not the one of ${file}`)
  if (error instanceof TrailerMissing || code === 'Z_BUF_ERROR' || error.message === 'Unexpected end of data')
    return cutShort(file)
  return new ArchiveError(`${file} is damaged or cut short: ${error.message}`, error)
}

function cutShort(file: string): ArchiveError {
  return new ArchiveError(`${file} was cut short, or something was added: its end is missing`)
}
