import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordCorrection } from '../../../contract/test-records/changing.ts'
import { logInAs, type Client, type TestResponse } from '../../../tests/server/client.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { recordTestOf } from '../../../tests/server/subjects.ts'
import { multipart, tinyPng } from '../../../tests/server/uploads.ts'

let test: TestApp
let staff: Client
let clinical: Client
let recordId: string

const why = { reason: 'data-entered-incorrectly', changeNote: 'Checked against the paper sheet' }

beforeAll(async () => {
  test = await startTestApp()
  staff = await logInAs(test.app, test.ours, 'group')
  clinical = await logInAs(test.app, test.ours, 'clinical')
})
afterAll(() => test.close())

beforeEach(async () => {
  recordId = await recordTestOf(clinical, test.ours.places.home, test.ours.places.home.subjectId)
})

/** Returns the record's content in the form of a correction. */
async function contentOf(id = recordId) {
  const { data } = (await staff.get(`/test-records/${id}`)).json()
  const { analyteResults, performedDate, performedTime, performedZone } = newRecordAt(test.ours.places.home)
  const recorded = { analyteResults, performedDate, performedTime, performedZone }
  return { ...recorded, note: data.note, location: data.location, deviceImageId: data.deviceImageId }
}

async function correct(change: object, { version = 1, client = staff, id = recordId, headers = {} } = {}) {
  const body = { ...(await contentOf(id)), ...why, ...change }
  return client.post(`/test-records/${id}/corrections`, body, { 'if-match': `"${version}"`, ...headers })
}

const voidIt = ({ version = 1, client = staff, headers = {} } = {}, body: object = { reason: 'created-in-error' }) =>
  client.post(`/test-records/${recordId}/void`, body, { 'if-match': `"${version}"`, ...headers })

const historyOf = async (client = staff, query = {}) =>
  (await client.get(`/test-records/${recordId}/history`, query)).json()
const outcome = ({ statusCode, body }: TestResponse) => [statusCode, JSON.parse(body).code]
const positive = { analyteResults: [{ analyteId: 'line', result: 'positive' }] }
const eventsOf = (resourceId: string) =>
  test.query<{ action: string; details: Record<string, unknown> | null }>(
    test.ours,
    `select action, details from audit_events where resource_id = $1 and action ~ '(corrected|voided|[.]test-)' and outcome = 'done' order by id`,
    [resourceId],
  )

