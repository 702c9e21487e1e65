import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportUndo } from '../../../contract/imports/import.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { jobsOf, openedImport, sendFile } from '../../../tests/server/sent-files.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  await test.query(test.ours, `update tenants set identifies_by = 'names'`)
})
afterAll(() => test.close())
// The number of files that one person may send is not what is tested here.
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

/** Imports a list of people of the home group, given by their first names. */
async function imported(lastName: string, ...firstNames: string[]): Promise<string> {
  const rows = firstNames.map((firstName) => `${firstName},${lastName},1990-03-04`)
  const id = await sendFile(admin, ['First name,Last name,Date of birth', ...rows].join('\n'))
  await jobsOf(test).read(id)
  await jobsOf(test).run(id)
  const { answers } = await openedImport(admin, id)
  const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
  await admin.put(`/imports/${id}/preview`, { ...answers, groups })
  await jobsOf(test).run(id)
  expect((await admin.put(`/imports/${id}/run`)).statusCode).toBe(200)
  await jobsOf(test).run(id)
  expect(await openedImport(admin, id)).toMatchObject({ state: 'done' })
  return id
}

async function undone(id = ''): Promise<ImportUndo | null> {
  expect((await admin.put(`/imports/${id}/undo`)).statusCode).toBe(200)
  await jobsOf(test).run(id)
  const { state, undo } = await openedImport(admin, id)
  expect(state).toBe('undone')
  return undo
}

const firstNamesOf = async (lastName: string) => {
  const people = await test.query<{ name: string }>(
    test.ours,
    'select first_name as name from subject_identities where last_name = $1 order by 1',
    [lastName],
  )
  return people.map(({ name }) => name)
}

describe('people whom several imports name go with the last of these that is undone', () => {
  it.each([['1-2'], ['2-1'], ['1-2-3'], ['1-3-2'], ['2-1-3'], ['2-3-1'], ['3-1-2'], ['3-2-1']])(
    'in the order %s',
    async (order) => {
      const turns = order.split('-')
      const lastName = `Order ${order}`
      const ids = new Map<string, string>()
      for (const nth of turns.toSorted()) ids.set(nth, await imported(lastName, 'Ada', 'Ida'))
      for (const nth of turns.slice(0, -1)) {
        expect(await undone(ids.get(nth))).toMatchObject({ erased: 0 })
        expect(await firstNamesOf(lastName)).toEqual(['Ada', 'Ida'])
      }
      expect(await undone(ids.get(turns.at(-1) ?? ''))).toMatchObject({ erased: 2, peopleLeft: 0 })
      expect(await firstNamesOf(lastName)).toEqual([])
    },
  )
})

it('an import that finds somebody who was handed over keeps them, too', async () => {
  const first = await imported('Handed', 'Eva')
  const second = await imported('Handed', 'Eva')
  expect(await undone(first)).toMatchObject({ erased: 0, peopleLeft: 1 })
  const third = await imported('Handed', 'Eva')
  expect(await undone(second)).toMatchObject({ erased: 0 })
  expect(await firstNamesOf('Handed')).toEqual(['Eva'])
  expect(await undone(third)).toMatchObject({ erased: 1, peopleLeft: 0 })
})

it('whoever was found by an import that cannot be undone any more stays', async () => {
  const first = await imported('Settled', 'Eva', 'Iva')
  const second = await imported('Settled', 'Eva')
  const third = await imported('Settled', 'Eva', 'Iva')
  await test.query(test.ours, 'delete from import_rows where import_id = $1', [second])
  await test.query(test.ours, 'delete from imports where id = $1', [second])
  expect(await undone(first)).toMatchObject({ erased: 0, peopleLeft: 2 })
  expect(await undone(third)).toMatchObject({ erased: 1, peopleLeft: 1 })
  expect(await firstNamesOf('Settled')).toEqual(['Eva'])
})

it('an import to which people were handed over has not made them', async () => {
  const first = await imported('Found', 'Eva')
  const second = await imported('Found', 'Eva')
  await undone(first)
  const facts = await test.query(
    test.ours,
    `select p.import_id = $1 as handed, exists (
       select from import_matches m where m.tenant_id = p.tenant_id and m.import_id = $1 and m.subject_id = p.subject_id
     ) as found
     from imported_people p join subject_identities i on i.tenant_id = p.tenant_id and i.subject_id = p.subject_id
     where i.last_name = 'Found'`,
    [second],
  )
  expect(facts).toEqual([{ handed: true, found: true }])
})
