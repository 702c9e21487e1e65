import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestRun } from '../../contract/test-runs/test-run.ts'
import { logInAs, type Client, type TestResponse } from '../../tests/server/client.ts'
import { newAssay } from '../../tests/server/new-assay.ts'
import { newDraftAt } from '../../tests/server/new-draft.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { addSubject, merge, undo } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { password } from '../../tests/server/tenants.ts'
import { multipart, tinyPng } from '../../tests/server/uploads.ts'
import { removeEnded } from '../upkeep/service.ts'
import { madeEarlier } from '../../tests/server/rows.ts'

let test: TestApp
let clinical: Client
let colleague: Client
let tenant: Client

beforeAll(async () => {
  test = await startTestApp()
  clinical = await logInAs(test.app, test.ours, 'clinical')
  colleague = await logInAs(test.app, test.ours, 'group')
  tenant = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())

// Deletes the tests of other cases and of the places.
beforeEach(() =>
  test.query(
    test.ours,
    `update test_runs set state = 'cancelled', ended_at = now(), cancel_reason = 'abandoned' where state = 'running'`,
  ),
)

const startOf = ({ organisationId, groupId, subjectId, assayId } = test.ours.places.home) => ({
  organisationId,
  groupId,
  subjectId,
  assayId,
  specimen: 'Nasal swab',
  lot: 'LOT-7',
  lotExpiry: '2099-01-31',
  location: 'Room 4',
  coordinates: { latitude: 50.9, longitude: -1.4 },
  zone: 'Europe/London',
})

async function start(change: object = {}, client = clinical): Promise<TestRun> {
  const response = await client.post('/test-runs', { ...startOf(), ...change })
  expect(response.statusCode, response.body).toBe(201)
  return response.json().data
}

/** Moves a test's times into the past by so many minutes. */
async function wait({ id }: { id: string }, minutes: number): Promise<void> {
  await test.query(
    test.ours,
    `update test_runs set ${madeEarlier('started_at', 'make_interval(mins => $2)')}, ${madeEarlier('read_from', 'make_interval(mins => $2)')},
       ${madeEarlier('read_until', 'make_interval(mins => $2)')} where id = $1`,
    [id, minutes],
  )
}

const negative = { analyteResults: [{ analyteId: 'line', result: 'negative' }] }
const finish = (run: { id: string; version?: number }, more: object = {}, client = clinical, headers: object = {}) =>
  client.send('PUT', `/test-runs/${run.id}/finish`, {
    body: { ...negative, ...more },
    headers: { 'if-match': `"${run.version ?? 1}"`, ...headers },
  })
const cancel = (
  run: { id: string; version?: number },
  body: object = { reason: 'sample-spoiled' },
  client = clinical,
) => client.send('PUT', `/test-runs/${run.id}/cancel`, { body, headers: { 'if-match': `"${run.version ?? 1}"` } })
const listed = async (client = clinical): Promise<string[]> =>
  (await client.get('/test-runs')).json().data.map(({ id }: TestRun) => id)
const outcome = (response: TestResponse) => {
  const { code, errors } = response.json()
  return [response.statusCode, code, ...Object.keys(errors ?? {})]
}
const eventsOf = (resourceId: string) =>
  test.query<{ action: string; actor_id: string | null; details: object | null }>(
    test.ours,
    `select action, actor_id, details from audit_events where resource_id = $1 and outcome = 'done' order by id`,
    [resourceId],
  )

describe('a test that is started', () => {
  it('takes its times from the server, and fixes what is known until it is read', async () => {
    const run = await start()
    const after = (minutes: number) => new Date(Date.parse(run.startedAt) + minutes * 60_000).toISOString()
    expect(run).toMatchObject({
      state: 'running',
      readFrom: after(15),
      readUntil: after(30),
      lot: 'LOT-7',
      assay: { version: 1, analytes: [expect.objectContaining({ id: 'line' })], imageRequired: false },
      subject: { id: test.ours.places.home.subjectId, dateOfBirth: '1980-05-17' },
    })
    const clock = async () => {
      const [row] = await test.query<{ ms: string }>(
        test.ours,
        'select extract(epoch from clock_timestamp()) * 1000 as ms',
      )
      return Number(row?.ms)
    }
    const before = await clock()
    const list = (await colleague.get('/test-runs')).json()
    expect([list.data.map(({ id }: TestRun) => id), list.total]).toEqual([[run.id], 1])
    expect(Date.parse(list.now)).toBeGreaterThan(before - 1)
    expect(Date.parse(list.now)).toBeLessThanOrEqual(await clock())
    expect((await colleague.get('/test-runs/count')).json().data).toEqual({ running: 1 })
  })

  it('with an expired lot needs a reason, which the record keeps', async () => {
    const expired = { lot: 'OLD-1', lotExpiry: '2026-01-31' }
    const refused = await clinical.post('/test-runs', { ...startOf(), ...expired })
    expect(outcome(refused)).toEqual([422, 'validation', 'expiredLotReason'])
    const run = await start({ ...expired, expiredLotReason: 'No other kit' })
    await wait(run, 20)
    expect((await finish(run)).json().data).toMatchObject({ ...expired, expiredLotReason: 'No other kit' })
    const needless = await clinical.post('/test-runs', { ...startOf(), expiredLotReason: 'No other kit' })
    expect(outcome(needless)).toEqual([422, 'validation', 'expiredLotReason'])
  })

  it('is started once per key, and its draft is deleted', async () => {
    const key = { 'idempotency-key': 'start-once' }
    await clinical.put('/test-records/draft', {
      ...newDraftAt(test.ours.places.home),
      idempotencyKey: 'start-once',
    })
    const first = await clinical.post('/test-runs', startOf(), key)
    const second = await clinical.post('/test-runs', startOf(), key)
    expect([first.statusCode, second.statusCode]).toEqual([201, 200])
    expect(second.json().data.id).toBe(first.json().data.id)
    const other = await clinical.post('/test-runs', { ...startOf(), lot: 'LOT-8' }, key)
    expect(outcome(other)).toEqual([409, 'idempotency-key-reused'])
    expect((await clinical.get('/test-records/draft')).json().data).toBeNull()
    expect(await listed()).toHaveLength(1)
  })

  it('is refused with references that do not belong together, and with a result', async () => {
    const { away } = test.ours.places
    const attempts = [
      [{ subjectId: away.subjectId }, 'subjectId'],
      [{ organisationId: away.organisationId, groupId: away.groupId }, 'groupId'],
      [{ specimen: 'Soup' }, 'specimen'],
      [{ lot: 'LOT\u001d7' }, 'lot'],
      [{ zone: 'Europe/Nowhere' }, 'zone'],
    ] as const
    for (const [change, field] of attempts) {
      const response = await clinical.post('/test-runs', { ...startOf(), ...change })
      expect(outcome(response)).toEqual([422, 'validation', field])
    }
    expect(await listed()).toEqual([])
  })

  it('is shown to users who may record there, and to nobody else', async () => {
    const { away, ward } = test.ours.places
    const there = await start({ ...startOf(away), specimen: null }, tenant)
    const inWard = await start({ ...startOf(ward), specimen: null }, tenant)
    const organisation = await logInAs(test.app, test.ours, 'organisation')
    const stranger = await logInAs(test.app, test.theirs, 'tenant')
    expect(await listed()).toEqual([])
    expect(await listed(organisation)).toEqual([inWard.id])
    expect((await listed(tenant)).toSorted()).toEqual([there.id, inWard.id].toSorted())
    expect(await listed(stranger)).not.toContain(there.id)
    for (const client of [clinical, organisation, stranger]) {
      expect(outcome(await client.get(`/test-runs/${there.id}`))).toEqual([404, 'not-found'])
      expect(outcome(await finish(there, { readingReason: 'Late' }, client))).toEqual([404, 'not-found'])
      expect(outcome(await cancel(there, { reason: 'sample-spoiled' }, client))).toEqual([404, 'not-found'])
    }
    expect((await listed(tenant)).length).toBe(2)
  })

  it('is polled by pages without keeping anybody logged in', async () => {
    // Readers are answered before their transaction ends, so the last-seen time needs polling.
    const seenLately = async () =>
      await test.query<{ user_type: string }>(
        test.ours,
        `select distinct u.user_type from sessions s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
         where s.last_seen_at > now() - interval '4 minutes'`,
      )
    await test.query(test.ours, `update sessions set last_seen_at = now() - interval '5 minutes'`)
    await clinical.get('/test-runs')
    await clinical.get('/test-runs/count')
    await colleague.get('/users/my-details')
    await expect.poll(seenLately).toEqual([{ user_type: 'group' }])
  })
})

describe('reading a test', () => {
  it('in time makes a record dated at the start, by the user who reads it', async () => {
    const run = await start()
    await wait(run, 16)
    const sent = multipart([{ name: 'file', filename: 'a.png', type: 'image/png', content: tinyPng }])
    const deviceImageId = (await colleague.send('POST', '/device-images', sent)).json().data.id
    const more = { deviceImageId, note: 'Faint line', readingReason: 'Not needed' }
    const response = await finish(run, more, colleague)
    expect(response.statusCode, response.body).toBe(200)
    const { data: record } = response.json()
    const started = new Date(Date.parse(run.startedAt) - 16 * 60_000).toISOString()
    expect(record).toMatchObject({
      performedAt: started,
      performedZone: 'Europe/London',
      reading: 'in-time',
      readingReason: null,
      result: 'negative',
      lot: 'LOT-7',
      lotExpiry: '2099-01-31',
      specimen: 'Nasal swab',
      location: 'Room 4',
      coordinates: { latitude: 50.9, longitude: -1.4 },
      deviceImageId,
      note: 'Faint line',
      recordedBy: { name: expect.stringContaining('group') },
    })
    expect(Date.parse(record.readAt) - Date.parse(started)).toBeGreaterThan(16 * 60_000)
    expect((await clinical.get(`/test-records/${record.id}`)).json().data).toEqual(record)
    expect(await listed()).toEqual([])
    const ended = (await clinical.get(`/test-runs/${run.id}`)).json().data
    expect(ended).toMatchObject({ state: 'finished', testRecordId: record.id, endedAt: record.readAt, version: 2 })
    expect((await eventsOf(run.id)).map(({ action, details }) => [action, details])).toEqual([
      ['test-run.started', null],
      ['test-run.finished', { testRecordId: record.id, reading: 'in-time' }],
      ['test-run.opened', null],
    ])
    expect((await eventsOf(record.id)).map(({ action }) => action)).toContain('test-record.recorded')
  })

  it('early or late needs a reason, which list and export show, and which a correction keeps', async () => {
    const [early, late] = [await start(), await start()]
    await wait(early, 14)
    await wait(late, 31)
    for (const run of [early, late]) {
      expect(outcome(await finish(run))).toEqual([422, 'validation', 'readingReason'])
      expect(outcome(await finish(run, { readingReason: ' ' }))).toEqual([422, 'validation', 'readingReason'])
    }
    const records: Record<string, { id: string; testId: string; readAt: string }> = {}
    for (const [reading, run] of [
      ['early', early],
      ['late', late],
    ] as const) {
      const { data } = (await finish(run, { readingReason: `Was ${reading}` })).json()
      expect(data).toMatchObject({ reading, readingReason: `Was ${reading}` })
      records[reading] = data
    }
    for (const reading of ['early', 'late']) {
      const list = (await clinical.get('/test-records', { reading })).json().data
      expect(list.map(({ id }: { id: string }) => id)).toEqual([records[reading]?.id])
    }
    const csv = (await colleague.get('/test-records/export', { reading: 'late' })).body.trim().split('\r\n')
    expect(csv).toHaveLength(2)
    expect(csv[0]).toMatch(/"Note","Reading","Read at","Read at \(ISO 8601\)","Reason for reading early or late"/)
    expect(csv[1]).toMatch(/,"?Late"?,"[^"]+","?\d{4}-\d\d-\d\dT[\d:+]+"?,"?Was late"?,"",/)

    const { id, readAt } = records.late ?? { id: '', readAt: '' }
    const correct = (performedAt: Date) =>
      colleague.post(
        `/test-records/${id}/corrections`,
        {
          ...negative,
          note: 'Checked',
          performedDate: performedAt.toISOString().slice(0, 10),
          performedTime: performedAt.toISOString().slice(11, 16),
          performedZone: 'UTC',
          reason: 'data-entered-incorrectly',
        },
        { 'if-match': '"1"' },
      )
    expect(outcome(await correct(new Date(Date.parse(readAt) + 61_000)))).toEqual([422, 'validation', 'performedTime'])
    const corrected = await correct(new Date(Date.parse(readAt) - 40 * 60_000))
    expect(corrected.json().data).toMatchObject({
      state: 'corrected',
      reading: 'late',
      readingReason: 'Was late',
      readAt,
    })
  })

  it('by two at once makes one record, and the second is told what happened', async () => {
    const run = await start()
    await wait(run, 20)
    const replies = await Promise.all([finish(run), finish(run, {}, colleague), finish(run, {}, tenant)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(outcome(replies.find(({ statusCode }) => statusCode === 409) ?? replies[0])).toEqual([
      409,
      'test-run-finished',
    ])
    expect(outcome(await cancel(run))).toEqual([409, 'test-run-finished'])
    const rows = await test.query(
      test.ours,
      `select from test_records where location = 'Room 4' and performed_at = $1`,
      [new Date(Date.parse(run.startedAt) - 20 * 60_000)],
    )
    expect(rows).toHaveLength(1)
  })

  it('is done once when it is repeated under one key', async () => {
    const run = await start()
    await wait(run, 20)
    const key = { 'idempotency-key': `read-${run.id}` }
    const replies = await Promise.all([finish(run, {}, clinical, key), finish(run, {}, clinical, key)])
    const [first, second] = replies.map((reply) => reply.json().data)
    expect([first.reading, second]).toEqual(['in-time', first])
    expect(outcome(await finish(run, { note: 'Else' }, clinical, key))).toEqual([409, 'idempotency-key-reused'])
    expect(outcome(await clinical.send('PUT', `/test-runs/${run.id}/finish`, { body: negative }))[0]).toBe(428)
  })

  it('follows the assay as it was at the start, whatever changed since', async () => {
    const created = await tenant.post('/assays', {
      ...newAssay('Timed assay'),
      readFromMinutes: 0,
      readUntilMinutes: 0,
    })
    const assay = created.json().data
    const run = await start({ assayId: assay.id })
    expect([run.readFrom, run.readUntil]).toEqual([null, null])
    const changed = {
      ...newAssay('Timed assay', ['Influenza B']),
      imageRequired: true,
      organisationIds: [test.ours.places.away.organisationId],
    }
    const update = await tenant.send('PUT', `/assays/${assay.id}`, { body: changed, headers: { 'if-match': '"1"' } })
    expect(update.statusCode, update.body).toBe(200)
    expect((await tenant.put(`/assays/${assay.id}/retire`)).statusCode).toBe(200)
    await wait(run, 5000)
    const [line] = assay.analytes
    const results = { analyteResults: [{ analyteId: line.id, result: 'positive' }] }
    expect(outcome(await finish(run))).toEqual([422, 'validation', 'analyteResults'])
    const { data } = (await finish(run, results)).json()
    expect(data).toMatchObject({
      result: 'positive',
      reading: 'in-time',
      analyteResults: [{ analyteName: 'Influenza A' }],
    })
    expect(outcome(await clinical.post('/test-runs', { ...startOf(), assayId: assay.id }))[0]).toBe(422)
  })

  it('waits while the group is suspended, but can be cancelled', async () => {
    const { groupId } = test.ours.places.home
    const [run, other] = [await start(), await start()]
    await wait(run, 20)
    await tenant.put(`/groups/${groupId}/suspend`)
    expect(outcome(await finish(run, {}, tenant))).toEqual([422, 'validation', 'groupId'])
    expect((await cancel(other, { reason: 'subject-left' }, tenant)).statusCode).toBe(200)
    expect(outcome(await tenant.post('/test-runs', startOf()))).toEqual([422, 'validation', 'groupId'])
    await tenant.put(`/groups/${groupId}/reactivate`)
    expect((await finish(run)).statusCode).toBe(200)
  })
})

it('is needed for every result if the assay requires the timer', async () => {
  const form = { ...newAssay('Strict assay'), requiresTimer: true }
  const { data: assay } = (await tenant.post('/assays', form)).json()
  expect(assay.requiresTimer).toBe(true)
  const record = { ...newRecordAt(test.ours.places.home), assayId: assay.id }
  const analyteResults = [{ analyteId: assay.analytes[0].id, result: 'negative' }]
  const refused = await clinical.post('/test-records', { ...record, analyteResults })
  expect(outcome(refused)).toEqual([409, 'timer-required'])
  const run = await start({ assayId: assay.id })
  expect((await finish(run, { analyteResults, readingReason: 'Line came at once' })).json().data.reading).toBe('early')
})

describe('a test without a result', () => {
  it('is cancelled with a reason, once', async () => {
    const run = await start()
    expect(outcome(await cancel(run, { reason: 'other' }))).toEqual([422, 'validation', 'note'])
    const done = await cancel(run, { reason: 'device-faulty', note: 'Leaked' })
    expect(done.json().data).toMatchObject({ state: 'cancelled', testRecordId: null, version: 2 })
    expect((await cancel(run, { reason: 'device-faulty', note: 'Leaked' })).statusCode).toBe(200)
    expect(outcome(await cancel(run, { reason: 'device-faulty' }, colleague))).toEqual([409, 'test-run-cancelled'])
    expect(outcome(await finish(run, { readingReason: 'Early' }, colleague))).toEqual([409, 'test-run-cancelled'])
    expect((await eventsOf(run.id)).slice(1).map(({ action, details }) => [action, details])).toEqual([
      ['test-run.cancelled', { reason: 'device-faulty' }],
    ])
  })

  it('is cancelled after seven days, and not before', async () => {
    const [old, young] = [await start(), await start()]
    await wait(old, 7 * 24 * 60 + 1)
    await wait(young, 7 * 24 * 60 - 1)
    await Promise.all([removeEnded(test.door), removeEnded(test.door)])
    expect(await listed()).toEqual([young.id])
    expect((await eventsOf(old.id)).slice(1)).toEqual([
      { action: 'test-run.cancelled', actor_id: null, details: { reason: 'abandoned' } },
    ])
    expect((await finish(young, { readingReason: 'Found it late' })).json().data.reading).toBe('late')
  })
})

describe('the subject of a running test', () => {
  const { home, away } = { home: () => test.ours.places.home, away: () => test.ours.places.away }

  it('may be merged, and the result belongs to the kept one', async () => {
    const [from, into] = [await addSubject(tenant, home()), await addSubject(tenant, away())]
    const run = await start({ subjectId: from })
    const merged = (await merge(tenant, { from, into })).json().data
    const [shown] = (await clinical.get('/test-runs')).json().data
    expect(shown.subject.id).toBe(into)
    await wait(run, 20)
    const record = (await finish(run)).json().data
    expect(record.subject.id).toBe(into)
    // It was begun with the merged one, who gets it back.
    expect((await undo(tenant, merged)).json().data).toMatchObject({ tests: 1, testsStaying: 0 })
    expect((await tenant.get(`/test-records/${record.id}`)).json().data.subject.id).toBe(from)
  })

  it('may be parted again, and each keeps its own running tests, even in a group that only knew it by the merge', async () => {
    const [from, into] = [await addSubject(tenant, home()), await addSubject(tenant, away())]
    const before = await start({ subjectId: from })
    const merged = (await merge(tenant, { from, into })).json().data
    const meanwhile = await start({ subjectId: into })
    expect((await undo(tenant, merged)).statusCode).toBe(200)
    for (const [run, subjectId] of [
      [before, from],
      [meanwhile, into],
    ] as const) {
      await wait(run, 20)
      expect((await finish(run)).json().data.subject.id).toBe(subjectId)
    }
  })

  it('may be erased, which ends the test without revealing whose it was', async () => {
    const spare = await logInAsSpare(test, test.ours, 'clinical')
    const { email } = (await spare.get('/users/my-details')).json().data
    const run = await start({ subjectId: await addSubject(clinical, home(), { email }) })
    const reason = { currentPassword: password, reason: 'created-in-error', reasonText: null }
    expect((await spare.put('/users/my-details/delete', reason)).statusCode).toBe(204)
    expect(await listed()).toEqual([])
    expect(outcome(await finish(run, { readingReason: 'Late' }))).toEqual([409, 'test-run-cancelled'])
    const ended = (await clinical.get(`/test-runs/${run.id}`)).json().data
    expect(ended).toMatchObject({ state: 'cancelled', endedBy: null, subject: { email: null, dateOfBirth: null } })
    const events = await eventsOf(run.id)
    expect(events.map(({ details }) => details)).toContainEqual({ reason: 'subject-erased' })
  })
})
