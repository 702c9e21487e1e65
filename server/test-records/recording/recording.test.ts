import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isTestId } from '../../../contract/rules/test-id.ts'
import { newTestRecord } from '../../../contract/test-records/new-test-record.ts'
import { logInAs, type Client, type TestResponse } from '../../../tests/server/client.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { idOf } from '../../../tests/server/places.ts'
import { insertRows, asOwnerIn } from '../../../tests/server/rows.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { userIdOf } from '../../../tests/server/tenants.ts'

let test: TestApp
let clinical: Client

beforeAll(async () => {
  test = await startTestApp()
  clinical = await logInAs(test.app, test.ours, 'clinical')
})
afterAll(() => test.close())

const record = (change: object = {}, headers: Record<string, string> = {}, client = clinical) =>
  client.post('/test-records', { ...newRecordAt(test.ours.places.home), ...change }, headers)
const countRecords = async (tenant = test.ours) =>
  Number((await test.query<{ count: string }>(tenant, 'select count(*) from test_records'))[0]?.count)

const statusesOf = (replies: readonly TestResponse[]) =>
  replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)

describe('recording a test', () => {
  it('stores and returns everything that was entered', async () => {
    const { home } = test.ours.places
    const entered = {
      performedDate: '2026-07-01',
      performedTime: '09:30',
      specimen: 'Nasal swab',
      location: '  Room 4 ',
      coordinates: { latitude: -33.8568, longitude: 151.2153 },
      lot: 'LOT-1',
      lotExpiry: '2027-12-31',
      note: 'Line one\nline two 🧪',
    }
    const response = await record(entered)
    expect(response.statusCode).toBe(201)
    expect(response.headers.etag).toBe('"1"')
    const { data } = response.json()
    expect(data).toMatchObject({
      performedAt: '2026-07-01T08:30:00.000Z',
      performedZone: 'Europe/London',
      result: 'negative',
      state: 'recorded',
      subject: { id: home.subjectId, email: home.subjectEmail, dateOfBirth: '1980-05-17', groupId: home.groupId },
      organisation: { id: home.organisationId },
      group: { id: home.groupId },
      recordedBy: { id: userIdOf('clinical') },
      assay: { id: home.assayId },
      analyteResults: [{ analyteId: 'line', result: 'negative' }],
      specimen: 'Nasal swab',
      location: 'Room 4',
      coordinates: entered.coordinates,
      lot: 'LOT-1',
      lotExpiry: '2027-12-31',
      note: entered.note,
      deviceImageId: null,
      version: 1,
    })
    expect((await clinical.get(`/test-records/${data.id}`)).json().data).toEqual(data)
  })

  it('in an hour that occurs twice uses the chosen one, which other corrections keep', async () => {
    const twice = { performedDate: '2025-10-26', performedTime: '01:30', performedOffset: 0 }
    const { data } = (await record(twice)).json()
    expect(data.performedAt).toBe('2025-10-26T01:30:00.000Z')
    const group = await logInAs(test.app, test.ours, 'group')
    const correct = async (version: number, change: object) => {
      const { analyteResults, performedZone } = newRecordAt(test.ours.places.home)
      const body = { analyteResults, performedZone, ...twice, reason: 'data-entered-incorrectly', ...change }
      const path = `/test-records/${data.id}/corrections`
      return (await group.post(path, body, { 'if-match': `"${version}"` })).json().data.performedAt
    }
    expect(await correct(1, { performedOffset: null, lot: 'L1' })).toBe('2025-10-26T01:30:00.000Z')
    expect(await correct(2, { performedOffset: 60, lot: 'L1' })).toBe('2025-10-26T00:30:00.000Z')
  })

  it('is refused with an offset that the zone did not have at that time, in recordings and corrections', async () => {
    const errors = async (reply: { statusCode: number; json: () => { errors?: object } }) => [
      reply.statusCode,
      Object.keys(reply.json().errors ?? {}),
    ]
    const twice = { performedDate: '2025-10-26', performedTime: '01:30' }
    const once = { performedDate: '2025-07-01', performedTime: '01:30' }
    for (const wrong of [
      { ...twice, performedOffset: 30 },
      { ...once, performedOffset: 0 },
    ]) {
      expect(await errors(await record(wrong))).toEqual([422, ['performedOffset']])
    }
    const { data } = (await record({ ...once, performedOffset: 60 })).json()
    expect(data.performedAt).toBe('2025-07-01T00:30:00.000Z')
    const group = await logInAs(test.app, test.ours, 'group')
    const { analyteResults, performedZone } = newRecordAt(test.ours.places.home)
    const body = { analyteResults, performedZone, ...once, performedOffset: 0, reason: 'data-entered-incorrectly' }
    const correction = await group.post(`/test-records/${data.id}/corrections`, body, { 'if-match': '"1"' })
    expect(await errors(correction)).toEqual([422, ['performedOffset']])
  })

  it('gives each record its own ID, with the tenant’s prefix and a check character', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await record()).json().data.testId))
    expect(new Set(ids).size).toBe(20)
    expect(ids.filter((id) => !isTestId(id) || !id.startsWith(`${test.ours.idPrefix}-`))).toEqual([])
  })

  it('with several lines takes its result from them, in the order of the assay', async () => {
    const lines = (a: string, b: string) => [
      { analyteId: 'b', result: b },
      { analyteId: 'a', result: a },
    ]
    const results = []
    for (const [a, b] of [
      ['negative', 'positive'],
      ['invalid', 'inconclusive'],
      ['negative', 'invalid'],
      ['negative', 'negative'],
    ] as const) {
      const { data } = (await record({ assayId: test.ours.pairAssayId, analyteResults: lines(a, b) })).json()
      expect(
        data.analyteResults.map(({ analyteId, result }: { analyteId: string; result: string }) => [analyteId, result]),
      ).toEqual([
        ['a', a],
        ['b', b],
      ])
      results.push(data.result)
    }
    expect(results).toEqual(['positive', 'inconclusive', 'invalid', 'negative'])
  })

  it('works for animals by their custom IDs', async () => {
    await test.query(test.theirs, `update tenants set subjects = jsonb_set(subjects, '{kind}', '"non-human"')`)
    const vet = await logInAs(test.app, test.theirs, 'clinical')
    const { groupId } = test.theirs.places.home
    const created = await vet.post('/subjects', { kind: 'non-human', groupId, customId1: 'Tag 7', customId2: 'Herd 1' })
    expect(created.statusCode).toBe(201)
    const found = await vet.post('/subjects/lookup', { groupId, customId1: 'TAG 7', customId2: 'herd 1' })
    expect(found.json().data).toEqual({
      ...created.json().data,
      groupName: expect.any(String),
      organisationName: expect.any(String),
      hasNamesake: false,
      isFormer: false,
      isOneOfSeveral: false,
    })
    const body = { ...newRecordAt(test.theirs.places.home), subjectId: created.json().data.id }
    const { data } = (await vet.post('/test-records', body)).json()
    expect(data.subject).toMatchObject({ kind: 'non-human', customId1: 'Tag 7', customId2: 'Herd 1', email: null })
    const person = { kind: 'human', groupId, email: 'a@b.test', dateOfBirth: '1990-01-01' }
    expect((await vet.post('/subjects', person)).statusCode).toBe(422)
    const absent = await vet.post('/subjects/lookup', { customId1: 'Tag 8', customId2: 'Herd 1' })
    expect([absent.statusCode, absent.json().code]).toEqual([404, 'custom-id-not-found'])
  })

  it('is audited in the same transaction, so that a failed audit leaves no record', async () => {
    const server = new URL(test.database.serverUrl).username
    const before = await countRecords()
    const { data } = (await record()).json()
    const events = await test.query(
      test.ours,
      'select action, outcome, actor_id, details from audit_events where resource_id = $1',
      [data.id],
    )
    expect(events).toEqual([
      { action: 'test-record.recorded', outcome: 'done', actor_id: userIdOf('clinical'), details: null },
    ])

    await test.query(test.ours, `revoke insert on audit_events from "${server}"`)
    const failed = await record({}, { 'idempotency-key': 'unaudited' })
    await test.query(test.ours, `grant insert on audit_events to "${server}"`)
    expect([failed.statusCode, failed.json().code]).toEqual([500, 'internal'])
    expect(await countRecords()).toBe(before + 1)
    expect((await record({}, { 'idempotency-key': 'unaudited' })).statusCode).toBe(201)
  })

  it('accepts a clock that is up to five minutes fast', async () => {
    const at = (minutes: number) => {
      const [performedDate, time = ''] = new Date(Date.now() + minutes * 60_000).toISOString().split('T')
      return { performedDate, performedTime: time.slice(0, 5), performedZone: 'UTC' }
    }
    expect((await record(at(5))).statusCode).toBe(201)
    expect((await record(at(7))).statusCode).toBe(422)
  })
})

