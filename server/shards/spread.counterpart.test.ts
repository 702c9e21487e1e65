import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealAudit } from '../audit/service.ts'
import { verifyChains } from '../audit/repository.ts'
import { verifyAudit } from '../audit/verification-service.ts'
import { createPool, openConnection } from '../platform/database.ts'
import { deriveRoleUrls } from '../platform/roles.ts'
import { checkCounts } from '../test-records/counting/folding-repository.ts'
import { foldRecordCounts } from '../test-records/counting/folding-service.ts'
import { findDue } from '../access/each-tenant.ts'
import { backUp } from '../backups/backing-up.ts'
import { restore } from '../backups/restoring.ts'
import { makeNotifications } from '../notifications/making-service.ts'
import { makeAutomatic, sendDueReports } from '../notifications/reports/sending-service.ts'
import { openFiles } from '../platform/files.ts'
import { citusUrl, emptyCitus, everyRow, serversFrom, superuserUrl, whileAway } from '../../tests/programs/citus.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { startDatabaseProxy } from '../../tests/programs/database-proxy.ts'
import { openCitusDatabase } from '../../tests/server/database.ts'
import { insertManyRecords } from '../../tests/server/many-records.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { asking, noRequest, SentStatements } from '../../tests/server/sent-statements.ts'
import { askAsOwner } from '../../tests/server/owner-connection.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { makeWebhook, setWebhooks } from '../../tests/server/tried-webhooks.ts'
import { removeEnded } from '../upkeep/service.ts'
import { listDue } from '../webhooks/sending-repository.ts'
import { spreadTables, stepsLeft } from './distributing-repository.ts'
import { moveTenant } from './workers-repository.ts'

const log = { error: () => undefined }

