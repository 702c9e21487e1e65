import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAssay } from '../../tests/server/assays.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { newAssay } from '../../tests/server/new-assay.ts'
import { jobsOf, openedImport, sendFile } from '../../tests/server/sent-files.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

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

const correcting = `
  with before as (select * from test_records where id = $1),
    kept as (
      insert into test_record_versions (tenant_id, test_record_id, version, snapshot, moves_subject, changed_by, reason)
      select tenant_id, id, version, jsonb_build_object('subjectId', subject_id), false, recorded_by, 'other' from before)
  update test_records r set version = r.version + 1, note = 'Read again' from before where r.id = before.id`
const sending = `
  insert into deliveries (tenant_id, id, test_record_id, channel, reason, sent_by, created_at, expires_at)
  select tenant_id, gen_random_uuid(), id, 'email', 'asked', recorded_by, now(), now() + interval '1 day' from test_records where id = $1`

it.each([
  ['corrects', correcting],
  ['sends', sending],
])('undoing an import waits for whoever just %s a test of it, and does not void that', async (does, change) => {
  const undone = await imported(`Fay,${does}`)
  const [record] = await test.query<{ id: string }>(
    test.ours,
    'select record_id as id from imported_tests where import_id = $1',
    [undone],
  )
  const colleague = new pg.Client({ connectionString: test.database.ownerUrl })
  await colleague.connect()
  try {
    await colleague.query('begin')
    await colleague.query('select enter_tenant($1)', [test.ours.id])
    await colleague.query(change, [record?.id])
    expect((await admin.put(`/imports/${undone}/undo`)).statusCode).toBe(200)
    const undoing = jobsOf(test).run(undone)
    const isWaiting = `select exists (select from pg_locks
      where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as waits`
    await expect.poll(async () => (await colleague.query(isWaiting)).rows).toEqual([{ waits: true }])
    await colleague.query('commit')
    await undoing
  } finally {
    await colleague.end()
  }
  expect(await openedImport(admin, undone)).toMatchObject({ state: 'undone', undo: { voided: 0, recordsLeft: 1 } })
  expect((await admin.get(`/test-records/${record?.id}`)).json().data.state).not.toBe('voided')
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
