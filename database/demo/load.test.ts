import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leftOutOnCitus } from '../../tests/programs/citus.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/server/database.ts'
import { loadDemoWhenEmpty } from './load.ts'

const isLeftOut = leftOutOnCitus('demo data is loaded before tenants are spread')

let database: TestDatabase
let filesDir: string
let loaded: boolean[]

beforeAll(async () => {
  database = await createTestDatabase()
  filesDir = await mkdtemp(path.join(tmpdir(), 'lateral-demo-'))
  const options = { ownerUrl: database.ownerUrl, filesDir, report: () => undefined }
  // Two processes may start at once.
  loaded = await Promise.all([loadDemoWhenEmpty(options), loadDemoWhenEmpty(options)])
})

afterAll(async () => {
  await database.drop()
  await rm(filesDir, { recursive: true, force: true })
})

describe.skipIf(isLeftOut)('loading the demo data', () => {
  it('happens once, even when two processes start together', () => {
    expect(loaded.filter(Boolean)).toHaveLength(1)
  })

  it('does nothing in a database that has tenants', async () => {
    const options = { ownerUrl: database.ownerUrl, filesDir, report: () => undefined }
    expect(await loadDemoWhenEmpty(options)).toBe(false)
  })

  it('answers at each tenant’s host, and elsewhere with the default tenant', async () => {
    const names = await Promise.all(
      ['harbour.localhost', 'cascade.localhost', 'meadow.localhost', 'operator.localhost', 'localhost'].map(
        tenantNameAt,
      ),
    )
    expect(names).toEqual(['Harbour Health', 'Cascade Clinics', 'Meadow Veterinary', 'Lateral', 'Harbour Health'])
  })

  it('shows the server’s role the entered tenant’s rows and no others', async () => {
    expect(await countsAt('harbour.localhost')).toEqual({ records: 4000, users: 40, tenants: 1, foreign: 0 })
    expect(await countsAt('operator.localhost')).toEqual({ records: 0, users: 1, tenants: 1, foreign: 0 })
    const { rows } = await database.pool.query('select count(*) from test_records')
    expect(rows[0].count).toBe(0)
  })

  it('leaves nothing to be sent', async () => {
    const counts = await atHost(
      'harbour.localhost',
      `select (select count(*) from invites)::int as invites,
              (select count(*) from messages where state = 'waiting')::int as waiting,
              (select count(*) from jobs.job)::int as jobs`,
    )
    expect(counts).toEqual([{ invites: 25, waiting: 0, jobs: 0 }])
  })

  it('leaves counts that agree with the records, and nothing to fold once they are folded', async () => {
    const fold = `select fold_record_deltas(current_tenant(), 100000) as folded`
    for (const host of ['harbour.localhost', 'cascade.localhost', 'meadow.localhost', 'operator.localhost']) {
      const client = await database.pool.connect()
      await client.query('begin')
      await client.query('select enter_tenant(tenant_at($1))', [host])
      const wrong = 'select count(*)::int as wrong from wrong_record_counts(current_tenant())'
      expect((await client.query(wrong)).rows).toEqual([{ wrong: 0 }])
      const { rows } = await client.query<{ folded: number }>(fold)
      expect(rows[0]?.folded === 0).toBe(host === 'operator.localhost')
      expect([(await client.query(fold)).rows, (await client.query(wrong)).rows]).toEqual([
        [{ folded: 0 }],
        [{ wrong: 0 }],
      ])
      await client.query('commit')
      client.release()
    }
    const { rows } = await database.pool.query('select tenants_to_fold()')
    expect(rows).toEqual([])
  })

  it('stores the file of every photo', async () => {
    for (const host of ['harbour.localhost', 'cascade.localhost', 'meadow.localhost']) {
      const photos = await atHost(host, 'select tenant_id, id from device_images order by id')
      const files = await readdir(path.join(filesDir, 'device-images', photos[0].tenant_id))
      expect(files.sort()).toEqual(photos.map(({ id }) => `${id}.webp`))
    }
  })
})

async function tenantNameAt(host: string): Promise<string> {
  const [row] = await atHost(host, 'select name from tenants')
  return row?.name
}

async function countsAt(host: string) {
  const [row] = await atHost(
    host,
    `select (select count(*) from test_records) records, (select count(*) from users) users, (select count(*) from tenants) tenants,
            (select count(*) from test_records where tenant_id <> current_tenant()) as foreign`,
  )
  return row
}

async function atHost(host: string, query: string) {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select enter_tenant(tenant_at($1))', [host])
    const { rows } = await client.query(query)
    await client.query('rollback')
    return rows
  } finally {
    client.release()
  }
}
