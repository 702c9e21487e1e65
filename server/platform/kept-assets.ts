import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ClientBase, Pool } from 'pg'

/** The builds whose files are kept: the running one, the one before it, and one more for those who go back. */
const keptBuilds = 3

/** A file of the web app's folder `assets`. */
export interface Asset {
  content: Buffer
  isGzipped: boolean
}

/** Finds a file of this build or of one that was served before it. */
export type FindAsset = (name: string) => Promise<Asset | undefined>

/**
 * Keeps the files of this build in the database, for processes of other builds, and returns a function that finds kept
 * files. Browsers ask for the files of one build at a process of the other during an upgrade, and afterwards if their
 * page was opened before it.
 */
export async function keepAssets(pool: Pool, folder: string): Promise<FindAsset> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await keepBuild(client, folder)
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
  return async (name) => {
    const { rows } = await pool.query<Asset>(
      'select content, is_gzipped as "isGzipped" from web_assets where name = $1 limit 1',
      [name],
    )
    return rows[0]
  }
}

async function keepBuild(client: ClientBase, folder: string): Promise<void> {
  const manifest = await readFile(path.join(folder, '.vite/manifest.json'))
  const build = createHash('sha256').update(manifest).digest('hex')
  // Another process that starts waits here, and then finds this build and its files.
  await client.query('lock table web_builds in share row exclusive mode')
  await client.query(
    'insert into web_builds (id) values ($1) on conflict (id) do update set started_at = excluded.started_at',
    [build],
  )
  const { rowCount } = await client.query('select from web_assets where build_id = $1 limit 1', [build])
  if (rowCount === 0) await insertAssets(client, build, path.join(folder, 'assets'))
  await client.query(
    'delete from web_builds where id not in (select id from web_builds order by started_at desc, id limit $1)',
    [keptBuilds],
  )
  await client.query('delete from web_assets where build_id not in (select id from web_builds)')
}

async function insertAssets(client: ClientBase, build: string, folder: string): Promise<void> {
  const files = new Set(await readdir(folder))
  for (const name of files) {
    if (/\.(gz|br)$/.test(name)) continue
    const isGzipped = files.has(`${name}.gz`)
    const content = await readFile(path.join(folder, isGzipped ? `${name}.gz` : name))
    await client.query('insert into web_assets (build_id, name, content, is_gzipped) values ($1, $2, $3, $4)', [
      build,
      name,
      content,
      isGzipped,
    ])
  }
}
