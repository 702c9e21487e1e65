import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { presentTime } from '../../contract/rules/present.ts'
import library from '../../package.json' with { type: 'json' }
import { keyOf } from '../device-images/service.ts'
import { writeBackup } from '../own-account/service.ts'
import { isDiskFull } from '../platform/database-away.ts'
import type { Files } from '../platform/files.ts'
import type { KeptLines } from '../platform/kept-lines.ts'
import { type ArchiveEnd, ArchiveError, headerStart, numberInName } from './archive-format.ts'
import { readArchive } from './archive-reader.ts'
import { type ArchiveWriter, writeArchive } from './archive-writer.ts'
import { type Snapshot, withSnapshot } from './copying-repository.ts'

/** Files that are read at the same time, because a bucket answers slowly. */
const filesAtOnce = 8

/** What a backup holds. */
export interface BackupContent {
  takenAt: string
  tables: number
  rows: number
  files: number
  /** Photos that the database names and that are not among the files. */
  missingFiles: readonly string[]
  /** False if the list of erasures could not be written, so that a restore cannot tell whether it is whole. */
  isInErasureList: boolean
}

/** Where a backup reads from, and the list of erasures that is to name it. */
export interface BackupSource {
  readerUrl: string
  files: Files
  erasures?: KeptLines
}

/**
 * Writes the database and the files of one moment to a new file, which only its owner may read, and reads it back. The
 * file has its name only once both have succeeded. Throws an `ArchiveError` with what to do, and leaves nothing behind.
 */
export async function backUp(
  { readerUrl, files, erasures }: BackupSource,
  file: string,
  passphrase: string | undefined,
): Promise<BackupContent> {
  const isThere = `${file} is there already`
  if (existsSync(file)) throw new ArchiveError(isThere)
  const unfinished = `${file}.unfinished`
  const isTaken = `${unfinished} is there: another backup is running, or one was killed. If so, remove it`
  if (existsSync(unfinished)) throw new ArchiveError(isTaken)
  try {
    const id = randomUUID()
    const isInErasureList = erasures !== undefined && (await nameIn(erasures, id))
    const missingFiles = await withSnapshot(readerUrl, (snapshot) =>
      copy(snapshot, files, { file: unfinished, passphrase, id, isInErasureList }),
    )
    const { header, end } = await readArchive(unfinished, passphrase)
    // Another one may have ended before this one began to write, and none can while this one holds the unfinished file.
    if (existsSync(file)) throw new ArchiveError(isThere)
    await rename(unfinished, file)
    await syncFolder(path.dirname(file))
    return { takenAt: header.takenAt, ...countsOf(end), missingFiles, isInErasureList }
  } catch (error) {
    // Another backup made the file first, and is still writing to it.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw new ArchiveError(isTaken, error)
    await rm(unfinished, { force: true })
    throw isDiskFull(error) ? new ArchiveError(`There is no room for ${file}. Nothing was kept`, error) : error
  }
}

/** Counts for a person who wants to know that everything is there. */
export function countsOf({ rows, files }: ArchiveEnd): { tables: number; rows: number; files: number } {
  const counts = Object.values(rows)
  return { tables: counts.length, rows: counts.reduce((sum, count) => sum + count, 0), files }
}

/** Names the backup in the list of erasures, if that can be written. */
async function nameIn(erasures: KeptLines, id: string): Promise<boolean> {
  try {
    await erasures.keep([writeBackup(id, presentTime())])
    return true
  } catch {
    return false
  }
}

interface NewArchive {
  file: string
  passphrase: string | undefined
  id: string
  isInErasureList: boolean
}

/** Returns the keys of missing files. */
async function copy(
  snapshot: Snapshot,
  files: Files,
  { file, passphrase, ...own }: NewArchive,
): Promise<readonly string[]> {
  const missing: string[] = []
  const header = { ...headerStart, ...own, lateral: library.version, ...snapshot.facts }
  await writeArchive(file, { header, passphrase }, async (writer) => {
    const rows: Record<string, number> = {}
    for (const table of header.tables) rows[table.name] = await copyTable(snapshot, table, writer)
    if (rows.tenants !== snapshot.tenants) {
      throw new ArchiveError(`${rows.tenants ?? 0} tenants were read, but there are ${snapshot.tenants}`)
    }
    let [count, bytes] = [0, 0]
    for await (const { key, content } of readTogether(snapshot.photos(), files)) {
      if (content === undefined) {
        missing.push(key)
        continue
      }
      await writer.add(`files/${key}`, content)
      count += 1
      bytes += content.length
    }
    return { rows, files: count, fileBytes: bytes, missingFiles: missing.length }
  })
  return missing
}

async function copyTable(
  snapshot: Snapshot,
  table: Snapshot['facts']['tables'][number],
  writer: ArchiveWriter,
): Promise<number> {
  const parts = snapshot.copy(table)
  for (let number = 1; ; number += 1) {
    const { done, value } = await parts.next()
    if (done) return value
    await writer.add(`tables/${table.name}/${numberInName(number)}`, value)
  }
}

/** Reads several files ahead of the one that is written, in their order. */
async function* readTogether(
  photos: AsyncIterable<{ tenantId: string; id: string }>,
  files: Files,
): AsyncGenerator<{ key: string; content: Buffer | undefined }> {
  const reading: Promise<{ key: string; content: Buffer | undefined }>[] = []
  for await (const { tenantId, id } of photos) {
    const key = keyOf(tenantId, id)
    const read = files.find(key).then((content) => ({ key, content }))
    // Whoever awaits it gets the error; until then it is no unhandled one.
    read.catch(() => undefined)
    reading.push(read)
    const next = reading.length >= filesAtOnce ? reading.shift() : undefined
    if (next !== undefined) yield await next
  }
  for (const read of reading) yield await read
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
