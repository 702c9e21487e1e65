import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { results } from '../../../contract/rules/results.ts'
import { asOwnerIn } from '../../../tests/server/rows.ts'
import { logInAs, type Client, type TestResponse } from '../../../tests/server/client.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { newAssay } from '../../../tests/server/new-assay.ts'
import { logInAsSpare } from '../../../tests/server/spare-user.ts'
import { recordTestOf } from '../../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { password, userIdOf } from '../../../tests/server/tenants.ts'
import { countWaiting } from '../../../tests/server/waiting.ts'

let test: TestApp
let tenant: Client
let first: Client
let second: Client
let third: Client
let recordId: string

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
  first = await logInAs(test.app, test.ours, 'clinical')
  second = await logInAs(test.app, test.ours, 'provider')
  third = await logInAs(test.app, test.ours, 'group')
  await test.query(test.ours, 'update groups set two_readers = true where id = $1', [test.ours.places.home.groupId])
})
afterAll(() => test.close())

beforeEach(async () => {
  recordId = await recordTestOf(first, test.ours.places.home, test.ours.places.home.subjectId)
})

const saw = (result: string, note: string | null = null) => ({
  analyteResults: [{ analyteId: 'line', result }],
  note,
})
const read = (client: Client, body: object = saw('negative'), headers = {}, id = recordId) =>
  client.post(`/test-records/${id}/second-reading`, body, headers)
const settle = (client: Client, body: object, version = 1) =>
  client.send('PUT', `/test-records/${recordId}/readings`, { body, headers: { 'if-match': `"${version}"` } })
const outcome = ({ statusCode, body }: TestResponse) => [statusCode, JSON.parse(body).code]
const recordOf = async (client = third, id = recordId) => (await client.get(`/test-records/${id}`)).json().data
const unreadBy = async (client: Client): Promise<string[]> =>
  (await client.get('/second-readings')).json().data.map(({ id }: { id: string }) => id)
const correct = async (client: Client, change: object, version = 1) => {
  const { analyteResults, performedDate, performedTime, performedZone } = newRecordAt(test.ours.places.home)
  const body = { analyteResults, performedDate, performedTime, performedZone, reason: 'data-entered-incorrectly' }
  const headers = { 'if-match': `"${version}"` }
  return client.post(`/test-records/${recordId}/corrections`, { ...body, ...change }, headers)
}
const eventsOf = async () =>
  await test.query<{ action: string; details: unknown }>(
    test.ours,
    `select action, details from audit_events where resource_id = $1 and action like 'second-reading.%' and outcome = 'done' order by id`,
    [recordId],
  )

