import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FileImport, ForeseenUndo } from '../../../contract/imports/import.ts'
import { columnsOfSubjects } from '../../subjects/uses-repository.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { merge } from '../../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { multipart } from '../../../tests/server/uploads.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  await test.query(test.ours, `update tenants set identifies_by = 'names'`)
  await test.startReadingImports()
})
afterAll(() => test.close())

async function reached(id: string, state: RegExp): Promise<FileImport> {
  const get = async (): Promise<FileImport> => (await admin.get(`/imports/${id}`)).json().data
  await expect.poll(async () => (await get()).state, { timeout: 30_000 }).toMatch(state)
  return get()
}

const send = (content: string, client = admin) =>
  client.send('POST', '/imports', {
    ...multipart([{ name: 'file', filename: 'people.csv', type: 'text/csv', content }]),
    query: { zone: 'UTC' },
  })

it('undoing an import erases nobody whom anything else uses by now', async () => {
  const names = ['Unused', 'Set', 'Invited', 'Voided', 'Draft']
  const list = names.map((name) => `${name},Undone,1990-03-04,${name.toLowerCase()}@undone.test`)
  const { id } = (await send(['First name,Last name,Date of birth,Email', ...list].join('\n'))).json().data
  const { answers } = await reached(id, /^read$/)
  const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
  await admin.put(`/imports/${id}/preview`, { ...answers, groups })
  await reached(id, /^read$/)
  expect((await admin.put(`/imports/${id}/run`)).statusCode).toBe(200)
  expect(await reached(id, /^done$/)).toMatchObject({ run: { people: { made: 5 } } })

  const people = () =>
    test.query<{ id: string; name: string }>(
      test.ours,
      `select subject_id as id, first_name as name from subject_identities where last_name = 'Undone' order by 2`,
    )
  const made = new Map((await people()).map((one) => [one.name, one.id]))
  const { home } = test.ours.places
  await test.query(test.ours, 'update test_sets set subject_id = $1 where id = $2', [
    made.get('Set'),
    home.endedTestSetId,
  ])
  await test.query(test.ours, `update invites set email = 'invited@undone.test' where id = $1`, [home.inviteId])
  await test.query(test.ours, `update test_records set subject_id = $1, state = 'voided' where id = $2`, [
    made.get('Voided'),
    home.recordId,
  ])
  await test.query(
    test.ours,
    `insert into test_drafts (tenant_id, user_id, idempotency_key, subject_id, content)
     select tenant_id, id, 'key of a draft', $1, '{}' from users where email = $2
     on conflict (tenant_id, user_id) do update set subject_id = $1`,
    [made.get('Draft'), (await admin.get('/users/my-details')).json().data.email],
  )
  const used = ['Draft Undone', 'Invited Undone', 'Set Undone', 'Voided Undone']
  const { peopleLeft } = await foreseen(id)
  expect(peopleLeft.map(({ reason, named }) => [reason, named.map(({ name }) => name).sort()])).toEqual([
    ['used', used],
  ])
  const undo = await undone(id)
  expect(undo).toMatchObject({ erased: 1, peopleLeft: 4 })
  expect(undo?.left?.map(({ name }) => name).sort()).toEqual(used)
  expect((await people()).map(({ name }) => name)).toEqual(['Draft', 'Invited', 'Set', 'Voided'])
})

it('undoing an import counts those as left who were changed or merged since', async () => {
  const names = ['Untouched', 'Renamed', 'Kept', 'Merged']
  const list = names.map((name) => `${name},Changed,1990-03-0${name.length % 8},`)
  const { id } = (await send(['First name,Last name,Date of birth,Email', ...list].join('\n'))).json().data
  const { answers } = await reached(id, /^read$/)
  const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
  await admin.put(`/imports/${id}/preview`, { ...answers, groups })
  await reached(id, /^read$/)
  expect((await admin.put(`/imports/${id}/run`)).statusCode).toBe(200)
  await reached(id, /^done$/)
  const people = () =>
    test.query<{ id: string; name: string }>(
      test.ours,
      `select subject_id as id, first_name as name from subject_identities where last_name = 'Changed' order by 2`,
    )
  const made = new Map((await people()).map((one) => [one.name, one.id]))
  const renamed = await admin.send('PUT', `/subjects/${made.get('Renamed')}`, {
    body: {
      kind: 'human',
      firstName: 'Ann',
      lastName: 'Changed',
      dateOfBirth: '1990-03-07',
      email: null,
      localId: null,
    },
    headers: { 'if-match': '"1"' },
  })
  expect(renamed.statusCode, renamed.body).toBe(200)
  const merged = await merge(admin, { from: made.get('Merged') ?? '', into: made.get('Kept') ?? '' })
  expect(merged.statusCode, merged.body).toBe(200)
  expect((await foreseen(id)).peopleLeft.find(({ reason }) => reason === 'changed')?.named).toContainEqual({
    id: made.get('Renamed'),
    name: 'Ann Changed',
  })
  expect(await undone(id)).toMatchObject({ erased: 1, peopleLeft: 3 })
  expect((await people()).map(({ name }) => name)).toEqual(['Ann', 'Kept'])
})

