import { z } from 'zod'

/**
 * An archive is a tar file, compressed with Zstandard, and encrypted with age if there is a passphrase. It holds, in
 * this order:
 *
 * - `backup.json`: what the archive is (`archiveHeader`)
 * - `tables/<table>/<number>`: the rows of each table in PostgreSQL's text format of COPY, cut into parts. The parts of a
 *   table, one after the other, are what COPY takes
 * - `files/<key>`: the photos
 * - `sums/<number>`: lines of `sha256sum` for what came before, after every so many parts
 * - `end.json`: how many of everything there are (`archiveEnd`). What lacks it was cut short
 */
export const headerName = 'backup.json'
export const endName = 'end.json'

/** The version of the format, which grows when an older Lateral could not read it. */
const formatVersion = 1

/** Bytes of a part of a table. Writing and reading hold one of them in memory. */
export const partBytes = 8 * 1024 * 1024

/** Bytes that nothing in an archive exceeds. A photo takes at most a few hundred kilobytes. */
export const mostBytes = 64 * 1024 * 1024

/** Parts after which their sums follow. */
export const partsBySums = 10_000

/** The versions of Lateral, and the names of its migrations, which are shown at a terminal. */
export const version = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/
const migration = /^\d{4}-[a-z0-9-]+$/

const name = z.string().regex(/^[a-z][a-z0-9_]*$/)

export const archiveHeader = z.object({
  format: z.literal('lateral-backup'),
  formatVersion: z.literal(formatVersion),
  id: z.uuid(),
  /** The moment that the database and the files are of. */
  takenAt: z.iso.datetime(),
  /** The version of Lateral and of PostgreSQL. */
  lateral: z.string().regex(version),
  postgres: z.string(),
  /** The migrations that had run, in their order. */
  migrations: z.array(z.string().regex(migration)).min(1),
  tables: z.array(z.object({ name, columns: z.array(name) })),
  /** What each sequence gave last, or gives first. */
  sequences: z.array(z.object({ name, value: z.string().regex(/^\d+$/), isCalled: z.boolean() })),
  /** Messages that had not been sent. */
  waitingMessages: z.int(),
  /** True if the list of erasures names this backup. Backups before 0113 are not named. */
  isInErasureList: z.boolean().default(false),
})
export type ArchiveHeader = z.infer<typeof archiveHeader>

export const archiveEnd = z.object({
  /** Rows by table. */
  rows: z.record(name, z.int()),
  files: z.int(),
  fileBytes: z.int(),
  /** Files that the database names and that were not there. */
  missingFiles: z.int(),
  /** The SHA-256 of all sums, one after the other. */
  sums: z.string(),
})
export type ArchiveEnd = z.infer<typeof archiveEnd>

/** The number of a part or of sums in its name, such that names sort. */
export function numberInName(number: number): string {
  return String(number).padStart(6, '0')
}

/** Begins every header; `formatVersion` is part of the header's schema. */
export const headerStart: Pick<ArchiveHeader, 'format' | 'formatVersion'> = { format: 'lateral-backup', formatVersion }

/** A sentence for the person at the terminal: something is wrong with the archive or with what was asked. */
export class ArchiveError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ArchiveError'
  }
}