describe('a test that two people read', () => {
  it('awaits its second reading if the group asks for one, and needs none elsewhere', async () => {
    expect((await recordOf()).secondReading).toBe('awaiting')
    const { ward } = test.ours.places
    const elsewhere = await recordTestOf(second, ward, ward.subjectId)
    expect((await recordOf(tenant, elsewhere)).secondReading).toBeNull()
    expect(outcome(await tenant.post(`/test-records/${elsewhere}/second-reading`, saw('negative')))).toEqual([
      404,
      'not-found',
    ])
    expect(outcome(await tenant.get(`/test-records/${elsewhere}/readings`))).toEqual([404, 'not-found'])
  })

  it('awaits its second reading if its assay asks for one, in the version that was used', async () => {
    const { ward } = test.ours.places
    const kit = (await tenant.post('/assays', { ...newAssay('Two pairs of eyes'), twoReaders: true })).json().data
    const body = newRecordAt({ ...ward, assayId: kit.id })
    const analyteResults = kit.analytes.map(({ id }: { id: string }) => ({ analyteId: id, result: 'negative' }))
    const record = async (assayVersion: number) =>
      (await second.post('/test-records', { ...body, analyteResults, assayVersion })).json().data
    expect((await record(1)).secondReading).toBe('awaiting')
    const changed = await tenant.send('PUT', `/assays/${kit.id}`, {
      body: { ...newAssay('Two pairs of eyes'), analytes: kit.analytes.map(({ id, name }: never) => ({ id, name })) },
      headers: { 'if-match': '"1"' },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    expect((await record(2)).secondReading).toBeNull()
    expect((await record(1)).secondReading).toBe('awaiting')
  })

  it('hides the first result and note from its second reader', async () => {
    await test.query(
      test.ours,
      `update test_records set result = 'inconclusive', note = 'A shadow', reading_reason = 'A shadow', expired_lot_reason = 'A shadow',
       analyte_results = jsonb_set(analyte_results, '{0,result}', '"inconclusive"') where id = $1`,
      [recordId],
    )
    const one = await second.get(`/test-records/${recordId}/second-reading`)
    const all = await second.get('/second-readings')
    const { assay, ...told } = one.json().data
    expect(told).toMatchObject({
      id: recordId,
      subject: { id: test.ours.places.home.subjectId },
      performedAt: '2026-03-01T09:30:00.000Z',
      recordedBy: { id: userIdOf('clinical') },
      deviceImageId: null,
      wasSeen: false,
    })
    expect(assay.offeredResults).toEqual(results)
    const shown = all.json().data.find(({ id }: { id: string }) => id === recordId)
    expect(shown).toEqual({ assay, ...told })
    for (const { data } of [one.json(), { data: shown }]) {
      expect(JSON.stringify({ ...data, assay: null })).not.toMatch(/inconclusive|shadow|"result|analyteResults/)
    }
  })

  it('shows both readings once there are two, and not before', async () => {
    expect(outcome(await second.get(`/test-records/${recordId}/readings`))).toEqual([404, 'not-found'])
    const response = await read(second, saw('negative', 'Held against the light'))
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json().data).toMatchObject({
      state: 'agreed',
      first: { result: 'negative', by: { id: userIdOf('clinical') } },
      second: {
        result: 'negative',
        by: { id: userIdOf('provider') },
        note: 'Held against the light',
        wasSeen: false,
      },
      settlement: null,
      version: 1,
    })
    expect((await third.get(`/test-records/${recordId}/readings`)).json()).toEqual(response.json())
    expect(await recordOf()).toMatchObject({ secondReading: 'agreed', state: 'recorded', version: 1 })
    expect(await eventsOf()).toEqual([
      { action: 'second-reading.made', details: { outcome: 'agreed', wasSeen: false } },
    ])
  })

  it('is read again only by somebody other than its first reader', async () => {
    expect(outcome(await read(first))).toEqual([409, 'own-reading'])
    expect(outcome(await first.get(`/test-records/${recordId}/second-reading`))).toEqual([409, 'own-reading'])
    expect(await unreadBy(first)).not.toContain(recordId)
    expect(await unreadBy(second)).toContain(recordId)
    // A user who corrected the result counts as its first reader.
    expect((await correct(third, saw('positive'))).statusCode).toBe(200)
    expect(outcome(await read(third))).toEqual([409, 'own-reading'])
    expect(outcome(await read(first))).toEqual([409, 'own-reading'])
    expect(await unreadBy(third)).not.toContain(recordId)
    const { data } = (await read(second, saw('positive'))).json()
    expect(data).toMatchObject({ state: 'agreed', first: { result: 'positive', by: { id: userIdOf('group') } } })
    expect(Date.parse(data.first.at)).toBeGreaterThan(Date.parse((await recordOf()).recordedAt))
  })

  it('accepts one of two simultaneous second readings', async () => {
    const both = await Promise.all([read(second, saw('positive')), read(third, saw('negative'))])
    expect(both.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([200, 409]))
    const late = both.find(({ statusCode }) => statusCode === 409) as TestResponse
    expect(late.json().code).toBe('read-twice')
    const rows = await test.query(test.ours, 'select 1 from second_readings where test_record_id = $1', [recordId])
    expect(rows).toHaveLength(1)
    expect(await unreadBy(tenant)).not.toContain(recordId)
  })

  it('accepts one of two readers who both found it unread', async () => {
    // Both wait for this lock, so that neither has written when the other checks.
    const { both } = await asOwnerIn(test.database.owner, test.ours.id, async (owner) => {
      await owner.query('select from test_records where tenant_id = $1 and id = $2 for update', [
        test.ours.id,
        recordId,
      ])
      const readings = Promise.all([read(second, saw('positive')), read(third, saw('negative'))])
      await expect.poll(() => countWaiting(test.database)).toBe(2)
      return { both: readings }
    })
    const outcomes = (await both).map(({ statusCode, body }) => [statusCode, JSON.parse(body).code])
    expect(outcomes).toEqual(
      expect.arrayContaining([
        [200, undefined],
        [409, 'read-twice'],
      ]),
    )
    const rows = await test.query(test.ours, 'select 1 from second_readings where test_record_id = $1', [recordId])
    expect(rows).toHaveLength(1)
  })

  it('is read once, however often a request is repeated', async () => {
    const headers = { 'idempotency-key': 'read-once' }
    const replies = await Promise.all([read(second, saw('positive'), headers), read(second, saw('positive'), headers)])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(replies[0]?.json()).toEqual(replies[1]?.json())
    expect(outcome(await read(second, saw('negative'), headers))).toEqual([409, 'idempotency-key-reused'])
    expect(await eventsOf()).toHaveLength(1)
  })

  it('notes that its second reader had opened the record', async () => {
    await second.get(`/test-records/${recordId}`)
    expect((await second.get(`/test-records/${recordId}/second-reading`)).json().data.wasSeen).toBe(true)
    expect((await third.get(`/test-records/${recordId}/second-reading`)).json().data.wasSeen).toBe(false)
    expect((await read(second)).json().data.second.wasSeen).toBe(true)
    expect((await eventsOf()).at(-1)?.details).toEqual({ outcome: 'agreed', wasSeen: true })
  })

  it('needs an offered result for each line', async () => {
    for (const analyteResults of [[], [{ analyteId: 'other', result: 'negative' }]]) {
      const response = await read(second, { analyteResults })
      expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, ['analyteResults']])
    }
    expect((await recordOf()).secondReading).toBe('awaiting')
  })

  it('differs when one line does, even if the whole result is equal', async () => {
    const { home } = test.ours.places
    const lines = (a: string, b: string) => ({
      analyteResults: [
        { analyteId: 'a', result: a },
        { analyteId: 'b', result: b },
      ],
    })
    const body = { ...newRecordAt({ ...home, assayId: test.ours.pairAssayId }), ...lines('positive', 'negative') }
    const { id } = (await first.post('/test-records', body)).json().data
    const { data } = (await read(second, lines('positive', 'positive'), {}, id)).json()
    expect([data.state, data.first.result, data.second.result]).toEqual(['differ', 'positive', 'positive'])
  })

  it('is out of reach for patients, users who may not record, and other places', async () => {
    const { away } = test.ours.places
    const other = await logInAsSpare(test, test.ours, 'tenant')
    const elsewhere = await recordTestOf(other, away, away.subjectId)
    await test.query(test.ours, `update test_records set second_reading = 'awaiting' where id = $1`, [elsewhere])
    expect(outcome(await read(second, saw('negative'), {}, elsewhere))).toEqual([404, 'not-found'])
    expect(await unreadBy(second)).not.toContain(elsewhere)
    expect(await unreadBy(tenant)).toContain(elsewhere)
    const patient = await logInAs(test.app, test.ours, 'patient')
    expect(outcome(await read(patient))).toEqual([403, 'forbidden'])
    const stranger = await logInAs(test.app, test.theirs, 'tenant')
    expect(outcome(await read(stranger))).toEqual([404, 'not-found'])
  })

  it('shows the patient only that two readers agree', async () => {
    const patient = await logInAs(test.app, test.ours, 'patient')
    expect((await recordOf(patient)).secondReading).toBeNull()
    const found = async (second_reading: string) =>
      (await patient.get('/test-records', { second_reading, per_page: '100' })).json().data
    expect(await found('awaiting')).toEqual([])
    await read(second)
    expect((await recordOf(patient)).secondReading).toBe('agreed')
    const agreed = await found('agreed')
    expect(agreed.map(({ id }: { id: string }) => id)).toContain(recordId)
    const { home } = test.ours.places
    const differing = await recordTestOf(first, home, home.subjectId)
    expect((await read(second, saw('positive'), {}, differing)).json().data.state).toBe('differ')
    expect((await recordOf(patient, differing)).secondReading).toBeNull()
    expect(await found('differ')).toEqual([])
  })

  it('needs no second reading once it is voided', async () => {
    const headers = { 'if-match': '"1"' }
    await third.post(`/test-records/${recordId}/void`, { reason: 'created-in-error' }, headers)
    expect(outcome(await read(second))).toEqual([409, 'record-voided'])
    expect(await unreadBy(second)).not.toContain(recordId)
    expect((await recordOf()).secondReading).toBeNull()
  })

  it('still awaits its second reading after a correction', async () => {
    await correct(third, { lot: 'LOT-2' })
    expect((await recordOf()).secondReading).toBe('awaiting')
    // A user who corrected something else has seen the result, but may still read it.
    expect((await read(third)).json().data.second.wasSeen).toBe(true)
  })
})

