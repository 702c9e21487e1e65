import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allMeanings } from '../../../contract/assays/meanings.ts'
import { inviteCodeAlphabet } from '../../../contract/rules/invite-code.ts'
import type { PrintedSheet } from '../../../contract/test-records/printing.ts'
import { createPool } from '../../platform/database.ts'
import { Client, logInAs, visit, type TestResponse } from '../../../tests/server/client.ts'
import { newAssay } from '../../../tests/server/new-assay.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { logInAsSpare } from '../../../tests/server/spare-user.ts'
import { addSubject, recordTestOf } from '../../../tests/server/subjects.ts'
import { password } from '../../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let staff: Client
let visitor: Client
/** The printed sheet of a test recorded for this file; `recordId` is the test's id. */
let sheet: { testId: string; dateOfBirth: string | null; code: string }
let recordId: string

const why = { reason: 'data-entered-incorrectly', changeNote: 'Checked against the paper sheet' }
const content = {
  performedDate: '2026-03-01',
  performedTime: '09:30',
  performedZone: 'Europe/London',
  analyteResults: [{ analyteId: 'line', result: 'positive' }],
}

beforeAll(async () => {
  test = await startTestApp()
  staff = await logInAs(test.app, test.ours, 'group')
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.query(test.ours, 'delete from throttle_counters')
  visitor = await visit(test.app, test.ours)
  ;({ recordId, sheet } = await recorded())
})

async function recorded() {
  const { home } = test.ours.places
  const id = await recordTestOf(staff, home, await addSubject(staff, home))
  return { recordId: id, sheet: await printed(id) }
}

async function printed(id: string, client = staff) {
  const { code } = (await client.post(`/test-records/${id}/prints`)).json().data
  const { testId, subject } = (await client.get(`/test-records/${id}`)).json().data
  return { testId, dateOfBirth: subject.dateOfBirth, code }
}

async function sheetOf(id: string): Promise<PrintedSheet> {
  return (await staff.post(`/test-records/${id}/prints`)).json().data
}

const verify = (typed: object = {}, client = visitor): Promise<TestResponse> =>
  client.post('/verify-result', { ...sheet, ...typed })
const answerOf = async (typed?: object, client?: Client) => {
  const { statusCode, body } = await verify(typed, client)
  return [statusCode, JSON.parse(body).data]
}
const nothing = [200, null]
const eventsOf = (action: string) =>
  test.query<{ outcome: string; resource_id: string | null; actor_id: string | null; details: unknown }>(
    test.ours,
    'select outcome, resource_id, actor_id, details from audit_events where action = $1 order by id desc limit 1',
    [action],
  )