describe('a repeated request', () => {
  it('with its key returns the record stored first, also when both arrive at once', async () => {
    const before = await countRecords()
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => record({ note: 'once' }, { 'idempotency-key': 'key-1' })),
    )
    const later = await record({ note: 'once' }, { 'idempotency-key': 'key-1' })
    expect(statusesOf(replies)).toEqual([200, 200, 200, 200, 201])
    expect(later.statusCode).toBe(200)
    const [first, ...others] = [later, ...replies].map((reply) => reply.json().data)
    for (const other of others) expect(other).toEqual(first)
    expect(await countRecords()).toBe(before + 1)
  })

  it('with its key and another body is refused, and stores nothing', async () => {
    const before = await countRecords()
    const response = await record({ note: 'twice' }, { 'idempotency-key': 'key-1' })
    expect([response.statusCode, response.json().code]).toEqual([409, 'idempotency-key-reused'])
    expect(await countRecords()).toBe(before)
  })

  it('with its key works when an older version, without offsets, claimed the key', async () => {
    const before = await countRecords()
    const key = { 'idempotency-key': 'key-upgraded' }
    const { performedOffset: _, ...parsed } = newTestRecord.parse(newRecordAt(test.ours.places.home))
    expect((await record({}, key)).statusCode).toBe(201)
    await test.query(
      test.ours,
      `update idempotency_keys set request_hash = sha256(convert_to($1, 'UTF8')) where key = $2`,
      [JSON.stringify(parsed), key['idempotency-key']],
    )
    expect([(await record({}, key)).statusCode, (await record({ performedOffset: null }, key)).statusCode]).toEqual([
      200, 200,
    ])
    expect((await record({ performedOffset: 0 }, key)).json().code).toBe('idempotency-key-reused')
    expect(await countRecords()).toBe(before + 1)
  })

  it('with its key works even if the test could no longer be recorded', async () => {
    const key = { 'idempotency-key': 'key-before' }
    const first = (await record({}, key)).json().data
    const setStatus = (status: string) =>
      test.query(test.ours, 'update groups set status = $1 where id = $2', [status, first.group.id])
    await setStatus('suspended')
    try {
      const repeated = await record({}, key)
      expect([repeated.statusCode, repeated.json().data]).toEqual([200, first])
      expect((await record({}, { 'idempotency-key': 'key-after' })).statusCode).toBe(422)
      expect((await record({ note: 'else' }, key)).json().code).toBe('idempotency-key-reused')
    } finally {
      await setStatus('active')
    }
  })

  it('with another user’s key is a separate request', async () => {
    const before = await countRecords()
    const group = await logInAs(test.app, test.ours, 'group')
    expect((await record({ note: 'once' }, { 'idempotency-key': 'key-1' }, group)).statusCode).toBe(201)
    expect(await countRecords()).toBe(before + 1)
  })

  it('without a key makes another record', async () => {
    expect((await record()).json().data.id).not.toBe((await record()).json().data.id)
  })

  it('with a malformed key is refused', async () => {
    for (const key of ['', ' ', 'x'.repeat(256), 'é']) {
      expect((await record({}, { 'idempotency-key': key })).statusCode).toBe(422)
    }
  })
})