describe.skipIf(citusUrl === undefined)('tenants over several servers, left out without CITUS_URL', () => {
  let test: TestApp
  let admin: Client

  beforeAll(async () => {
    test = await startTestApp({ database: await openCitusDatabase(citusUrl ?? '') })
    admin = await logInAs(test.app, test.ours, 'tenant')
  })
  afterAll(() => test.close())

  const record = async (client = admin) =>
    await client.post('/test-records', newRecordAt(test.ours.places.home), { 'idempotency-key': randomUUID() })

  it('tests are recorded, listed, corrected, voided and exported', async () => {
    const reply = await record()
    expect(reply.statusCode, reply.body).toBe(201)
    const { id } = reply.json().data
    const { analyteResults: _, performedDate, performedTime, performedZone } = newRecordAt(test.ours.places.home)
    const corrected = await admin.post(
      `/test-records/${id}/corrections`,
      {
        performedDate,
        performedTime,
        performedZone,
        note: null,
        location: null,
        deviceImageId: null,
        analyteResults: [{ analyteId: 'line', result: 'positive' }],
        reason: 'data-entered-incorrectly',
        changeNote: null,
      },
      { 'if-match': '"1"' },
    )
    expect(corrected.statusCode, corrected.body).toBe(200)
    const voided = await admin.post(
      `/test-records/${id}/void`,
      { reason: 'created-in-error', reasonText: null, changeNote: null },
      { 'if-match': '"2"' },
    )
    expect(voided.statusCode, voided.body).toBe(200)
    const list = (await admin.get('/test-records', { state: 'voided' })).json()
    expect(list.data.map((one: { id: string }) => one.id)).toContain(id)
    expect((await admin.get('/test-records/export')).body).toContain('\n')
  })

  it('what is done is sealed, counted and verified, and the figures agree', async () => {
    await record()
    await foldRecordCounts(test.door)
    await sealAudit(test.door)
    await verifyAudit(test.door, log)
    const owner = new pg.Client({ connectionString: test.database.ownerUrl })
    await owner.connect()
    const chains = []
    for await (const { slug, failed, result } of verifyChains(owner)) chains.push({ slug, failed, ...result })
    const counts = []
    for await (const { slug, failed, result } of checkCounts(owner)) counts.push({ slug, failed, ...result })
    await owner.end()
    expect(chains).toMatchObject([
      { slug: 'ours', failed: undefined, brokenAt: undefined, head: { position: expect.any(Number) } },
      { slug: 'theirs', failed: undefined, brokenAt: undefined },
    ])
    expect(counts).toMatchObject([
      { slug: 'ours', wrong: 0, records: expect.toSatisfy((count: number) => count > 0) },
      { slug: 'theirs', wrong: 0 },
    ])
  })

  it('a function that is older than the extension comes to every server', async () => {
    const { owner, ownerUrl } = test.database
    // Citus does not see that the function is made, as it did not where it came later.
    await owner.query(
      `begin; set local citus.enable_ddl_propagation = off;
       create function older() returns int language sql as 'select 1';
       revoke all on function older() from public; commit`,
    )
    const client = await openConnection(ownerUrl, 'lateral test')
    try {
      await spreadTables(client, ownerUrl)
      expect(await stepsLeft(client, ownerUrl)).toEqual([])
    } finally {
      await client.end()
    }
    for (const { host, port } of await serversFrom(ownerUrl, test.ours.id)) {
      const url = new URL(ownerUrl)
      url.hostname = host
      url.port = String(port)
      expect(
        await askAsOwner(
          url.href,
          `select older(), has_function_privilege('public', 'older()', 'execute') as "mayAll"`,
        ),
      ).toEqual([{ older: 1, mayAll: false }])
    }
    await owner.query('drop function older()')
  })

  it('nobody sees another tenant, on the coordinator or on a worker', async () => {
    const { serverUrl, ownerUrl } = test.database
    const { rows: shards } = await test.database.owner.query<{ host: string; port: number; shard: string }>(
      `select nodename as host, nodeport as port, shardid::text as shard from pg_dist_placement
       join pg_dist_shard using (shardid) join pg_dist_node using (groupid) where logicalrelid = 'test_records'::regclass`,
    )
    for (const role of [serverUrl, ownerUrl]) {
      const seen = async (url: string, table: string, tenantId: string) => {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        await client.query('set citus.override_table_visibility = off')
        await client.query('begin')
        await client.query(`set local "lateral".tenant_id = '${tenantId}'`)
        const { rows } = await client.query<{ tenant_id: string }>(`select distinct tenant_id from ${table}`)
        await client.end()
        return rows.map(({ tenant_id }) => tenant_id)
      }
      expect(await seen(role, 'test_records', '')).toEqual([])
      expect(await seen(role, 'test_records', test.ours.id)).toEqual([test.ours.id])
      for (const { host, port, shard } of shards) {
        const url = new URL(role)
        url.hostname = host
        url.port = String(port)
        expect(await seen(url.href, `test_records_${shard}`, '')).toEqual([])
        expect([[], [test.ours.id]]).toContainEqual(await seen(url.href, `test_records_${shard}`, test.ours.id))
      }
    }
  })

  it.skipIf(superuserUrl === undefined)('no tenant gets its own shard during a long transaction', async () => {
    const [from, to] = await serversFrom(citusUrl ?? '', test.theirs.id)
    if (to === undefined) throw new Error('There is one worker')
    const long = await openConnection(citusUrl ?? '', 'lateral test')
    try {
      await long.query('begin; select from tenants')
      const moving = moveTenant({ ownerUrl: citusUrl ?? '', superuserUrl: superuserUrl ?? '' }, 'theirs', to)
      await expect(moving).rejects.toThrow('A long transaction is under way')
    } finally {
      await long.end()
    }
    expect((await serversFrom(citusUrl ?? '', test.theirs.id))[0]).toEqual(from)
  })

  it.skipIf(superuserUrl === undefined)(
    'a tenant is moved while people record, and nothing is lost or doubled',
    async () => {
      const count = async () => {
        const text = 'select count(*)::int as count from test_records where tenant_id = $1'
        return (await test.query<{ count: number }>(test.ours, text, [test.ours.id]))[0]?.count ?? 0
      }
      const before = await count()
      let isMoving = true
      let recorded = 0
      const refused: number[] = []
      const work = async () => {
        while (isMoving) {
          const { statusCode } = await record()
          if (statusCode === 201) recorded += 1
          else refused.push(statusCode)
        }
      }
      // Counts are inserted from what is read in the same statement, which nobody may miss.
      const fold = async () => {
        while (isMoving) await foldRecordCounts(test.door).catch(() => undefined)
      }
      const working = [work(), work(), fold()]
      const [, to] = await serversFrom(citusUrl ?? '', test.ours.id)
      if (to === undefined || citusUrl === undefined || superuserUrl === undefined)
        throw new Error('There is one worker')
      expect(await moveTenant({ ownerUrl: citusUrl, superuserUrl }, 'ours', to)).toBe(true)
      isMoving = false
      await Promise.all(working)
      expect(refused.filter((status) => status !== 503)).toEqual([])
      expect(recorded).toBeGreaterThan(0)
      expect(await count()).toBe(before + recorded)
      const owner = await openConnection(citusUrl, 'lateral test')
      const wrong = []
      for await (const { result } of checkCounts(owner)) wrong.push(result?.wrong)
      await owner.end()
      expect(wrong).toEqual([0, 0])
      await sealAudit(test.door)
    },
  )

  it('the statements that are listened to name a request that asks several servers', async () => {
    const pool = createPool({ url: test.database.serverUrl, size: 1, onError: () => undefined })
    const statements = new SentStatements()
    statements.listenTo(pool)
    await asking('GET /one', () => pool.query('select id from users where tenant_id = $1', [test.ours.id]))
    await asking('GET /all', () => pool.query('select count(*) from users'))
    await asking(noRequest, () => pool.query('select count(*) from groups'))
    await pool.end()
    expect(statements.askedSeveral).toEqual(['GET /all'])
  })

  it.skipIf(superuserUrl === undefined)(
    'a test whose server goes away before the commit is refused with 503, and recorded once when it is sent again',
    async () => {
      const proxy = await startDatabaseProxy(test.database.serverUrl)
      const pool = createPool({ url: proxy.url, size: 1, onError: () => undefined })
      const app = await test.another({ pool })
      const client = admin.copy(app)
      const [home] = await serversFrom(citusUrl ?? '', test.ours.id)
      if (home === undefined) throw new Error('There is no worker')
      const key = { 'idempotency-key': randomUUID() }
      const body = { ...newRecordAt(test.ours.places.home), lot: randomUUID().slice(0, 8) }
      expect((await client.get('/test-records')).statusCode).toBe(200)
      const admins = new pg.Client({ connectionString: superuserUrl })
      await admins.connect()
      const hasWritten = async () => {
        const { rows } = await admins.query(
          `select from pg_stat_activity
           where datname = current_database() and state = 'idle in transaction' and query ~ 'insert into test_records'`,
        )
        return rows.length > 0
      }
      proxy.beforeNextCommit(async () => {
        await expect.poll(hasWritten, { timeout: 5000 }).toBe(true)
        await whileAway(home, () => Promise.resolve())
      })
      expect((await client.post('/test-records', body, key)).statusCode).toBe(503)
      expect((await client.post('/test-records', body, key)).statusCode).toBe(201)
      const text = 'select count(*)::int as count from test_records where tenant_id = $1 and lot = $2'
      expect(await test.query(test.ours, text, [test.ours.id, body.lot])).toEqual([{ count: 1 }])
      await admins.end()
      await app.close()
      await pool.end()
      await proxy.close()
    },
  )

  it.skipIf(superuserUrl === undefined)('no statement of a request goes to more than one shard', async () => {
    const admins = new pg.Client({ connectionString: superuserUrl })
    await admins.connect()
    const database = admins.escapeIdentifier(new URL(citusUrl ?? '').pathname.slice(1))
    await admins.query(`alter database ${database} set citus.enable_stat_counters = on`)
    const { serverUrl } = deriveRoleUrls(citusUrl ?? '')
    const counted = async () => {
      const { rows } = await admins.query<{ one: number; many: number }>(
        `select query_execution_single_shard::int as one, query_execution_multi_shard::int as many
         from citus_stat_counters where name = current_database()`,
      )
      return rows[0] ?? { one: 0, many: 0 }
    }
    try {
      const pool = createPool({ url: serverUrl, size: 2, onError: () => undefined })
      const app = await test.another({ pool })
      const client = admin.copy(app)
      const before = await counted()
      for (const path of ['/test-records', '/subjects', '/users', '/audit-events', '/assays', '/users/my-details']) {
        expect((await client.get(path)).statusCode, path).toBe(200)
      }
      expect((await record(client)).statusCode).toBe(201)
      const after = await counted()
      expect(after.many - before.many).toBe(0)
      expect(after.one - before.one).toBeGreaterThan(7)
      await app.close()
      await pool.end()
    } finally {
      await admins.query(`alter database ${database} reset citus.enable_stat_counters`)
      await admins.end()
    }
  })

  it.skipIf(superuserUrl === undefined)(
    'while a server is away its tenants are refused, and requests and rounds go on in the others',
    async () => {
      const theirAdmin = await logInAs(test.app, test.theirs, 'tenant')
      const [, other] = await serversFrom(citusUrl ?? '', test.ours.id)
      if (other === undefined) throw new Error('There is one worker')
      await moveTenant({ ownerUrl: citusUrl ?? '', superuserUrl: superuserUrl ?? '' }, 'theirs', other)
      const webhook = await makeWebhook(admin, { url: 'https://receiver.example/' })
      for (const [who, { places }] of [[admin, test.ours] as const, [theirAdmin, test.theirs] as const]) {
        expect((await who.post('/test-records', newRecordAt(places.home))).statusCode).toBe(201)
      }
      const rounds: Record<string, () => Promise<unknown>> = {
        fold: () => foldRecordCounts(test.door),
        seal: () => sealAudit(test.door),
        verify: () => verifyAudit(test.door, log),
        notify: () => makeNotifications(test.door),
        remove: () => removeEnded(test.door),
        report: () => makeAutomatic(test.door),
        send: () => sendDueReports(test.door, test.webhooks),
      }
      await whileAway(other, async () => {
        expect((await record()).statusCode).toBe(201)
        expect((await theirAdmin.get('/test-records')).statusCode).toBe(503)
        const failures: Record<string, string> = {}
        for (const [name, round] of Object.entries(rounds)) {
          failures[name] = await round().then(
            () => 'none',
            ({ message }: Error) => /in \d of \d tenants, first in [-0-9a-f]+/.exec(message)?.[0] ?? message,
          )
        }
        const one = `in 1 of 2 tenants, first in ${test.theirs.id}`
        expect(failures).toEqual(Object.fromEntries(Object.keys(rounds).map((name) => [name, one])))
        const [left] = await test.query(
          test.ours,
          `select (select count(*)::int from record_deltas where tenant_id = $1) as unfolded,
             (select count(*)::int from audit_events where tenant_id = $1 and position is null) as unsealed`,
          [test.ours.id],
        )
        expect(left).toEqual({ unfolded: 0, unsealed: 0 })
        const { due, failed } = await findDue(test.door, test.door.dueWebhooks(16), (scope) => listDue(scope, 100))
        // What the tests before did may be due to other webhooks of the tenant as well.
        expect(due).toContainEqual({ tenantId: test.ours.id, id: webhook.id })
        expect(due.filter(({ tenantId }) => tenantId !== test.ours.id)).toEqual([])
        expect(failed?.message).toContain(one)
      })
      for (const round of Object.values(rounds)) await round()
    },
  )
})

