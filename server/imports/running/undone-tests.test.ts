import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ForeseenUndo, ImportUndo } from '../../../contract/imports/import.ts'
import { createAssay } from '../../../tests/server/assays.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { newAssay } from '../../../tests/server/new-assay.ts'
import { jobsOf, openedImport, sendFile } from '../../../tests/server/sent-files.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  await test.query(test.ours, `update tenants set identifies_by = 'names'`)
  await createAssay(admin, { ...newAssay('Pier Card'), name: 'Pier Card', model: 'Pier Card', gtin: null })
})
afterAll(() => test.close())
// The number of files that one person may send is not what is tested here.
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

/** Sends a file with a test of each of these people, and has it matched. */
async function sent(lastName: string, ...firstNames: string[]): Promise<string> {
  const rows = firstNames.map((firstName) => `${firstName},${lastName},1990-03-04,2026-03-01,positive,Pier Card`)
  const id = await sendFile(admin, ['First name,Last name,Date of birth,Test date,Result,Device', ...rows].join('\n'))
  await jobsOf(test).read(id)
  await jobsOf(test).run(id)
  const { answers } = await openedImport(admin, id)
  const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
  await admin.put(`/imports/${id}/preview`, { ...answers, groups })
  await jobsOf(test).run(id)
  return id
}

async function imported(lastName: string, ...firstNames: string[]): Promise<string> {
  const id = await sent(lastName, ...firstNames)
  expect((await admin.put(`/imports/${id}/run`)).statusCode).toBe(200)
  await jobsOf(test).run(id)
  expect(await openedImport(admin, id)).toMatchObject({ state: 'done' })
  return id
}

/** Undoes an import, which does what was foreseen. */
async function undone(id = ''): Promise<ImportUndo | null> {
  const foreseen: ForeseenUndo = (await admin.get(`/imports/${id}/undo`)).json().data
  expect((await admin.put(`/imports/${id}/undo`)).statusCode).toBe(200)
  await jobsOf(test).run(id)
  const { state, undo } = await openedImport(admin, id)
  expect(state).toBe('undone')
  expect(undo).toMatchObject({ voided: foreseen.tests, recordsLeft: foreseen.testsLeft, erased: foreseen.people })
  return undo
}

/** The first names of people with a test that stands. */
const testedOf = async (lastName: string) => {
  const people = await test.query<{ name: string }>(
    test.ours,
    `select i.first_name as name from test_records r
     join subject_identities i on i.tenant_id = r.tenant_id and i.subject_id = r.subject_id
     where i.last_name = $1 and r.state <> 'voided' order by 1`,
    [lastName],
  )
  return people.map(({ name }) => name)
}
const peopleOf = async (lastName: string) =>
  (await test.query(test.ours, 'select from subject_identities where last_name = $1', [lastName])).length

describe('tests that several imports bring go with the last of these that is undone', () => {
  it.each([['1-2'], ['2-1'], ['1-2-3'], ['1-3-2'], ['2-1-3'], ['2-3-1'], ['3-1-2'], ['3-2-1']])(
    'in the order %s',
    async (order) => {
      const turns = order.split('-')
      const lastName = `Tested ${order}`
      const ids = new Map<string, string>()
      for (const nth of turns.toSorted())
        ids.set(nth, await imported(lastName, 'Ada', 'Ida', `Own${'ABC'.charAt(Number(nth) - 1)}`))
      for (const nth of turns.slice(0, -1)) {
        expect(await undone(ids.get(nth))).toMatchObject({ voided: 1, erased: 1 })
        expect((await testedOf(lastName)).filter((name) => !name.startsWith('Own'))).toEqual(['Ada', 'Ida'])
      }
      expect(await undone(ids.get(turns.at(-1) ?? ''))).toMatchObject({
        voided: 3,
        erased: 3,
        recordsLeft: 0,
        peopleLeft: 0,
      })
      expect(await peopleOf(lastName)).toBe(0)
    },
  )
})