describe('two readings that differ', () => {
  beforeEach(async () => {
    expect((await read(second, saw('positive'))).json().data.state).toBe('differ')
  })

  it('are found by the list’s filter and included in the export', async () => {
    const query = { second_reading: 'differ', per_page: '100', from: '2026-03-01T00:00:00Z' }
    const list = (await third.get('/test-records', query)).json()
    const found = list.data.find(({ id }: { id: string }) => id === recordId)
    expect(found).toMatchObject({ secondReading: 'differ', result: 'negative' })
    const [head = '', ...rows] = (await third.get('/test-records/export', { second_reading: 'differ' })).body
      .trimEnd()
      .split('\r\n')
    const cellsOf = (line: string) => line.replaceAll('"', '').split(',')
    const first = cellsOf(head).indexOf('Second reading')
    const ofReading = (line: string) => cellsOf(line).slice(first, first + 3)
    expect(ofReading(head)).toEqual(['Second reading', 'Result of the second reading', 'Second reader'])
    const own = rows.find((row) => row.includes(found.testId)) ?? ''
    expect(ofReading(own)).toEqual(['Readings differ', 'Positive', `${test.ours.marker} provider`])
  })

  it('are counted on the dashboard of whoever may settle them, until they are', async () => {
    const differing = async (client: Client) => (await client.get('/dashboard')).json().data.differing
    const before = await differing(third)
    expect(before).toBe((await third.get('/test-records', { second_reading: 'differ' })).json().page.total)
    expect([await differing(second), await differing(first)]).toEqual([null, null])
    expect((await settle(third, { keep: 'first', reason: 'Seen again in daylight' })).statusCode).toBe(200)
    expect(await differing(third)).toBe(before - 1)
  })

  it('can be settled for the first without a correction', async () => {
    const body = { keep: 'first', reason: 'The line was a shadow' }
    const response = await settle(third, body)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.headers.etag).toBe('"2"')
    expect(response.json().data).toMatchObject({
      state: 'settled',
      first: { result: 'negative' },
      second: { result: 'positive' },
      settlement: { kept: 'first', by: { id: userIdOf('group') }, reason: 'The line was a shadow' },
    })
    expect(await recordOf()).toMatchObject({ result: 'negative', state: 'recorded', secondReading: 'settled' })
    expect((await eventsOf()).at(-1)).toEqual({ action: 'second-reading.settled', details: { kept: 'first' } })
    // Repeats the request, as after a lost reply.
    expect((await settle(third, body)).json()).toEqual(response.json())
    expect(outcome(await settle(tenant, { ...body, keep: 'second' }))).toEqual([409, 'readings-settled'])
  })

  it('can be settled for the second by a correction, which the recipient of the result is told of', async () => {
    await third.post(`/test-records/${recordId}/deliveries`, { channel: 'email' })
    const response = await settle(third, { keep: 'second', reason: 'Faint, and there on the photo' })
    expect(response.json().data).toMatchObject({ state: 'settled', settlement: { kept: 'second' } })
    expect(await recordOf()).toMatchObject({
      result: 'positive',
      state: 'corrected',
      secondReading: 'settled',
      version: 2,
      performedAt: '2026-03-01T09:30:00.000Z',
    })
    const [change] = (await third.get(`/test-records/${recordId}/history`)).json().data
    expect(change).toMatchObject({
      reason: 'other',
      reasonText: 'Faint, and there on the photo',
      before: { result: 'negative' },
      after: { result: 'positive' },
    })
    const sent = (await third.get(`/test-records/${recordId}/deliveries`)).json().data.deliveries
    expect(sent.map(({ reason }: { reason: string }) => reason)).toEqual(['corrected', 'asked'])
  })

  it('can only be settled by users who may correct, with a reason and the current version', async () => {
    const body = { keep: 'first', reason: 'A shadow' }
    expect(outcome(await settle(second, body))).toEqual([403, 'forbidden'])
    expect(outcome(await settle(third, { ...body, reason: '  ' }))).toEqual([422, 'validation'])
    expect(outcome(await settle(third, body, 7))).toEqual([412, 'stale-version'])
    const path = `/test-records/${recordId}/readings`
    expect(outcome(await third.put(path, body))).toEqual([428, 'version-missing'])
    expect((await recordOf()).secondReading).toBe('differ')
  })

  it('are settled once when two users do it at the same time', async () => {
    const [one, other] = await Promise.all([
      settle(third, { keep: 'second', reason: 'There' }),
      settle(tenant, { keep: 'first', reason: 'Not there' }),
    ])
    expect([one.statusCode, other.statusCode]).toEqual(expect.arrayContaining([200, 409]))
    const { secondReading, result } = await recordOf()
    expect([secondReading, result]).toEqual(['settled', one.statusCode === 200 ? 'positive' : 'negative'])
  })

  it('are also settled by a correction of the result, but by no other correction', async () => {
    expect((await correct(third, { lot: 'LOT-2' })).statusCode).toBe(200)
    expect((await recordOf()).secondReading).toBe('differ')
    expect((await correct(third, saw('invalid'), 2)).statusCode).toBe(200)
    expect((await recordOf()).secondReading).toBe('settled')
    const { data } = (await third.get(`/test-records/${recordId}/readings`)).json()
    expect(data).toMatchObject({ first: { result: 'negative' }, second: { result: 'positive' }, settlement: null })
    expect(outcome(await settle(third, { keep: 'first', reason: 'Late' }))).toEqual([409, 'readings-settled'])
  })

  it('cannot be settled once the record is voided, but stay readable', async () => {
    const headers = { 'if-match': '"1"' }
    await third.post(`/test-records/${recordId}/void`, { reason: 'created-in-error' }, headers)
    expect(outcome(await settle(third, { keep: 'first', reason: 'Late' }))).toEqual([409, 'record-voided'])
    expect((await third.get(`/test-records/${recordId}/readings`)).json().data.second.result).toBe('positive')
  })

  it('do not name users who have left', async () => {
    const leaving = await logInAsSpare(test, test.ours, 'clinical')
    const { home } = test.ours.places
    const id = await recordTestOf(first, home, home.subjectId)
    await read(leaving, saw('positive'), {}, id)
    const gone = await leaving.put('/users/my-details/delete', {
      currentPassword: password,
      reason: 'no-longer-required',
    })
    expect(gone.statusCode, gone.body).toBe(204)
    const { data } = (await third.get(`/test-records/${id}/readings`)).json()
    expect([data.second.by, data.second.result]).toEqual([null, 'positive'])
  })
})