describe('a printed result', () => {
  it('matches its record, however the code is typed, and reveals nothing about the person', async () => {
    expect(sheet.code).toMatch(new RegExp(`^[${inviteCodeAlphabet}]{12}$`))
    const asPrinted = sheet.code.replaceAll(/.{4}(?=.)/g, '$& ').toLowerCase()
    expect(await answerOf({ code: asPrinted, testId: ` ${sheet.testId.toLowerCase()} ` })).toEqual([
      200,
      {
        testId: sheet.testId,
        result: 'negative',
        analyteResults: [expect.objectContaining({ analyteId: 'line', result: 'negative' })],
        performedAt: '2026-03-01T09:30:00.000Z',
        performedZone: 'Europe/London',
        state: 'recorded',
        assayName: expect.stringContaining(test.ours.marker),
        changedAt: null,
      },
    ])
    expect(await eventsOf('test-record.verified')).toEqual([
      { outcome: 'done', resource_id: recordId, actor_id: null, details: null },
    ])
  })

  it('has the same code each time, in each process, and is audited', async () => {
    const elsewhere = staff.copy(await test.another())
    expect(await printed(recordId, elsewhere)).toEqual(sheet)
    const [event] = await eventsOf('test-record.printed')
    expect(event).toMatchObject({ outcome: 'done', resource_id: recordId, details: null })
    const stored = await test.query<{ key: Buffer }>(test.ours, 'select key from verification_keys')
    expect(stored.map(({ key }) => key.length)).toEqual([32])
  })

  it('is shown with the correction when the record was corrected since', async () => {
    const corrected = await staff.post(
      `/test-records/${recordId}/corrections`,
      { ...content, ...why },
      { 'if-match': '"1"' },
    )
    expect(corrected.statusCode, corrected.body).toBe(200)
    const [, now] = await answerOf()
    expect(now).toMatchObject({ state: 'corrected', result: 'positive' })
    expect(Date.now() - Date.parse(now.changedAt)).toBeLessThan(60_000)
    expect((await printed(recordId)).code).toBe(sheet.code)
  })

  it('is shown as voided when the record was voided', async () => {
    expect((await staff.post(`/test-records/${recordId}/void`, why, { 'if-match': '"1"' })).statusCode).toBe(200)
    const [, now] = await answerOf()
    expect(now).toMatchObject({ state: 'voided', changedAt: expect.stringMatching(/Z$/) })
  })

  it('no longer matches once the record belongs to somebody else', async () => {
    const other = await addSubject(staff, test.ours.places.home, { dateOfBirth: '1991-06-07' })
    const body = { ...content, ...why, subjectId: other }
    expect((await staff.post(`/test-records/${recordId}/corrections`, body, { 'if-match': '"1"' })).statusCode).toBe(
      200,
    )
    expect(await answerOf()).toEqual(nothing)
    expect(await answerOf({ dateOfBirth: '1991-06-07' })).toEqual([
      200,
      expect.objectContaining({ state: 'corrected' }),
    ])
  })

  it('can be printed by its patient, matches, and no longer matches once they are erased', async () => {
    const patient = await logInAsSpare(test, test.ours, 'patient')
    await test.query(
      test.ours,
      `update subjects set user_id = (select user_id from sessions order by created_at desc limit 1)
       where id = (select subject_id from test_records where id = $1)`,
      [recordId],
    )
    expect(await printed(recordId, patient)).toEqual(sheet)
    const erased = await patient.put('/users/my-details/delete', {
      currentPassword: password,
      reason: 'other',
      reasonText: 'Moved',
    })
    expect(erased.statusCode, erased.body).toBe(204)
    expect(await answerOf()).toEqual(nothing)
    expect(await answerOf({ dateOfBirth: null })).toEqual(nothing)
    expect((await sheetOf(recordId)).code).toBeNull()
  })
})

