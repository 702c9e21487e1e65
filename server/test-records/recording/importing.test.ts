import { parse } from 'csv-parse/sync'
import { v4 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Assay } from '../../../contract/assays/assay.ts'
import { newTestRecord } from '../../../contract/test-records/new-test-record.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import type { ActorScope } from '../../access/scope.ts'
import { createAssay } from '../../../tests/server/assays.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { newAssay } from '../../../tests/server/new-assay.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import type { Place } from '../../../tests/server/places.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { userIdOf } from '../../../tests/server/tenants.ts'
import { beginImport, recordImported } from './importing-service.ts'

let test: TestApp
let admin: Client
let home: Place
/** An assay that asks for a timer and a photo. */
let strict: Assay
const file = { kind: 'import', id: newId(), name: 'Results of March.csv', recordedBy: 'Nurse Joy' } as const

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  home = test.ours.places.home
  strict = await createAssay(admin, { ...newAssay('Strict'), imageRequired: true, requiresTimer: true })
  await asAdministrator((scope) => beginImport(scope, file))
})
afterAll(() => test.close())

/** Runs work inside the tenant as its administrator, as the job of an import does. */
function asAdministrator<T>(work: (scope: ActorScope) => Promise<T>): Promise<T> {
  return test.door.enterTenant(test.ours.id, newId(), async (scope) => {
    const actor: object = {
      id: userIdOf('tenant'),
      fullName: `${test.ours.marker} tenant`,
      userType: 'tenant',
      permissions: ['view-tests', 'create-tests'],
      organisationId: null,
      groupIds: [],
    }
    return await work({ ...scope, actor } as ActorScope)
  })
}

const sent = (changes: object = {}) => ({ ...newRecordAt(home), ...changes })
const ofStrict = () => ({
  assayId: strict.id,
  analyteResults: strict.analytes.map(({ id }) => ({ analyteId: id, result: 'positive' })),
})
const imported = (changes: object = {}): Promise<TestRecord> =>
  asAdministrator((scope) => recordImported(scope, file, newTestRecord.parse(sent(changes))))
const opened = async (id: string, client = admin) => (await client.get(`/test-records/${id}`)).json().data
const listed = async (query: Record<string, string>, client = admin) =>
  (await client.get('/test-records', { per_page: '100', ...query })).json()

async function exported(query: Record<string, string>): Promise<Record<string, string>[]> {
  const response = await admin.get('/test-records/export', query)
  return parse(response.rawPayload.toString('utf8'), { bom: true, columns: true })
}

describe('a test from a file', () => {
  it('needs no timer, no photo and no second reading, which one that is made here does', async () => {
    await test.query(test.ours, 'update groups set two_readers = true where id = $1', [home.groupId])
    expect((await admin.post('/test-records', sent(ofStrict()))).json().code).toBe('timer-required')
    expect((await admin.post('/test-records', sent())).json().data).toMatchObject({
      secondReading: 'awaiting',
      origin: 'here',
      source: null,
    })
    const record = await imported(ofStrict())
    await test.query(test.ours, 'update groups set two_readers = false where id = $1', [home.groupId])
    const source = { id: file.id, name: 'Results of March.csv', recordedBy: 'Nurse Joy' }
    expect(record).toMatchObject({ secondReading: null, deviceImageId: null, reading: null, origin: 'import', source })
    expect(record.recordedBy?.id).toBe(userIdOf('tenant'))
    expect(await opened(record.id)).toEqual(record)
  })

  it.for([
    [{ subjectId: newId() }, 'subjectId', 'unknownReference'],
    [{ analyteResults: [{ analyteId: 'other', result: 'positive' }] }, 'analyteResults', 'analytesComplete'],
    [{ performedDate: '1970-01-01' }, 'performedDate', 'beforeBirth'],
    [{ specimen: 'Hair' }, 'specimen', 'choice'],
    [{ deviceImageId: newId() }, 'deviceImageId', 'unknownReference'],
  ] as const)('obeys the other rules of recording: %j', async ([wrong, field, phrase]) => {
    await expect(imported(wrong)).rejects.toMatchObject({
      code: 'validation',
      fields: [expect.objectContaining({ field, phrase })],
    })
  })

  it('is refused in a suspended group, and by the flag that stops recording', async () => {
    await test.query(test.ours, `update groups set status = 'suspended' where id = $1`, [home.groupId])
    await expect(imported()).rejects.toMatchObject({ fields: [{ field: 'groupId', phrase: 'suspendedPlace' }] })
    await test.query(test.ours, `update groups set status = 'active' where id = $1`, [home.groupId])
    await test.query(test.ours, `update tenants set features = '{PREVENT_WEB_TEST_CREATION}'`)
    await expect(imported()).rejects.toMatchObject({ code: 'test-creation-disabled' })
    await test.query(test.ours, `update tenants set features = '{}'`)
  })

  it('is audited and counted like any other, and sends nothing to the person', async () => {
    await test.query(test.ours, 'update tenants set sends_results_at_once = true')
    const total = async () => (await listed({ group_id: home.groupId })).page.total
    const before = await total()
    const { id } = await imported()
    expect(await total()).toBe(before + 1)
    const deliveriesOf = (record: string) =>
      test.query(test.ours, 'select channel from deliveries where test_record_id = $1', [record])
    const events = await test.query(test.ours, 'select action, actor_id from audit_events where resource_id = $1', [id])
    expect(events).toEqual([{ action: 'test-record.recorded', actor_id: userIdOf('tenant') }])
    const madeHere: TestRecord = (await admin.post('/test-records', sent())).json().data
    expect([await deliveriesOf(madeHere.id), await deliveriesOf(id)]).toEqual([[{ channel: 'email' }], []])
    await test.query(test.ours, 'update tenants set sends_results_at_once = false')
  })

  it('keeps its origin when it is corrected, which still needs no photo, and voided', async () => {
    const record = await imported(ofStrict())
    const { id: _, source, ...former } = record
    const correction = {
      subjectId: null,
      performedDate: '2026-03-02',
      performedTime: '10:00',
      performedZone: 'Europe/London',
      analyteResults: ofStrict().analyteResults,
      reason: 'other',
      reasonText: 'Typed wrongly',
    }
    const corrected = await admin.send('POST', `/test-records/${record.id}/corrections`, {
      body: correction,
      headers: { 'if-match': `"${former.version}"` },
    })
    expect(corrected.statusCode, corrected.body).toBe(200)
    expect(corrected.json().data).toMatchObject({ state: 'corrected', origin: 'import', source })
    const voided = await admin.send('POST', `/test-records/${record.id}/void`, {
      body: { reason: 'created-in-error', reasonText: null, changeNote: null },
      headers: { 'if-match': '"2"' },
    })
    expect(voided.json().data).toMatchObject({ state: 'voided', origin: 'import', source })
  })

  it('is recorded in the name of nobody but the person who imported the file', async () => {
    const { id } = await imported()
    await expect(
      test.query(test.ours, 'update test_records set recorded_by = $1 where id = $2', [home.staffId, id]),
    ).rejects.toThrow(/test_records_of_origin/)
    await expect(test.query(test.ours, `update test_records set origin = 'here' where id = $1`, [id])).rejects.toThrow(
      /test_records_origin/,
    )
  })
})