describe('correcting a test', () => {
  it('replaces the content and keeps the former one', async () => {
    const response = await correct({ ...positive, performedTime: '09:45', lot: 'LOT-2', note: 'Seen by two' })
    expect(response.statusCode).toBe(200)
    expect(response.headers.etag).toBe('"2"')
    const { data } = response.json()
    expect(data).toMatchObject({
      state: 'corrected',
      result: 'positive',
      performedAt: '2026-03-01T09:45:00.000Z',
      lot: 'LOT-2',
      note: 'Seen by two',
      version: 2,
    })
    const again = await correct({ ...positive, lot: 'LOT-3', note: 'Seen by two' }, { version: 2 })
    expect(again.json().data).toMatchObject({ state: 'corrected', version: 3, performedAt: '2026-03-01T09:30:00.000Z' })

    const { data: history, page } = await historyOf()
    expect(page.total).toBe(2)
    expect(
      history.map(({ before, after }: Record<string, { lot: string; result: string }>) => [before, after]),
    ).toEqual([
      [
        expect.objectContaining({ lot: 'LOT-2', result: 'positive', state: 'corrected' }),
        expect.objectContaining({ lot: 'LOT-3', performedAt: '2026-03-01T09:30:00.000Z' }),
      ],
      [
        expect.objectContaining({ lot: null, result: 'negative', note: null, state: 'recorded' }),
        expect.objectContaining({ lot: 'LOT-2', result: 'positive', note: 'Seen by two' }),
      ],
    ])
    const { subjectId } = test.ours.places.home
    for (const { before, after } of history)
      expect([before.subject?.id, after.subject?.id]).toEqual([subjectId, subjectId])
    expect(history[0]).toMatchObject({ ...why, reasonText: null, by: expect.stringContaining('group') })
    const first = await historyOf(staff, { per_page: '5' })
    expect(first.data).toHaveLength(2)
  })

  it('is audited without free text', async () => {
    await correct({ ...positive, note: 'Ruth was nervous' })
    const [event, ...others] = await eventsOf(recordId)
    expect(others).toEqual([])
    expect(event).toEqual({
      action: 'test-record.corrected',
      details: {
        reason: 'data-entered-incorrectly',
        fields: ['result', 'analyteResults', 'note'],
        from: { result: 'negative' },
        to: { result: 'positive' },
      },
    })
  })

  it('keeps the reason for an expired lot on the record, in the history and at the end of the export', async () => {
    const expired = { lot: 'OLD-1', lotExpiry: '2026-02-28' }
    const refused = await correct(expired)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['expiredLotReason']])
    const said = await correct({ ...expired, expiredLotReason: 'No other kit\nin the house' })
    expect(said.json().data).toMatchObject({ ...expired, expiredLotReason: 'No other kit\nin the house' })
    const csv = (await staff.get('/test-records/export', { search: said.json().data.testId })).rawPayload.toString()
    expect(csv).toMatch(/,"Why an expired lot was used",[^]*,"No other kit\nin the house",/)

    const corrected = await correct({ lot: 'OLD-1', lotExpiry: '2026-03-01' }, { version: 2 })
    expect(corrected.json().data).toMatchObject({ lotExpiry: '2026-03-01', expiredLotReason: null })
    // Older versions have no such reason.
    await test.query(
      test.ours,
      `update test_record_versions set snapshot = snapshot - 'expiredLotReason' where version = 1`,
    )
    expect((await historyOf()).data).toMatchObject([
      { before: { expiredLotReason: 'No other kit\nin the house' }, after: { expiredLotReason: null } },
      { before: { expiredLotReason: null }, after: expired },
    ])
    expect((await eventsOf(recordId))[0]?.details).toMatchObject({
      fields: ['lot', 'lotExpiry', 'expiredLotReason'],
      to: expired,
    })
    expect(JSON.stringify(await eventsOf(recordId))).not.toContain('No other kit')
  })

  it('leaves no trace when it changes nothing', async () => {
    const response = await correct({})
    expect([response.statusCode, response.headers.etag]).toEqual([200, '"1"'])
    expect(response.json().data.state).toBe('recorded')
    expect(await eventsOf(recordId)).toEqual([])
    expect((await historyOf()).data).toEqual([])
  })

  it('counts as a repeat of a request to an older version, which had no offset', async () => {
    const key = { 'idempotency-key': `upgraded-${recordId}` }
    const body = { ...(await contentOf()), ...why, ...positive }
    expect((await correct(positive, { headers: key })).statusCode).toBe(200)
    const { performedOffset: _, ...correction } = recordCorrection.parse(body)
    await test.query(
      test.ours,
      `update idempotency_keys set request_hash = sha256(convert_to($1, 'UTF8')) where key = $2`,
      [JSON.stringify([recordId, { correction }]), key['idempotency-key']],
    )
    const repeated = await correct(positive, { headers: key })
    expect([repeated.statusCode, repeated.headers.etag]).toEqual([200, '"2"'])
  })

  it('is refused for an outdated version, and done once when it is repeated under one key', async () => {
    const key = { 'idempotency-key': `once-${recordId}` }
    expect((await correct(positive, { headers: key })).statusCode).toBe(200)
    const repeated = await correct(positive, { headers: key })
    expect([repeated.statusCode, repeated.headers.etag]).toEqual([200, '"2"'])
    expect(outcome(await correct({ lot: 'X' }, { headers: key }))).toEqual([409, 'idempotency-key-reused'])
    expect(outcome(await correct({ lot: 'X' }))).toEqual([412, 'stale-version'])
    const body = { ...(await contentOf()), ...why }
    expect(outcome(await staff.post(`/test-records/${recordId}/corrections`, body))).toEqual([428, 'version-missing'])
    expect((await historyOf()).page.total).toBe(1)
  })

  it('is done once when two users send it at the same time', async () => {
    const tenant = await logInAs(test.app, test.ours, 'tenant')
    const replies = await Promise.all([
      correct({ lot: 'A' }),
      correct({ lot: 'B' }, { client: tenant }),
      correct({ lot: 'C' }, { client: tenant }),
    ])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412, 412])
    expect((await historyOf()).page.total).toBe(1)
  })

  it('to another person is audited for both subjects, and shows the former one', async () => {
    const { groupId, subjectId } = test.ours.places.home
    const created = await staff.post('/subjects', {
      kind: 'human',
      groupId,
      email: `other-${recordId}@people.test`,
      dateOfBirth: '1990-02-03',
    })
    const otherId = created.json().data.id
    const { data } = (await correct({ subjectId: otherId })).json()
    expect(data.subject.id).toBe(otherId)
    const { data: history } = await historyOf()
    expect([history[0].before.subject.id, history[0].after.subject.id]).toEqual([subjectId, otherId])
    const details = { testRecordId: recordId, reason: 'data-entered-incorrectly' }
    expect(await eventsOf(otherId)).toEqual([{ action: 'subject.test-added', details }])
    expect((await eventsOf(subjectId)).at(-1)).toEqual({ action: 'subject.test-removed', details })
    expect((await eventsOf(recordId))[0]?.details).toMatchObject({
      from: { subject_id: subjectId },
      to: { subject_id: otherId },
    })
    const patient = await logInAs(test.app, test.ours, 'patient')
    expect((await patient.get(`/test-records/${recordId}/history`)).statusCode).toBe(403)
  })

  it('replaces the photo, and keeps the earlier one for readers of the history', async () => {
    const upload = async (client: Client) =>
      (
        await client.send('POST', '/device-images', {
          ...multipart([{ name: 'file', filename: 'p.png', type: 'image/png', content: tinyPng }]),
        })
      ).json().data.id
    const [first, second] = [await upload(staff), await upload(staff)]
    expect((await correct({ deviceImageId: first })).statusCode).toBe(200)
    const kept = await correct({ deviceImageId: first, lot: 'L' }, { version: 2 })
    expect(kept.statusCode).toBe(200)
    const replaced = await correct({ deviceImageId: second, lot: 'L' }, { version: 3 })
    expect(replaced.json().data.deviceImageId).toBe(second)
    expect((await clinical.get(`/device-images/${first}`)).statusCode).toBe(200)
    const strange = await upload(clinical)
    expect(outcome(await correct({ deviceImageId: strange }, { version: 4 }))).toEqual([422, 'validation'])
  })

  it('is refused at the invalid field', async () => {
    const fieldsOf = (response: TestResponse) => [response.statusCode, Object.keys(response.json().errors ?? {})]
    expect(fieldsOf(await correct({ performedDate: '2999-01-01' }))).toEqual([422, ['performedTime']])
    expect(fieldsOf(await correct({ performedDate: '1979-12-31' }))).toEqual([422, ['performedDate']])
    expect(fieldsOf(await correct({ lot: 'A\u001dB' }))).toEqual([422, ['lot']])
    expect(fieldsOf(await correct({ analyteResults: [{ analyteId: 'other', result: 'positive' }] }))).toEqual([
      422,
      ['analyteResults'],
    ])
    expect(fieldsOf(await correct({ subjectId: test.ours.places.unique.subjectId }))).toEqual([422, ['subjectId']])
    expect(fieldsOf(await correct({ reason: 'other' }))).toEqual([422, ['reasonText']])
    expect(fieldsOf(await correct({ reason: undefined }))).toEqual([422, ['reason']])
    expect((await historyOf()).data).toEqual([])
  })

  it('needs permission and scope', async () => {
    expect((await correct(positive, { client: clinical })).statusCode).toBe(403)
    const foreign = test.ours.places.unique.recordId
    const body = { ...(await contentOf()), ...why }
    expect(outcome(await staff.post(`/test-records/${foreign}/corrections`, body, { 'if-match': '"1"' }))).toEqual([
      404,
      'not-found',
    ])
  })

  it('is accepted for a suspended group and a retired assay', async () => {
    const { groupId, assayId } = test.ours.places.home
    await test.query(test.ours, `update groups set status = 'suspended' where id = $1`, [groupId])
    await test.query(test.ours, `update assays set retired_at = '2026-01-01' where id = $1`, [assayId])
    const response = await correct(positive)
    await test.query(test.ours, `update groups set status = 'active' where id = $1`, [groupId])
    await test.query(test.ours, 'update assays set retired_at = null where id = $1', [assayId])
    expect(response.statusCode).toBe(200)
  })
})