describe.skipIf(citusUrl === undefined)(
  'a backup is restored into tables over several servers, left out without CITUS_URL',
  () => {
    it('or leaves nothing where it fails, and then with the same rows, counts and chains', async () => {
      const url = citusUrl ?? ''
      const source = await startTestApp({ database: await openCitusDatabase(url) })
      const clinician = await logInAs(source.app, source.ours, 'clinical')
      const { home } = source.ours.places
      await insertManyRecords(source, source.ours, { count: 500, secondsApart: 400 })
      expect((await clinician.post('/test-records', newRecordAt(home))).statusCode).toBe(201)
      await sealAudit(source.door)
      // A restore pauses webhooks, and otherwise changes nothing.
      for (const tenant of [source.ours, source.theirs]) {
        await setWebhooks(source, tenant, `state = 'paused', paused_because = 'restored'`, null)
      }
      const { dataDir } = source
      const files = openFiles({ dataDir, s3: undefined })
      const archive = path.join(await mkdtemp(path.join(tmpdir(), 'lateral-spread-')), 'lateral.backup')
      await backUp({ readerUrl: deriveRoleUrls(url).readerUrl, files }, archive, undefined)
      const before = await everyRow(url)
      await source.close()
      await emptyCitus(url)

      const target = await mkdtemp(path.join(tmpdir(), 'lateral-spread-'))
      const parts = {
        ownerUrl: url,
        files: openFiles({ dataDir: target, s3: undefined }),
        erasures: undefined,
        decideOnMessages: async () => 'send' as const,
        isSpread: true,
        report: () => undefined,
      }
      const isFull = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      const full = { ...parts.files, put: () => Promise.reject(isFull) }
      await expect(restore({ ...parts, files: full }, archive, undefined)).rejects.toThrow('There is no room')
      expect(await askAsOwner(url, `select relname from pg_class where relname = 'tenants'`)).toEqual([])
      await restore(parts, archive, undefined)
      const owner = await openConnection(url, 'lateral test')
      await spreadTables(owner, url)
      const wrong = []
      for await (const { failed, result } of checkCounts(owner)) wrong.push(failed ?? result.wrong)
      const broken = []
      for await (const { failed, result } of verifyChains(owner)) broken.push(failed ?? result.brokenAt)
      await owner.end()
      expect([wrong, broken]).toEqual([
        [0, 0],
        [undefined, undefined],
      ])
      const after = await everyRow(url)
      // No backup has the lines of imported files.
      const kept = (rows: typeof after) => Object.entries(rows).filter(([table]) => !/^import(s|_rows)$/.test(table))
      expect(kept(after)).toEqual(kept(before))
      expect(after.test_records?.count).toBeGreaterThan(500)
    })
  },
)