describe('the filter by origin', () => {
  it('finds what came from files, by tokens, and what was made here, page by page', async () => {
    await imported()
    await imported()
    const all = await listed({ state: 'all' })
    const byToken = all.data.find(({ origin }: TestRecord) => origin === 'here')
    const token = newId()
    await test.query(
      test.ours,
      `insert into record_origins (tenant_id, id, kind, name, recorded_by)
       select tenant_id, $1, 'token', 'Analyser 7', recorded_by from test_records where id = $2`,
      [token, byToken.id],
    )
    await test.query(test.ours, `update test_records set origin = 'token', origin_id = $1 where id = $2`, [
      token,
      byToken.id,
    ])
    expect(await opened(byToken.id)).toMatchObject({
      origin: 'token',
      source: { id: token, name: 'Analyser 7', recordedBy: null },
    })
    const found = new Map<string, string[]>()
    for (const origin of ['here', 'import', 'token']) {
      const ids: string[] = []
      let cursor: string | undefined
      do {
        const { data, page } = await listed({ state: 'all', origin, per_page: '5', ...(cursor && { cursor }) })
        expect(data.every((record: TestRecord) => record.origin === origin)).toBe(true)
        ids.push(...data.map(({ id }: TestRecord) => id))
        cursor = page.next ?? undefined
        expect(page.total).toBe((await listed({ state: 'all', origin })).data.length)
      } while (cursor !== undefined)
      found.set(origin, ids)
    }
    expect(found.get('token')).toEqual([byToken.id])
    expect([...found.values()].flat().toSorted()).toEqual(all.data.map(({ id }: TestRecord) => id).toSorted())
    const ours = new Set(all.data.map(({ id }: TestRecord) => id))
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    expect((await listed({ origin: 'token' }, theirs)).data).toEqual([])
    const names = (await listed({ origin: 'import' }, theirs)).data.map(({ id }: TestRecord) => id)
    expect(names.every((id: string) => !ours.has(id) || id.startsWith('0190a000'))).toBe(true)
  })

  it('holds for the dashboard and the export, which tells the file and who recorded according to it', async () => {
    const { data } = await listed({ origin: 'import' })
    const { counts } = (await admin.get('/dashboard', { origin: 'import' })).json().data
    expect(counts.positive + counts.negative + counts.inconclusive + counts.invalid).toBe(data.length)
    const rows = await exported({ origin: 'import' })
    expect(rows.map((row) => row['Test ID'])).toEqual(data.map(({ testId }: TestRecord) => testId))
    const row = rows.find((one) => one['File or token'] === file.name)
    expect([row?.['Origin'], row?.['Recorded by, according to the file']]).toEqual(['Imported', 'Nurse Joy'])
    const madeHere = await exported({ origin: 'here' })
    expect(new Set(madeHere.map((one) => `${one['Origin']}${one['File or token']}`))).toEqual(
      new Set(['Recorded here']),
    )
  })

  it('refuses a word that it does not know', async () => {
    expect((await admin.get('/test-records', { origin: 'elsewhere' })).statusCode).toBe(422)
  })
})

it('a person’s own data tell where their tests come from', async () => {
  const patient = await logInAs(test.app, test.ours, 'patient')
  const { testRecords } = (await patient.get('/users/my-details/data')).json()
  const names = `Homestead ${test.ours.marker}`
  expect(testRecords).toContainEqual(
    expect.objectContaining({
      origin: 'import',
      source: `Results of ${names}.csv`,
      sourceRecordedBy: `Sender ${names}`,
    }),
  )
  expect(testRecords).toContainEqual(expect.objectContaining({ origin: 'here', source: null, sourceRecordedBy: null }))
})
