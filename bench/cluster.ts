import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { benchDir, startServer } from './processes.ts'

/** A PostgreSQL for the bench, with one database per size. */
export interface Cluster {
  /** Logs in as the owner of this database. */
  urlOf(database: string): string
  close(): Promise<void>
}

/**
 * The PostgreSQL of `BENCH_DATABASE_URL` (an owner that may create databases), else the embedded one with the settings
 * that it ships with, kept running by a server process of its own.
 */
export async function openCluster(): Promise<Cluster> {
  const given = process.env.BENCH_DATABASE_URL
  if (given) return { urlOf: (database) => withDatabase(given, database), close: async () => undefined }
  await mkdir(benchDir, { recursive: true })
  const keeper = await startServer('keeper', { DATA_DIR: benchDir })
  const password = (await readFile(path.join(benchDir, 'postgres/owner-password'), 'utf8')).trim()
  const [, , , port] = (await readFile(path.join(benchDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')
  const url = `postgres://lateral_owner:${password}@127.0.0.1:${port}/lateral`
  return { urlOf: (database) => withDatabase(url, database), close: () => keeper.stop() }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