describe('voiding a test', () => {
  it('keeps the record, excludes it from every count, and allows no further change', async () => {
    const before = (await staff.get('/test-records', { per_page: '5' })).json().page.total
    const response = await voidIt({}, { reason: 'other', reasonText: 'The device was dropped', changeNote: null })
    expect(response.json().data).toMatchObject({ state: 'voided', version: 2 })
    expect((await staff.get('/test-records', { per_page: '5' })).json().page.total).toBe(before - 1)
    expect(
      (await staff.get('/test-records', { state: 'voided', search: response.json().data.testId })).json().data,
    ).toEqual([expect.objectContaining({ id: recordId, state: 'voided' })])
    const { data: history } = await historyOf()
    expect(history).toMatchObject([
      {
        reason: 'other',
        reasonText: 'The device was dropped',
        before: { state: 'recorded' },
        after: { state: 'voided' },
      },
    ])
    expect(await eventsOf(recordId)).toEqual([{ action: 'test-record.voided', details: { reason: 'other' } }])
    expect(outcome(await voidIt({ version: 2 }))).toEqual([409, 'record-voided'])
    expect(outcome(await correct(positive, { version: 2 }))).toEqual([409, 'record-voided'])
  })

  it('needs a reason and the current version, and is done once', async () => {
    expect(outcome(await voidIt({}, {}))).toEqual([422, 'validation'])
    expect(outcome(await voidIt({ version: 7 }))).toEqual([412, 'stale-version'])
    const headers = { 'idempotency-key': `void-${recordId}` }
    expect((await voidIt({ headers })).statusCode).toBe(200)
    const repeated = await voidIt({ headers })
    expect([repeated.statusCode, repeated.json().data.state]).toEqual([200, 'voided'])
    expect((await historyOf()).page.total).toBe(1)
  })
})

