import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportRow } from '../../../contract/imports/import.ts'
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

it('the groups are counted by the rows that are right, whether a row names one, several or none', async () => {
  const jobs = jobsOf(test)
  const { home, ward } = test.ours.places
  const id = await sendFile(
    admin,
    [
      'First name,Last name,Birth date,Facilities',
      'Ada,One,1984-02-28,North',
      'Bea,Two,1985-02-28,"North;South"',
      'Cal,Three,1986-02-28,',
      'Dee,Four,1987-02-31,North',
      '',
    ].join('\n'),
  )
  await jobs.read(id)
  const { answers, summary } = await openedImport(admin, id)
  const groupOf: Record<string, string> = { North: home.groupId, South: ward.groupId }
  const groups = summary?.facilities.map(({ name }) => ({
    facility: name,
    groupId: groupOf[name ?? ''] ?? ward.groupId,
  }))
  await admin.put(`/imports/${id}/preview`, { ...answers, groups })
  await jobs.read(id)
  await jobs.run(id)
  const names = new Map(
    (await test.query<{ id: string; name: string }>(test.ours, 'select id, name from groups')).map((one) => [
      one.id,
      one.name,
    ]),
  )
  const { preview } = await openedImport(admin, id)
  expect(preview).toMatchObject({ wrong: 1 })
  // Whoever belongs to several places is made in the first of them.
  expect(preview?.groups).toEqual([
    { id: home.groupId, name: names.get(home.groupId), rows: 2 },
    { id: ward.groupId, name: names.get(ward.groupId), rows: 1 },
  ])
})

it('a row of a roster names the places that it leaves out', async () => {
  const jobs = jobsOf(test)
  const { home, ward } = test.ours.places
  const id = await sendFile(
    admin,
    [
      'First name,Last name,Birth date,Facilities',
      'Eli,Five,1984-02-28,East;West;East annex',
      'Fay,Six,1985-02-28,East;East annex',
      '',
    ].join('\n'),
  )
  await jobs.read(id)
  const { answers, summary } = await openedImport(admin, id)
  const groups = summary?.facilities.map(({ name }) => ({
    facility: name,
    groupId: name === 'West' ? ward.groupId : home.groupId,
  }))
  await admin.put(`/imports/${id}/preview`, { ...answers, groups })
  await jobs.read(id)
  await jobs.run(id)
  const said = async () => {
    const rows: ImportRow[] = (await admin.get(`/imports/${id}/rows`)).json().data
    return rows.map(({ outcome, problems }) => [outcome, problems.map(({ column, message }) => `${column} ${message}`)])
  }
  const left =
    '3 Left out: West, because a row adds a person to one group. Other groups can be added on the person’s page.'
  expect(await said()).toEqual([
    ['right', [left]],
    ['right', []],
  ])
  await admin.put(`/imports/${id}/run`)
  await jobs.run(id)
  expect(await said()).toEqual([
    ['made', [left]],
    ['made', []],
  ])
})