describe('a sheet', () => {
  it('explains the result, where and when it was read, and why it was changed, without staff’s own words', async () => {
    expect(await sheetOf(recordId)).toMatchObject({
      record: { id: recordId, version: 1, phone: null },
      meaning: null,
      readFromMinutes: 15,
      readUntilMinutes: 30,
      labName: null,
      labAddress: null,
      clia: null,
      orderingProvider: null,
      change: null,
    })
    const admin = await logInAs(test.app, test.ours, 'tenant')
    const meanings = allMeanings({ en_GB: { positive: 'Stay at home.' }, es_MX: { positive: 'Quédese en casa.' } })
    const assay = (await admin.post('/assays', { ...newAssay('Sheets'), meanings })).json().data
    const { home } = test.ours.places
    const [{ id: analyteId }] = assay.analytes
    const told = await staff.post('/test-records', {
      ...newRecordAt({ ...home, subjectId: await addSubject(staff, home) }),
      assayId: assay.id,
      analyteResults: [{ analyteId, result: 'positive' }],
    })
    expect(told.statusCode, told.body).toBe(201)
    const { id, version, group, recordedBy } = told.json().data
    expect((await sheetOf(id)).meaning).toBe('Stay at home.')
    await test.query(test.ours, `update users set lang = 'es' where id = $1`, [recordedBy.id])
    expect((await sheetOf(id)).meaning).toBe('Quédese en casa.')
    await test.query(test.ours, `update users set lang = 'en' where id = $1`, [recordedBy.id])
    await test.query(test.ours, `update organisations set phone = '+44 20 7946 0018' where id = $1`, [
      home.organisationId,
    ])
    expect((await sheetOf(id)).record.phone).toBe('+44 20 7946 0018')
    await test.query(
      test.ours,
      `update groups set phone = '+44 20 7946 0019', lab_name = 'Quay Lab', clia = '12D3456789', lab_country = 'GB',
         lab_street_address = '1 Quay Street', lab_postcode = 'SO14 3FJ', provider_first_name = 'Ada',
         provider_last_name = 'Ash' where id = $1`,
      [group.id],
    )
    const voided = await staff.send('POST', `/test-records/${id}/void`, {
      body: { reason: 'other', reasonText: 'It was her sister', changeNote: 'Told by phone' },
      headers: { 'if-match': `"${version}"` },
    })
    expect(voided.statusCode, voided.body).toBe(200)
    const sheet = await sheetOf(id)
    expect(sheet).toMatchObject({ labName: 'Quay Lab', clia: '12D3456789', record: { state: 'voided' } })
    expect(sheet.labAddress).toMatchObject({ streetAddress: '1 Quay Street', country: 'GB', postcode: 'SO14 3FJ' })
    const noParts = { middleName: null, suffix: null, npi: null }
    expect(sheet.orderingProvider).toEqual({ firstName: 'Ada', lastName: 'Ash', ...noParts })
    expect(sheet.record.phone).toBe('+44 20 7946 0019')
    expect(sheet.change).toEqual({ reason: 'other', at: expect.stringMatching(/^2\d{3}-.*Z$/) })
  })
})

describe('one reply, after equal work,', () => {
  it('is given whatever on the sheet is wrong', async () => {
    const another = await recorded()
    const clerk = await logInAs(test.app, test.theirs, 'group')
    const { home } = test.theirs.places
    const theirs = await printed(await recordTestOf(clerk, home, await addSubject(clerk, home)), clerk)
    expect(await answerOf(theirs, await visit(test.app, test.theirs))).toEqual([200, expect.anything()])

    const pool = createPool({ url: test.database.serverUrl, size: 1, onError: () => undefined })
    const sent: string[] = []
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (given: string | { text: string }, ...more: unknown[]) => unknown
      client.query = ((given: string | { text: string }, ...more: unknown[]) => {
        sent.push(typeof given === 'string' ? given : given.text)
        return query(given, ...more)
      }) as typeof client.query
    })
    const watched = visitor.copy(await test.another({ pool }))
    const unknown = 'SAME-0000000'
    const wrong = {
      unknown: { testId: `${unknown}0` },
      born: { dateOfBirth: '1984-02-04' },
      unborn: { dateOfBirth: null },
      code: { code: sheet.code.replace(/.$/, (last) => (last === '2' ? '3' : '2')) },
      codeOfAnother: { code: another.sheet.code },
      idOfAnother: { testId: another.sheet.testId },
      foreign: theirs,
      foreignCode: { code: theirs.code },
    }
    const works = new Map<string, string[]>()
    for (const [name, typed] of Object.entries(wrong)) {
      await verify({ testId: `${unknown}0` }, watched)
      sent.length = 0
      const { statusCode, body } = await verify(typed, watched)
      expect([name, statusCode, body]).toEqual([name, 200, '{"data":null}'])
      works.set(name, [...sent])
      await test.query(test.ours, 'delete from throttle_counters')
    }
    for (const [name, work] of works) expect([name, work]).toEqual([name, works.get('born')])
    expect(works.get('born')?.length).toBeGreaterThan(5)
    expect(await eventsOf('test-record.verified')).toEqual([
      { outcome: 'refused', resource_id: null, actor_id: null, details: null },
    ])
    await pool.end()
  })

  it('is not given to malformed input', async () => {
    const { statusCode, body } = await verify({ testId: 'SAME-1', dateOfBirth: '31/01/1990', code: '2345' })
    expect([statusCode, Object.keys(JSON.parse(body).errors)]).toEqual([422, ['testId', 'dateOfBirth', 'code']])
  })
})

