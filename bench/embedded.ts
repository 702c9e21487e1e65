import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { demo } from './writers.ts'

/**
 * Reads the process id and port of a data folder's embedded PostgreSQL from its postmaster.pid; undefined when none is
 * running.
 */
export async function postmasterOf(dataDir: string): Promise<{ pid: number; port: number } | undefined> {
  const file = path.join(dataDir, 'postgres/cluster/postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const [pid, , , port] = lines.map(Number)
  return pid && port ? { pid, port } : undefined
}

/** Connects to the embedded database as its owner for as long as `work` takes. Throws when it is not running. */
export async function asOwner<T>(dataDir: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const found = await postmasterOf(dataDir)
  if (found === undefined) throw new Error(`No PostgreSQL runs in ${dataDir}`)
  const password = (await readFile(path.join(dataDir, 'postgres/owner-password'), 'utf8')).trim()
  const client = new Client(`postgres://lateral_owner:${password}@127.0.0.1:${found.port}/lateral`)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs a query in the demo tenant that the benches use. */
export async function askedInDemo<Row>(dataDir: string, query: string): Promise<Row[]> {
  return asOwner(dataDir, async (owner) => {
    await owner.query('begin')
    await owner.query(`select enter_tenant(tenant_id) from tenant_addresses where kind = 'slug' and address = $1`, [
      demo.slug,
    ])
    const { rows } = await owner.query(query)
    return rows as Row[] // the columns are those of the query
  })
}
