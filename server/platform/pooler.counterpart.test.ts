import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgBouncer, startPgBouncer } from '../testing/pgbouncer.ts'
import { logInAs } from '../testing/client.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { createPool } from './database.ts'
import { migrate } from './migrate.ts'

describe.skipIf(!existsSync(pgBouncer))('behind PgBouncer', () => {
  let test: TestApp

  beforeAll(async () => {
    test = await startTestApp()
  })
  afterAll(() => test.close())

  const starting = async (mode: 'session' | 'transaction') => {
    const { ownerUrl, serverUrl } = test.database
    const pooler = await startPgBouncer([ownerUrl, serverUrl], mode)
    return { ...pooler, migrated: migrate({ ownerUrl: pooler.through(ownerUrl), report: () => undefined }) }
  }

  it('with transaction pooling, no server starts', async () => {
    const { migrated, stop } = await starting('transaction')
    await expect(migrated).rejects.toThrow('pool_mode = session')
    await stop()
  })

  it('with session pooling, many simultaneous requests are answered, even while a table changes', async () => {
    const { migrated, through, stop } = await starting('session')
    await migrated
    const pool = createPool({ url: through(test.database.serverUrl), size: 5, onError: () => undefined })
    const app = await test.another({ pool })
    const admin = (await logInAs(test.app, test.ours, 'tenant')).copy(app)
    const paths = [
      '/users/my-details',
      '/get-site-preferences',
      '/groups',
      '/organisations',
      '/assays',
      '/test-records',
    ]
    const failed = async () => {
      const replies = await Promise.all(Array.from({ length: 60 }, (_, n) => admin.get(paths[n % paths.length] ?? '')))
      return replies.filter(({ statusCode }) => statusCode !== 200).map(({ body }) => body)
    }
    expect(await failed()).toEqual([])
    for (const change of [`add column new_column text default 'new'`, 'drop column new_column']) {
      await test.database.owner.query(
        ['tenants', 'groups', 'assays', 'users'].map((table) => `alter table ${table} ${change}`).join(';'),
      )
      expect(await failed()).toEqual([])
    }
    await pool.end()
    await stop()
  })
})