/** Imports a list of people of the home group. */
async function imported(...rows: string[]): Promise<string> {
  const { id } = (await send(['First name,Last name,Date of birth', ...rows].join('\n'))).json().data
  const { answers } = await reached(id, /^read$/)
  const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
  await admin.put(`/imports/${id}/preview`, { ...answers, groups })
  await reached(id, /^read$/)
  expect((await admin.put(`/imports/${id}/run`)).statusCode).toBe(200)
  await reached(id, /^done$/)
  return id
}

async function foreseen(id: string, client = admin): Promise<ForeseenUndo> {
  const reply = await client.get(`/imports/${id}/undo`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

/** Undoes an import, which does what was foreseen. */
async function undone(id: string) {
  const { tests, testsLeft, people, peopleLeft } = await foreseen(id)
  expect((await admin.put(`/imports/${id}/undo`)).statusCode).toBe(200)
  const { undo } = await reached(id, /^undone$/)
  expect(undo).toMatchObject({ voided: tests, recordsLeft: testsLeft, erased: people })
  expect(undo?.peopleLeft).toBe(peopleLeft.reduce((sum, { count }) => sum + count, 0))
  expect(await foreseen(id)).toEqual({ tests: 0, testsLeft: 0, people: 0, peopleLeft: [] })
  return undo
}

it('undoing an import erases nobody whom a later import found, until that is undone, too', async () => {
  const people = () =>
    test.query<{ name: string }>(
      test.ours,
      `select first_name as name from subject_identities where last_name = 'Found' order by 1`,
    )
  // Whoever a file names twice is found by none but itself.
  const first = await imported('Ada,Found,1990-03-04', 'Ada,Found,1990-03-04', 'Ida,Found,1990-03-05')
  await imported('Ada,Found,1990-03-04')
  expect(await undone(first)).toMatchObject({ erased: 1, peopleLeft: 1 })
  expect(await people()).toEqual([{ name: 'Ada' }])

  const second = await imported('Eva,Found,1990-03-06')
  const third = await imported('Eva,Found,1990-03-06')
  expect(await undone(third)).toMatchObject({ erased: 0, peopleLeft: 0 })
  expect(await undone(second)).toMatchObject({ erased: 1, peopleLeft: 0 })
  expect(await people()).toEqual([{ name: 'Ada' }])
})

it('undoing an import waits for somebody who is just being tested, and does not erase them', async () => {
  const { id } = (await send('First name,Last name,Date of birth\nNow,Tested,1990-03-04\n')).json().data
  const { answers } = await reached(id, /^read$/)
  const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
  await admin.put(`/imports/${id}/preview`, { ...answers, groups })
  await reached(id, /^read$/)
  await admin.put(`/imports/${id}/run`)
  await reached(id, /^done$/)
  const people = () =>
    test.query<{ id: string }>(test.ours, `select subject_id as id from subject_identities where last_name = 'Tested'`)
  const [made] = await people()

  const colleague = new pg.Client({ connectionString: test.database.ownerUrl })
  await colleague.connect()
  try {
    await colleague.query('begin')
    await colleague.query('select enter_tenant($1)', [test.ours.id])
    await colleague.query('select from subjects where id = $1 for key share', [made?.id])
    await colleague.query('update test_sets set subject_id = $1 where id = $2', [
      made?.id,
      test.ours.places.home.endedTestSetId,
    ])
    expect((await admin.put(`/imports/${id}/undo`)).statusCode).toBe(200)
    const isWaiting = `select exists (select from pg_locks
      where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as waits`
    await expect
      .poll(async () => (await colleague.query(isWaiting)).rows, { timeout: 30_000 })
      .toEqual([{ waits: true }])
    await colleague.query('commit')
  } finally {
    await colleague.end()
  }
  expect((await reached(id, /^undone$/)).undo).toMatchObject({ erased: 0, peopleLeft: 1 })
  expect(await people()).toEqual([made])
})

it('every column that names subjects says whether it is a use of them', async () => {
  const columns = await test.query<{ name: string }>(
    test.ours,
    `select distinct c.relname || '.' || a.attname as name
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey) and a.attname <> 'tenant_id'
       and k.confrelid in ('subjects'::regclass, 'subject_identities'::regclass)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (k.oid is not null or a.attname ~ '(^|_)subject_ids?$') and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype)
     order by 1`,
  )
  expect(Object.keys(columnsOfSubjects).toSorted()).toEqual(columns.map(({ name }) => name))
})

it('a tenant of animals imports no people', async () => {
  await test.query(test.theirs, `update tenants set subjects = jsonb_set(subjects, '{kind}', '"non-human"')`)
  const theirs = await logInAs(test.app, test.theirs, 'tenant')
  const count = async () => (await test.query(test.theirs, `select id from subjects where kind = 'human'`)).length
  const before = await count()
  const refused = await send('First name,Last name,Date of birth\nHuman,Being,1990-03-04\n', theirs)
  expect([refused.statusCode, Object.keys(refused.json().errors ?? {})], refused.body).toEqual([422, ['file']])
  expect(refused.json().errors.file[0]).toContain('Only people can be imported from files')
  expect(await count()).toBe(before)
})
