import { afterAll, beforeAll, expect, it } from 'vitest'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let nurse: Client
let testId: string

beforeAll(async () => {
  test = await startTestApp()
  nurse = await logInAs(test.app, test.ours, 'clinical')
  testId = (await nurse.post('/test-records', newRecordAt(test.ours.places.home))).json().data.testId
})
afterAll(() => test.close())

/** The existing record was performed at 09:30 in London in winter. */
async function recentAt(
  time: string,
  { client = nurse, place = test.ours.places.home, assayId = test.ours.places.home.assayId } = {},
) {
  const query = { subject_id: place.subjectId, assay_id: assayId, performed_at: `2026-03-01T${time}:00Z` }
  return (await client.get('/test-records/recent', query)).json().data
}

it('finds a test of the subject within half an hour, before or after', async () => {
  const found = { testId, result: 'negative', performedAt: '2026-03-01T09:30:00.000Z', performedZone: 'Europe/London' }
  expect(await recentAt('09:34')).toMatchObject(found)
  expect(await recentAt('09:00')).toMatchObject(found)
  expect(await recentAt('10:00')).toMatchObject(found)
  expect(await recentAt('10:01')).toBeNull()
  expect(await recentAt('08:59')).toBeNull()
})

it('ignores other assays and voided tests', async () => {
  expect(await recentAt('09:34', { assayId: test.ours.pairAssayId })).toBeNull()
  await test.query(test.ours, `update test_records set state = 'voided' where test_id = $1`, [testId])
  expect(await recentAt('09:34')).toBeNull()
  await test.query(test.ours, `update test_records set state = 'recorded' where test_id = $1`, [testId])
})

it('finds a test of the same person in another group of the scope, and of nobody beyond it', async () => {
  const { home, ward } = test.ours.places
  await test.query(test.ours, 'update subject_identities set email = $1 where subject_id = $2', [
    home.subjectEmail,
    ward.subjectId,
  ])
  const provider = await logInAs(test.app, test.ours, 'provider')
  expect(await recentAt('09:34', { client: provider, place: ward })).toMatchObject({ testId })
  expect(await recentAt('09:34', { place: ward })).toBeNull()
  await test.query(test.ours, `update subject_identities set date_of_birth = '1999-01-01' where subject_id = $1`, [
    ward.subjectId,
  ])
  expect(await recentAt('09:34', { client: provider, place: ward })).toBeNull()
})

it('shows nothing to users who may record but not view tests', async () => {
  await test.query(
    test.ours,
    `update tenant_permissions set permissions = array_remove(permissions, 'view-tests') where user_type = 'clinical'`,
  )
  expect(await recentAt('09:34')).toBeNull()
})
