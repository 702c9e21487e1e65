import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAssay } from '../testing/assays.ts'
import { logInAs, type Client } from '../testing/client.ts'
import { newAssay } from '../testing/new-assay.ts'
import { jobsOf, openedImport, sendFile } from '../testing/sent-files.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
let admin: Client
/** Two imports of the first tenant, the first with two tests and the second with one. */
let [first, second]: [string, string] = ['', '']

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  await test.query(test.ours, `update tenants set identifies_by = 'names'`)
  await createAssay(admin, { ...newAssay('Quay Card'), name: 'Quay Card', model: 'Quay Card', gtin: null })
  first = await imported('Ada,One', 'Bea,One')
  second = await imported('Cal,Two')
})
afterAll(() => test.close())

async function imported(...people: string[]): Promise<string> {
  const rows = people.map((name, at) => `${name},1990-03-04,2026-03-0${at + 1},positive,Quay Card`)
  const content = ['First name,Last name,Date of birth,Test date,Result,Device', ...rows].join('\n')
  const id = await sendFile(admin, content)
  await jobsOf(test).read(id)
  await jobsOf(test).run(id)
  const { answers } = await openedImport(admin, id)
  const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
  expect((await admin.put(`/imports/${id}/preview`, { ...answers, groups })).statusCode).toBe(200)
  await jobsOf(test).run(id)
  expect((await admin.put(`/imports/${id}/run`)).statusCode).toBe(200)
  await jobsOf(test).run(id)
  expect((await openedImport(admin, id)).run).toMatchObject({ tests: people.length })
  return id
}

const listed = async (
  client: Client,
  import_id: string,
  state = 'current',
): Promise<{ names: string[]; total: number }> => {
  const reply = await client.get('/test-records', { import_id, state })
  expect(reply.statusCode, reply.body).toBe(200)
  const { data, page } = reply.json()
  return { names: data.map((row: { subject: { firstName: string } }) => row.subject.firstName), total: page.total }
}
const nothing = { names: [], total: 0 }

it('the tests that an import has made are listed, counted and exported alone', async () => {
  expect(await listed(admin, first)).toEqual({ names: ['Bea', 'Ada'], total: 2 })
  expect(await listed(admin, second)).toEqual({ names: ['Cal'], total: 1 })
  const exported = (await admin.get('/test-records/export', { import_id: first })).body
  expect(['Ada', 'Bea', 'Cal'].map((name) => exported.includes(name))).toEqual([true, true, false])
  const both = await admin.get('/test-records', { import_id: first, search: 'Ada' })
  expect(both.json().page.total).toBe(1)
  expect((await admin.get('/test-records', { import_id: 'first' })).statusCode).toBe(422)
})

it('of an import that was undone, the tests are listed as voided, and can be imported again', async () => {
  const people = ['Dan,Undone', 'Eve,Undone']
  const undone = await imported(...people)
  expect((await admin.put(`/imports/${undone}/undo`)).statusCode).toBe(200)
  await jobsOf(test).run(undone)
  expect(await openedImport(admin, undone)).toMatchObject({ state: 'undone', undo: { voided: 2, recordsLeft: 0 } })
  const all = { names: ['Eve', 'Dan'], total: 2 }
  expect([
    await listed(admin, undone),
    await listed(admin, undone, 'all'),
    await listed(admin, undone, 'voided'),
  ]).toEqual([nothing, all, all].map((one) => ({ ...one, names: one.names.map(() => null) })))
  const again = await imported(...people)
  expect([(await listed(admin, again)).total, (await listed(admin, undone, 'all')).total]).toEqual([2, 2])
})

it('an import that somebody does not see has made nothing, as one that is not there', async () => {
  const nobodys = '01998878-2800-7000-8000-000000000001'
  expect(await listed(admin, nobodys)).toEqual(nothing)
  const [theirs, inOrganisation, clinical] = await Promise.all([
    logInAs(test.app, test.theirs, 'tenant'),
    logInAs(test.app, test.ours, 'organisation'),
    logInAs(test.app, test.ours, 'clinical'),
  ])
  for (const client of [theirs, inOrganisation, clinical]) expect(await listed(client, first)).toEqual(nothing)
  // An organisation sees the tests of its own imports.
  const { organisationId } = test.ours.places.home
  await test.query(test.ours, 'update imports set organisation_id = $2 where id = $1', [first, organisationId])
  expect((await listed(inOrganisation, first)).total).toBe(2)
  expect(await listed(inOrganisation, second)).toEqual(nothing)
})
