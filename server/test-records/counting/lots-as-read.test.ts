import { afterAll, beforeAll, expect, it } from 'vitest'
import { readIdentifier } from '../../../contract/rules/written-characters.ts'
import { logInAs, type Client } from '../../testing/client.ts'
import { newRecordAt } from '../../testing/new-record.ts'
import { runMigration } from '../../testing/run-migration.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let tenant: Client

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())

it('the migration normalises stored lots as the program does typed ones', async () => {
  const stored = ['AB\u00a01', 'L\u200bOT\u2011７', '\ufeffX1 ', '\u200b', 'Plain-1', 'É 2']
  const ids: string[] = []
  for (const lot of stored) {
    const reply = await tenant.post('/test-records', newRecordAt(test.ours.places.home))
    ids.push(reply.json().data.id)
    await test.query(test.ours, 'update test_records set lot = $1 where id = $2', [lot, ids.at(-1)])
  }
  await test.query(test.theirs, `update test_records set lot = 'T\u00a01'`)
  const versions = () => test.query(test.ours, 'select id, version, updated_at from test_records order by id')
  const before = await versions()

  await runMigration(test, '0084-lots-as-read')

  const lots = await Promise.all(ids.map(async (id) => (await tenant.get(`/test-records/${id}`)).json().data.lot))
  expect(lots).toEqual(stored.map((lot) => readIdentifier(lot) || null))
  expect(await versions()).toEqual(before)
  const theirs = await test.query<{ lot: string }>(
    test.theirs,
    'select distinct lot from test_records where tenant_id = current_tenant()',
  )
  expect(theirs).toEqual([{ lot: 'T 1' }])
})