describe('among a hundred simultaneous guesses', () => {
  const guesses = (from: (i: number) => Client) =>
    Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        verify({ code: `2345 6789 ${1000 + i}`.replaceAll(/[01]/g, '2') }, from(i)),
      ),
    )
  const checked = (replies: TestResponse[]) => replies.filter(({ statusCode }) => statusCode === 200).length

  /** Makes a client with an address of its own. */
  const elsewhere = () => {
    const client = new Client(test.app, visitor.host)
    for (const [name, value] of visitor.cookies) client.cookies.set(name, value)
    return client
  }

  it('none keeps the holder from verifying the sheet, from however many addresses they come', async () => {
    expect(checked(await guesses(elsewhere))).toBe(100)
    expect(await answerOf({}, await visit(test.app, test.ours))).toEqual([200, expect.anything()])
  })

  it('at most thirty dates of birth are compared per code and day, from all addresses together', async () => {
    for (let n = 0; n < 40; n += 1) expect(await answerOf({}, elsewhere())).toEqual([200, expect.anything()])
    const typed = (n: number) => `${sheet.code.slice(0, 4)} ${sheet.code.slice(4)}`.toLowerCase().slice(0, 13 + (n % 2))
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        verify({ dateOfBirth: `19${10 + (n % 90)}-03-02`, code: typed(n) }, elsewhere()),
      ),
    )
    expect(checked(replies)).toBe(30)
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(70)
    const right = await verify({}, await visit(test.app, test.ours))
    expect([right.statusCode, Number(right.headers['retry-after']) > 23 * 60 * 60]).toEqual([429, true])
    expect(await answerOf((await recorded()).sheet)).toEqual([200, expect.anything()])
  })

  it('five are compared per test ID and address, so that one person cannot lock others out', async () => {
    const replies = await guesses(() => visitor.copy())
    expect(checked(replies)).toBe(5)
    expect((await verify()).json().code).toBe('too-many-attempts')
    const other = await visit(test.app, test.ours)
    expect(await answerOf({}, other)).toEqual([200, expect.anything()])
    expect(checked(await guesses(() => other.copy()))).toBe(5)
    expect(await answerOf({}, await visit(test.app, test.ours))).toEqual([200, expect.anything()])
    expect(await answerOf((await recorded()).sheet)).toEqual([200, expect.anything()])
  })

  it('ten are compared per address for all test IDs, not counting right ones', async () => {
    for (let n = 0; n < 12; n += 1) expect(await answerOf()).toEqual([200, expect.anything()])
    const sheets = await Promise.all(Array.from({ length: 20 }, () => recorded()))
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        verify({ ...sheets[i % 20]?.sheet, code: '2345 6789 ABCD' }, visitor.copy()),
      ),
    )
    expect(checked(replies)).toBe(10)
    expect((await verify()).statusCode).toBe(429)
    expect(await answerOf({}, await visit(test.app, test.ours))).toEqual([200, expect.anything()])
  })
})

it('for an animal, test ID and code are enough while its identity is known', async () => {
  await test.query(test.ours, `update tenants set subjects = subjects || '{"kind": "non-human"}'`)
  try {
    const { code } = (await staff.post(`/test-records/${recordId}/prints`)).json().data
    expect(code).toBe(sheet.code)
    expect(await answerOf({ dateOfBirth: null })).toEqual([200, expect.objectContaining({ state: 'recorded' })])
    expect(await answerOf({ dateOfBirth: null, code: '2345 6789 ABCD' })).toEqual(nothing)
    await test.query(
      test.ours,
      `delete from subject_identities where subject_id = (select subject_id from test_records where id = $1)`,
      [recordId],
    )
    expect(await answerOf({ dateOfBirth: null })).toEqual(nothing)
  } finally {
    await test.query(test.ours, `update tenants set subjects = subjects || '{"kind": "human"}'`)
  }
})
