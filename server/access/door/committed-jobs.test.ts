import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Jobs } from '../../platform/jobs.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import type { Scope } from '../scope.ts'
import { openDoor, type Door } from './door.ts'

let test: TestApp
let door: Door
/** What was committed by the time that this process was told to look for a job. */
let looked: Promise<unknown[]>[]

const committed = () => test.query(test.ours, `select from tenants where product_name = 'Changed'`)

beforeAll(async () => {
  test = await startTestApp()
  const jobs: Pick<Jobs, 'add' | 'look'> = { add: async () => undefined, look: () => void looked.push(committed()) }
  // The door does nothing else with jobs.
  door = openDoor(test.database.pool, jobs as Jobs)
})
afterAll(() => test.close())

const enter = (work: (scope: Scope) => Promise<void>) => door.enterTenant(test.ours.id, randomUUID(), work)

it('looks for a job as soon as it was committed', async () => {
  looked = []
  await enter(async (scope) => {
    await scope.addJob('run-import', randomUUID())
    await scope.db.updateTable('tenants').set({ product_name: 'Changed' }).execute()
    expect(looked).toEqual([])
  })
  await expect.poll(() => looked).toHaveLength(1)
  expect(await looked[0]).toHaveLength(1)
})

it.each([
  ['was rolled back', async (scope: Scope) => scope.addJob('run-import', randomUUID()).then(() => fail())],
  ['starts later', (scope: Scope) => scope.addJob('remove-import', randomUUID(), 60)],
])('looks for no job that %s', async (_what, work) => {
  looked = []
  await enter(work).catch(() => undefined)
  // A job of the next transaction is looked for; its turn comes behind that of the first.
  await enter((scope) => scope.addJob('run-import', randomUUID()))
  await expect.poll(() => looked).toHaveLength(1)
})

it('fails, and looks for no job, if work hid an error for which PostgreSQL rolls everything back', async () => {
  looked = []
  const work = async (scope: Scope) => {
    await scope.addJob('run-import', randomUUID())
    await sql`select 1 / 0`.execute(scope.db).catch(() => undefined)
  }
  await expect(enter(work)).rejects.toThrow('The transaction was rolled back at its end')
  expect(looked).toEqual([])
})

function fail(): never {
  throw new Error('Rolled back')
}
