import { afterAll, beforeAll, expect, it } from 'vitest'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { multipart, tinyPng } from '../../tests/server/uploads.ts'

/** Covers photos that a record had before it was corrected. */

let test: TestApp
let staff: Client
let clinical: Client
let patient: Client

beforeAll(async () => {
  test = await startTestApp()
  staff = await logInAs(test.app, test.ours, 'group')
  clinical = await logInAs(test.app, test.ours, 'clinical')
  patient = await logInAs(test.app, test.ours, 'patient')
})
afterAll(() => test.close())

const photoPart = multipart([{ name: 'file', filename: 'p.png', type: 'image/png', content: tinyPng }])

async function upload(client = staff): Promise<string> {
  return (await client.send('POST', '/device-images', photoPart)).json().data.id
}

const record = (deviceImageId: string | null, client = staff) =>
  client.post('/test-records', { ...newRecordAt(test.ours.places.home), deviceImageId })

function correct(recordId: string, version: number, deviceImageId: string | null, client = staff) {
  const {
    organisationId: _,
    groupId: _group,
    subjectId: _subject,
    assayId: _assay,
    ...content
  } = newRecordAt(test.ours.places.home)
  const why = { reason: 'data-entered-incorrectly', changeNote: null }
  return client.post(
    `/test-records/${recordId}/corrections`,
    { ...content, lot: `L${version}`, deviceImageId, ...why },
    { 'if-match': `"${version}"` },
  )
}

/** Starts a test and finishes it with this photo. */
async function finishRun(deviceImageId: string) {
  const { organisationId, groupId, subjectId, assayId } = test.ours.places.home
  const begun = { organisationId, groupId, subjectId, assayId, zone: 'Europe/London' }
  const unknown = { specimen: null, lot: null, lotExpiry: null, location: null, coordinates: null }
  const run = (await staff.post('/test-runs', { ...begun, ...unknown })).json().data
  const read = { analyteResults: [{ analyteId: 'line', result: 'negative' }], note: null, readingReason: 'In a hurry' }
  return staff.send('PUT', `/test-runs/${run.id}/finish`, {
    body: { ...read, deviceImageId },
    headers: { 'if-match': `"${run.version}"` },
  })
}

const statusOf = async (client: Client, imageId: string) => (await client.get(`/device-images/${imageId}`)).statusCode
const unavailable = { deviceImageId: ['This choice is not available to you'] }

it('a replaced photo is seen by users who may read the history, but not by the patient', async () => {
  const [first, second] = [await upload(), await upload()]
  const { id } = (await record(first)).json().data
  expect(await statusOf(patient, first)).toBe(200)
  expect((await correct(id, 1, second)).statusCode).toBe(200)
  expect([await statusOf(clinical, first), await statusOf(patient, first)]).toEqual([200, 404])
  expect([await statusOf(clinical, second), await statusOf(patient, second)]).toEqual([200, 200])
  const stranger = await logInAs(test.app, test.ours, { email: test.ours.places.ward.username })
  expect(await statusOf(stranger, first)).toBe(404)
})

it('a replaced photo can never be used for a new record, another correction or a test in progress', async () => {
  const first = await upload()
  const { id } = (await record(first)).json().data
  expect((await correct(id, 1, null)).statusCode).toBe(200)
  expect((await record(first)).json().errors).toEqual(unavailable)
  const other = (await record(null)).json().data
  expect((await correct(other.id, 1, first)).json().errors).toEqual(unavailable)
  expect((await finishRun(first)).json().errors).toEqual(unavailable)
})

it('a photo that was replaced by mistake can be restored to its own record by those who may correct it', async () => {
  const [first, second] = [await upload(), await upload()]
  const { id } = (await record(first)).json().data
  expect((await correct(id, 1, second)).statusCode).toBe(200)
  const everywhere = await logInAs(test.app, test.ours, 'tenant')
  const back = await correct(id, 2, first, everywhere)
  expect([back.statusCode, back.json().data?.deviceImageId]).toEqual([200, first])
  expect([await statusOf(patient, first), await statusOf(patient, second)]).toEqual([200, 404])
  expect((await correct(id, 3, second)).statusCode).toBe(200)
  const other = (await record(null)).json().data
  expect((await correct(other.id, 1, first)).json().errors).toEqual(unavailable)
  expect((await correct(other.id, 1, second, everywhere)).json().errors).toEqual(unavailable)
})

it('a photo that is released and requested at the same time ends with one record', async () => {
  for (let round = 0; round < 6; round += 1) {
    const photo = await upload()
    const { id } = (await record(photo)).json().data
    const others = await Promise.all([correct(id, 1, null), ...Array.from({ length: 4 }, () => record(photo))])
    expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 422, 422, 422, 422])
  }
})

it('the database refuses a photo that another record’s history names', async () => {
  const photo = await upload()
  const [first, second] = [(await record(photo)).json().data, (await record(null)).json().data]
  await correct(first.id, 1, null)
  const take = test.query(test.ours, 'update test_records set device_image_id = $2 where id = $1', [second.id, photo])
  await expect(take).rejects.toMatchObject({ code: '23505' })
})

it('the current record decides about a photo that two records came to share in earlier versions of Lateral', async () => {
  const photo = await upload()
  const { id } = (await record(photo)).json().data
  await correct(id, 1, null)
  const { ward } = test.ours.places
  await test.query(test.ours, 'alter table test_records disable trigger keep_photo_on_update')
  await test.query(test.ours, 'update test_records set device_image_id = $1 where id = $2', [photo, ward.recordId])
  await test.query(test.ours, 'alter table test_records enable trigger keep_photo_on_update')
  const atWard = await logInAs(test.app, test.ours, { email: ward.username })
  expect([await statusOf(staff, photo), await statusOf(atWard, photo)]).toEqual([404, 200])
})

it('a photo that two histories name is seen by those who may read both', async () => {
  const photo = await upload()
  const { id } = (await record(photo)).json().data
  await correct(id, 1, null)
  const { ward } = test.ours.places
  await test.query(
    test.ours,
    `insert into test_record_versions (tenant_id, test_record_id, version, snapshot, changed_by, changed_at, reason)
      select tenant_id, $2, version, snapshot, changed_by, changed_at, reason
      from test_record_versions where test_record_id = $1`,
    [id, ward.recordId],
  )
  const atWard = await logInAs(test.app, test.ours, { email: ward.username })
  const everywhere = await logInAs(test.app, test.ours, 'tenant')
  expect([await statusOf(staff, photo), await statusOf(atWard, photo), await statusOf(everywhere, photo)]).toEqual([
    404, 404, 200,
  ])
  expect((await correct(id, 2, photo, everywhere)).json().errors).toEqual(unavailable)
  const putBack = test.query(test.ours, 'update test_records set device_image_id = $2 where id = $1', [id, photo])
  await expect(putBack).rejects.toMatchObject({ code: '23505' })
})
