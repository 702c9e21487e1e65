import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Disk } from 'flydrive'
import { presentTime } from '../../contract/rules/present.ts'
import type { KeptLinesConfig } from './config.ts'
import { openDisk, sync } from './files.ts'

/** Lines that are stored apart from the database: in a folder, or in a bucket, which may lock its objects. */
export interface KeptLines {
  /** Creates the folder, if it is one. */
  prepare(): Promise<void>
  /** False if it is a folder that is not there. */
  isThere(): boolean
  /** Writes these lines to a new file. Files are never rewritten or removed. */
  keep(lines: readonly string[]): Promise<void>
  /** Reads all lines of all files, the oldest first. */
  read(): Promise<string[]>
}

export function openKeptLines({ folder, prefix, s3 }: KeptLinesConfig): KeptLines {
  let disk: Promise<Disk> | undefined
  const opened = () => (disk ??= openDisk(folder, s3))
  return {
    async prepare() {
      await opened()
    },
    isThere: () => s3 !== undefined || existsSync(folder),
    async keep(lines) {
      // The name begins with the time, so that names sort by age.
      const key = `${prefix}${presentTime().toISOString().replaceAll(':', '-')}-${randomUUID()}.txt`
      await (await opened()).put(key, lines.map((line) => `${line}\n`).join(''))
      if (s3 === undefined) await sync(path.join(folder, key))
    },
    async read() {
      const keys = await keysIn(await opened(), prefix)
      const lines: string[] = []
      for (const key of keys.toSorted()) {
        const content = await (await opened()).get(key)
        lines.push(...content.split('\n').filter((line) => line !== ''))
      }
      return lines
    },
  }
}

async function keysIn(disk: Disk, prefix: string): Promise<string[]> {
  const keys: string[] = []
  let next: string | undefined
  do {
    const page = await disk.listAll(prefix, { recursive: true, ...(next && { paginationToken: next }) })
    for (const entry of page.objects) if (entry.isFile && entry.key.endsWith('.txt')) keys.push(entry.key)
    next = page.paginationToken
  } while (next !== undefined)
  return keys
}