it('a test that a later import brought, too, is left and listed with that, and what only one brought is voided', async () => {
  const first = await imported('Both', 'Ada', 'Bea')
  const second = await imported('Both', 'Bea', 'Cal')
  expect(await undone(first)).toMatchObject({ voided: 1, erased: 1, recordsLeft: 1, peopleLeft: 1 })
  expect(await testedOf('Both')).toEqual(['Bea', 'Cal'])
  const { data } = (await admin.get('/test-records', { import_id: second })).json()
  expect(data.map((row: { subject: { firstName: string } }) => row.subject.firstName).toSorted()).toEqual([
    'Bea',
    'Cal',
  ])
  // A third file makes none of them once more.
  await imported('Both', 'Bea', 'Cal', 'Dan')
  expect(await testedOf('Both')).toEqual(['Bea', 'Cal', 'Dan'])
})

it('a test that was brought by an import that cannot be undone any more stays, and stays known', async () => {
  const first = await imported('Settled', 'Ada')
  const second = await imported('Settled', 'Ada', 'Bea')
  await test.query(test.ours, 'delete from import_rows where import_id = $1', [second])
  await test.query(test.ours, 'delete from imports where id = $1', [second])
  expect(await undone(first)).toMatchObject({ voided: 0, recordsLeft: 1, peopleLeft: 1 })
  const third = await imported('Settled', 'Ada', 'Cal')
  expect(await testedOf('Settled')).toEqual(['Ada', 'Bea', 'Cal'])
  expect(await undone(third)).toMatchObject({ voided: 1 })
  expect(await testedOf('Settled')).toEqual(['Ada', 'Bea'])
})

it('an import that was matched before another one is undone makes anew what that made', async () => {
  const first = await imported('Matched', 'Ada')
  const second = await sent('Matched', 'Ada', 'Bea')
  expect(await undone(first)).toMatchObject({ voided: 1, erased: 1 })
  expect((await admin.put(`/imports/${second}/run`)).statusCode).toBe(200)
  await jobsOf(test).run(second)
  expect(await openedImport(admin, second)).toMatchObject({ state: 'done', run: { tests: 2, known: 0 } })
  expect(await testedOf('Matched')).toEqual(['Ada', 'Bea'])
})

it('an import that runs while another one is undone makes anew what is voided under it', async () => {
  const first = await imported('Racing', 'Ada')
  const second = await sent('Racing', 'Ada', 'Bea')
  expect((await admin.put(`/imports/${second}/run`)).statusCode).toBe(200)
  expect((await admin.put(`/imports/${first}/undo`)).statusCode).toBe(200)
  const colleague = new pg.Client({ connectionString: test.database.ownerUrl })
  await colleague.connect()
  try {
    await colleague.query('begin')
    await colleague.query('select enter_tenant($1)', [test.ours.id])
    // The undoing waits for whoever holds its record, having taken the keys of its tests.
    await colleague.query(
      `select from test_records r join imported_tests k on k.tenant_id = r.tenant_id and k.record_id = r.id
       where k.import_id = $1 for update of r`,
      [first],
    )
    const waiting = async () => {
      const { rows } = await colleague.query<{ waiting: number }>(
        `select count(distinct pid)::int as waiting from pg_locks
         where not granted and pid in (select pid from pg_stat_get_activity(null) where datid = (
           select oid from pg_database where datname = current_database()))`,
      )
      return rows[0]?.waiting
    }
    const undoing = jobsOf(test).run(first)
    await expect.poll(waiting).toBe(1)
    const running = jobsOf(test).run(second)
    const isOver = async () => (await openedImport(admin, second)).state === 'done'
    await expect.poll(async () => (await isOver()) || (await waiting()) === 2).toBe(true)
    await colleague.query('commit')
    await Promise.all([undoing, running])
  } finally {
    await colleague.end()
  }
  expect(await openedImport(admin, second)).toMatchObject({ state: 'done' })
  expect(await openedImport(admin, first)).toMatchObject({ state: 'undone' })
  expect(await testedOf('Racing')).toEqual(['Ada', 'Bea'])
})
