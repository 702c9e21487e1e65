import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import {
  hasPgBouncer,
  keepingStatements,
  keepsStatements,
  startPgBouncer,
  type PgBouncer,
} from '../../tests/programs/pgbouncer.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { createPool } from './database.ts'
import { migrate } from './migrate.ts'
import { refuseUnfitPooler } from './pooler.ts'
import { scramVerifier } from './scram.ts'

const forgetful = keepsStatements ? { ...keepingStatements, max_prepared_statements: 0 } : { pool_mode: 'transaction' }

describe.skipIf(!hasPgBouncer)('behind PgBouncer', () => {
  let test: TestApp
  let pooler: PgBouncer | undefined
  const pools: pg.Pool[] = []

  beforeAll(async () => {
    test = await startTestApp()
  })
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    await pooler?.stop()
    await test.close()
  })

  const start = async (settings: Record<string, string | number>, serverUrl = test.database.serverUrl) => {
    await Promise.all(pools.splice(0).map((pool) => pool.end()))
    await pooler?.stop()
    pooler = await startPgBouncer([test.database.ownerUrl, serverUrl], settings)
    return pooler
  }
  const migrateThrough = ({ through }: PgBouncer) =>
    migrate({ ownerUrl: through(test.database.ownerUrl), report: () => undefined })

  /** Makes apps like further processes, each with a pool of its own through the pooler. */
  const appsThrough = async ({ through }: PgBouncer, count: number, size: number) => {
    const made = Array.from({ length: count }, () =>
      createPool({ url: through(test.database.serverUrl), size, onError: () => undefined }),
    )
    pools.push(...made)
    return await Promise.all(made.map((pool) => test.another({ pool })))
  }

  /** Returns the replies of 60 simultaneous requests that are no success. */
  const failedOf = async (admins: readonly Client[]) => {
    const ask = async (_: unknown, n: number) => await admins[n % admins.length]?.get(paths[n % paths.length] ?? '')
    const replies = await Promise.all(Array.from({ length: 60 }, ask))
    return replies.filter((reply) => reply?.statusCode !== 200).map((reply) => reply?.body)
  }

  /** Asks while columns come and go. */
  const expectAnswers = async (admins: readonly Client[]) => {
    expect(await failedOf(admins)).toEqual([])
    for (const change of [`add column new_column text default 'new'`, 'drop column new_column']) {
      await test.database.owner.query(
        ['tenants', 'groups', 'assays', 'users'].map((table) => `alter table ${table} ${change}`).join(';'),
      )
      expect(await failedOf(admins)).toEqual([])
    }
  }

  it('DATABASE_URL must not lead through transaction pooling', async () => {
    await expect(migrateThrough(await start(forgetful))).rejects.toThrow('DATABASE_POOL_URL')
  })

  it('DATABASE_URL may lead through session pooling', async () => {
    const session = await start({ pool_mode: 'session' })
    await migrateThrough(session)
    const apps = await appsThrough(session, 1, 5)
    await expectAnswers([(await logInAs(test.app, test.ours, 'tenant')).copy(apps[0])])
  })

  it('a pooler that loses prepared statements is refused', async () => {
    const { through } = await start(forgetful)
    const { serverUrl } = test.database
    await expect(refuseUnfitPooler(through(serverUrl), serverUrl)).rejects.toThrow('loses prepared statements')
  })

  it('a pooler of another database is refused', async () => {
    const { through } = await start({ pool_mode: 'session' })
    const other = new URL(test.database.ownerUrl)
    other.pathname = '/postgres'
    await expect(refuseUnfitPooler(through(other.href), test.database.ownerUrl)).rejects.toThrow('another database')
  })

  it('a pooler that logs in as another user than the server is refused', async () => {
    const { through } = await start({ pool_mode: 'session' })
    const { ownerUrl, serverUrl } = test.database
    await expect(refuseUnfitPooler(through(ownerUrl), serverUrl)).rejects.toThrow(
      /logs in as ".+", and not as ".+_server"/,
    )
  })

  describe.skipIf(!keepsStatements)('with transaction pooling that keeps prepared statements', () => {
    it('a pool of eight connections is accepted, and one of one', async () => {
      for (const default_pool_size of [8, 1]) {
        const { through } = await start({ ...keepingStatements, default_pool_size })
        await expect(
          refuseUnfitPooler(through(test.database.serverUrl), test.database.serverUrl),
        ).resolves.toBeUndefined()
      }
    })

    it('logs in with what PostgreSQL keeps of the password', async () => {
      const { serverUrl, owner } = test.database
      const { username, password } = new URL(serverUrl)
      const known = new URL(serverUrl)
      const verifier = scramVerifier(password)
      known.password = encodeURIComponent(verifier)
      await owner.query(`alter role ${username} password '${verifier}'`)
      const { through } = await start({ ...keepingStatements, auth_type: 'scram-sha-256' }, known.href)
      await refuseUnfitPooler(through(serverUrl), serverUrl)
      known.password = 'wrong'
      await expect(refuseUnfitPooler(through(known.href), serverUrl)).rejects.toThrow('SASL authentication failed')
    })

    it('four processes with ten connections each share eight, even while a table changes', async () => {
      const apps = await appsThrough(await start(keepingStatements), 4, 10)
      const admin = await logInAs(test.app, test.ours, 'tenant')
      await expectAnswers(apps.map((app) => admin.copy(app)))
    })

    it('every acknowledged record is stored once after the pooler is killed four times', async () => {
      const running = await start(keepingStatements)
      const apps = await appsThrough(running, 2, 5)
      const clinical = await logInAs(test.app, test.ours, 'clinical')
      const acknowledged: string[] = []
      let isOver = false
      const write = async (client: Client) => {
        let key = randomUUID()
        while (!isOver) {
          const reply = await client.post('/test-records', newRecordAt(test.ours.places.home), {
            'idempotency-key': key,
          })
          if (reply.statusCode === 503) continue
          // A repetition of what was stored just before the pooler died is answered with 200.
          expect([200, 201]).toContain(reply.statusCode)
          acknowledged.push(reply.json<{ data: { id: string } }>().data.id)
          key = randomUUID()
        }
      }
      const writers = Promise.all(Array.from({ length: 8 }, (_, n) => write(clinical.copy(apps[n % 2]))))
      for (let kills = 0; kills < 4; kills++) {
        const before = acknowledged.length
        while (acknowledged.length < before + 24) await Promise.race([writers, sleep(5)])
        await running.killAndStart()
      }
      isOver = true
      await writers
      const stored = await test.query<{ id: string }>(
        test.ours,
        `select id from test_records where performed_at = '2026-03-01T09:30Z'`,
      )
      expect(stored.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted())
    })
  })
})

const paths = ['/users/my-details', '/get-site-preferences', '/groups', '/organisations', '/assays', '/test-records']
