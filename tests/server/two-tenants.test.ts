import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { asOwnerIn } from './rows.ts'
import { createDatabaseOfTwo, insertTwoTenants, type TwoTenants } from './two-tenants.ts'

type Opened = TwoTenants & { database: TestDatabase }

let copies: [Opened, Opened]
let made: Opened

beforeAll(async () => {
  const database = await createTestDatabase()
  made = { database, ...(await insertTwoTenants(database.ownerUrl)) }
})
beforeEach(async () => {
  copies = [await createDatabaseOfTwo(), await createDatabaseOfTwo()]
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(copies.map(({ database }) => database.drop()))
})
afterAll(() => made.database.drop())

it('a copy has the tenants and the rows that inserting makes', async () => {
  const [copy] = copies
  // Each process salts the password by itself.
  const passwordHash: unknown = expect.any(String)
  expect(copy.ours).toEqual({ ...made.ours, passwordHash })
  expect(copy.theirs).toEqual({ ...made.theirs, passwordHash })
  for (const tenant of ['ours', 'theirs'] as const) {
    const counted = await rowsOf(copy, tenant)
    expect(Object.keys(counted).length).toBeGreaterThan(80)
    expect(counted).toEqual(await rowsOf(made, tenant))
  }
})

it('what a test changes is in its own copy alone', async () => {
  const [changed, other] = copies
  await asOwnerIn(changed.database.owner, changed.ours.id, (owner) =>
    owner.query(`update organisations set name = 'Renamed' where id = $1`, [changed.ours.places.home.organisationId]),
  )
  const again = await createDatabaseOfTwo()
  for (const { database, ours } of [other, again]) {
    expect(await namesOf(database, ours.id)).not.toContain('Renamed')
  }
  await again.database.drop()
})

it('a test that has just been started is no older than two minutes, also late in a run', async () => {
  const later = Date.now() + 3 * 60_000
  vi.useFakeTimers({ now: later, toFake: ['Date'] })
  const late = await createDatabaseOfTwo()
  const { rows } = await asOwnerIn(late.database.owner, late.ours.id, (owner) =>
    owner.query<{ started_at: Date }>('select started_at from test_runs'),
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { started_at } of rows) {
    expect(started_at.getTime()).toBeGreaterThan(later - 2 * 60_000)
    expect(started_at.getTime()).toBeLessThan(later + 60_000)
  }
  await late.database.drop()
})

/** Counts the tenant's rows in each table. */
function rowsOf({ database, ...tenants }: Opened, tenant: keyof TwoTenants): Promise<Record<string, number>> {
  return asOwnerIn(database.owner, tenants[tenant].id, async (owner) => {
    const tables = await owner.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where column_name = 'tenant_id' and table_schema = 'public' order by 1`,
    )
    const counts: Record<string, number> = {}
    for (const { name } of tables.rows) {
      const { rows } = await owner.query<{ count: number }>(`select count(*)::int as count from ${name}`)
      counts[name] = rows[0]?.count ?? 0
    }
    return counts
  })
}

async function namesOf(database: TestDatabase, tenantId: string): Promise<string[]> {
  const { rows } = await asOwnerIn(database.owner, tenantId, (owner) =>
    owner.query<{ name: string }>('select name from organisations'),
  )
  return rows.map(({ name }) => name)
}
