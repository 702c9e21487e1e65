import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TestRun } from '../../contract/test-runs/test-run.ts'
import { logInAs, type Client, type TestResponse } from '../../tests/server/client.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { password } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let nurse: Client
let colleague: Client
let run: TestRun

beforeAll(async () => {
  test = await startTestApp()
  nurse = await logInAs(test.app, test.ours, 'clinical')
  colleague = await logInAs(test.app, test.ours, 'group')
})
afterAll(() => test.close())
beforeEach(async () => {
  const { organisationId, groupId, subjectId, assayId } = test.ours.places.home
  const body = { organisationId, groupId, subjectId, assayId, zone: 'Europe/London' }
  run = (await nurse.post('/test-runs', body)).json().data
})

const entered = {
  analyteResults: [{ analyteId: 'line', result: 'positive' }],
  image: null,
  note: 'Faint line, s',
  readingReason: '',
}
const nothing = { analyteResults: [], image: null, note: '', readingReason: '' }
const keep = (draft: object = entered, client = nurse): Promise<TestResponse> =>
  client.put(`/test-runs/${run.id}/reading-draft`, draft)
const kept = async (client = nurse) => (await client.get(`/test-runs/${run.id}`)).json().draft
const end = (path: 'finish' | 'cancel', body: object, client = nurse) =>
  client.send('PUT', `/test-runs/${run.id}/${path}`, { body, headers: { 'if-match': '"1"' } })
const rows = () => test.query(test.ours, 'select user_id from test_run_drafts where test_run_id = $1', [run.id])

it('is shown to its author, even on another device after the session has ended, and to nobody else', async () => {
  expect(await kept()).toBeNull()
  expect((await keep()).statusCode).toBe(204)
  await test.query(test.ours, 'delete from sessions')
  nurse = await logInAs(test.app, test.ours, 'clinical')
  colleague = await logInAs(test.app, test.ours, 'group')
  expect(await kept()).toEqual({ ...entered, keptAt: expect.stringMatching(/Z$/) })
  expect(await kept(colleague)).toBeNull()
  expect((await colleague.get('/test-runs')).body).not.toContain('Faint line')
  expect((await colleague.get('/test-records')).body).not.toContain('Faint line')
})

it('replaces the earlier one, and is deleted when it becomes empty', async () => {
  await keep()
  await keep({ ...entered, note: 'Faint line, seen by two' })
  expect(await kept()).toMatchObject({ note: 'Faint line, seen by two' })
  const events = await test.query(
    test.ours,
    `select details from audit_events where action = 'test-draft.kept' and resource_id = $1`,
    [run.id],
  )
  expect(events).toEqual([{ details: null }])
  expect((await keep(nothing)).statusCode).toBe(204)
  expect([await kept(), await rows()]).toEqual([null, []])
})

it.each([
  ['finish', { analyteResults: entered.analyteResults, readingReason: 'Called away' }],
  ['cancel', { reason: 'sample-spoiled' }],
] as const)('is deleted for everybody when the test ends by %s, and no longer stored', async (path, body) => {
  await keep()
  await keep(entered, colleague)
  expect(await rows()).toHaveLength(2)
  const ended = await end(path, body, colleague)
  expect(ended.statusCode, ended.body).toBe(200)
  expect(await rows()).toEqual([])
  expect((await keep()).statusCode).toBe(204)
  expect([await kept(), await rows()]).toEqual([null, []])
})

it('expires after 24 hours', async () => {
  await keep()
  const keptBefore = (age: string) =>
    test.query(test.ours, 'update test_run_drafts set kept_at = now() - $1::interval', [age])
  await keptBefore('23 hours 50 minutes')
  expect(await kept()).toMatchObject(entered)
  await keptBefore('24 hours 1 minute')
  expect(await kept()).toBeNull()
})

it('is refused from users who do not see the test or may not record, and when it is malformed', async () => {
  const stranger = await logInAs(test.app, test.theirs, 'clinical')
  expect((await keep(entered, stranger)).statusCode).toBe(404)
  expect((await keep({ ...entered, note: 'x'.repeat(5001) })).statusCode).toBe(422)
  await test.query(test.ours, `update tenants set features = '{PREVENT_CLINICIAN_TESTING}'`)
  expect((await keep()).statusCode).toBe(403)
  await test.query(test.ours, `update tenants set features = '{}'`)
  expect(await rows()).toEqual([])
})

it('is erased with its author’s account', async () => {
  const leaving = await logInAsSpare(test, test.ours, 'clinical')
  expect((await keep(entered, leaving)).statusCode).toBe(204)
  const body = { currentPassword: password, reason: 'other', reasonText: 'Moved' }
  expect((await leaving.put('/users/my-details/delete', body)).statusCode).toBe(204)
  expect(await rows()).toEqual([])
})