describe('a tenant’s flags', () => {
  it.each([
    ['PREVENT_WEB_TEST_CREATION', 'clinical', 'test-creation-disabled'],
    ['PREVENT_WEB_TEST_CREATION', 'tenant', 'test-creation-disabled'],
    ['PREVENT_CLINICIAN_TESTING', 'clinical', 'clinician-testing-disabled'],
    ['PREVENT_CLINICIAN_TESTING', 'provider', undefined],
  ] as const)('%s: a %s user gets %s', async (flag, userType, code) => {
    const client = await logInAs(test.app, test.ours, userType)
    const elsewhere = await logInAs(test.app, test.theirs, userType)
    await test.query(test.ours, `update tenants set features = array[$1]`, [flag])
    const response = await record({}, {}, client)
    await test.query(test.ours, `update tenants set features = '{}'`)
    expect(response.json().code).toBe(code)
    expect(response.statusCode).toBe(code === undefined ? 201 : 403)
    expect((await elsewhere.post('/test-records', newRecordAt(test.theirs.places.home))).statusCode).toBe(201)
  })
})

describe('a photo', () => {
  const insertPhoto = async (id: string) =>
    asOwnerIn(test.database.owner, test.ours.id, (client) =>
      insertRows(client, 'device_images', [
        { tenant_id: test.ours.id, id, uploaded_by: userIdOf('clinical'), width: 1, height: 1, byte_size: 1 },
      ]),
    )

  it('belongs to one record', async () => {
    await insertPhoto(idOf(200, 1))
    expect((await record({ deviceImageId: idOf(200, 1) })).statusCode).toBe(201)
    expect((await record({ deviceImageId: idOf(200, 1) })).json().errors).toEqual({
      deviceImageId: ['This choice is not available to you'],
    })
  })

  it('belongs to one record even when several requests use it at once', async () => {
    await insertPhoto(idOf(200, 2))
    const replies = await Promise.all(Array.from({ length: 5 }, () => record({ deviceImageId: idOf(200, 2) })))
    expect(statusesOf(replies)).toEqual([201, 422, 422, 422, 422])
  })

  it('can only be attached by its uploader', async () => {
    await insertPhoto(idOf(200, 3))
    const group = await logInAs(test.app, test.ours, 'group')
    expect((await record({ deviceImageId: idOf(200, 3) }, {}, group)).statusCode).toBe(422)
    expect((await record({ deviceImageId: idOf(200, 3) })).statusCode).toBe(201)
  })
})