it('a record’s history names a former subject after a merge, and nobody after an erasure', async () => {
  const { home } = test.ours.places
  const { groupId } = home
  const person = async (email: string) =>
    (await staff.post('/subjects', { kind: 'human', groupId, email, dateOfBirth: '1990-02-03' })).json().data
  const [wrong, kept] = [await person(`wrong-${recordId}@people.test`), await person(`kept-${recordId}@people.test`)]
  recordId = await recordTestOf(clinical, home, wrong.id)
  await correct({ subjectId: home.subjectId })
  await staff.post(
    `/subjects/${kept.id}/merge`,
    { subjectId: wrong.id, version: 1, isSamePerson: true },
    { 'if-match': '"1"' },
  )
  expect((await historyOf()).data[0].before.subject).toMatchObject({ id: kept.id, email: kept.email })
  await test.query(test.ours, 'delete from subject_words where subject_id = $1', [kept.id])
  await test.query(test.ours, 'delete from subject_identities where subject_id = $1', [kept.id])
  expect((await historyOf()).data[0].before.subject).toMatchObject({ id: 'Anonymized', email: null })
})

it('a form that was loaded before its person was merged corrects the test of the kept one', async () => {
  const { home } = test.ours.places
  const person = async (email: string) =>
    (await staff.post('/subjects', { kind: 'human', groupId: home.groupId, email, dateOfBirth: '1990-02-03' })).json()
      .data
  const [former, kept] = [await person(`former-${recordId}@people.test`), await person(`now-${recordId}@people.test`)]
  recordId = await recordTestOf(clinical, home, former.id)
  const merged = { subjectId: former.id, version: 1, isSamePerson: true }
  expect((await staff.post(`/subjects/${kept.id}/merge`, merged, { 'if-match': '"1"' })).statusCode).toBe(200)
  const { version } = (await staff.get(`/test-records/${recordId}`)).json().data
  const corrected = await correct({ subjectId: former.id, note: 'Seen by two' }, { version })
  expect(corrected.statusCode, corrected.body).toBe(200)
  expect(corrected.json().data).toMatchObject({ subject: { id: kept.id }, note: 'Seen by two' })
})
