import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Outbreak } from '../../contract/outbreaks/outbreak.ts'
import { usualRules, type OutbreakRules } from '../../contract/outbreaks/rules.ts'
import { harmless } from '../../contract/rules/csv.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { hostileCells } from '../../tests/server/hostile-values.ts'
import { addSubject, merge, recordTestOf } from '../../tests/server/subjects.ts'
import { emailOf } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { findOutbreaks, findOutbreaksOf } from './finding-service.ts'

let test: TestApp
let admin: Client
let clinical: Client
let group: Client

beforeAll(async () => {
  test = await startTestApp()
  await test.query(test.ours, `update tenants set subject_details = array['unit', 'role', 'sex'] where id = $1`, [
    test.ours.id,
  ])
  admin = await logInAs(test.app, test.ours, 'tenant')
  clinical = await logInAs(test.app, test.ours, 'clinical')
  group = await logInAs(test.app, test.ours, 'group')
})
afterAll(() => test.close())

const home = () => test.ours.places.home

// Each test begins without tests and outbreaks of others.
beforeEach(async () => {
  await test.query(test.ours, 'delete from outbreaks')
  await test.query(test.ours, `update test_records set performed_at = '2015-01-01T12:00:00Z'`)
  await keepRules({})
})

async function keepRules(change: Partial<OutbreakRules>): Promise<void> {
  const reply = await admin.put('/outbreak-rules', { ...usualRules, isOn: true, ...change })
  expect(reply.statusCode, reply.body).toBe(200)
}

/** In London clocks go forward on 29 March 2026 at 01:00 in UTC. */
const first = '2026-03-10T09:00:00Z'

/** Records a positive test of somebody new, or of `of`, at a time. Returns the ids of the test and the person. */
async function positive(at: string, more: { of?: string; details?: object; in?: 'home' | 'ward' } = {}) {
  const place = test.ours.places[more.in ?? 'home']
  const subjectId = more.of ?? (await person(more.details, place))
  const id = await recordTestOf(admin, place, subjectId)
  await test.query(
    test.ours,
    `update test_records set performed_at = $2, recorded_at = $2, updated_at = $2, performed_zone = 'Europe/London',
       result = 'positive', analyte_results = jsonb_set(analyte_results, '{0,result}', '"positive"')
     where id = $1`,
    [id, at],
  )
  return { id, subjectId }
}

function person(details?: object, place = home()): Promise<string> {
  return addSubject(admin, place, { firstName: `Person ${randomUUID()}`, ...(details && { details }) })
}

const three = async (at = first) => [await positive(at), await positive(at), await positive(at)]

/** Looks for outbreaks as if it were then. */
async function find(now = '2026-03-11T09:00:00Z'): Promise<Outbreak[]> {
  await test.door.enterTenant(test.ours.id, randomUUID(), (scope) => findOutbreaksOf({ ...scope, now: new Date(now) }))
  return await listed()
}

async function listed(client = admin, query: object = {}): Promise<Outbreak[]> {
  const reply = await client.get('/outbreaks', { per_page: '100', ...query })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

const change = (recordId: string, set: string) =>
  test.query(test.ours, `update test_records set ${set} where id = $1`, [recordId])
const stateOf = (outbreaks: Outbreak[]) => outbreaks.map(({ cases, closedBecause }) => [cases, closedBecause])
const actions = async (id: string) =>
  (
    await test.query<{ action: string }>(
      test.ours,
      'select action from audit_events where resource_id = $1 order by occurred_at, id',
      [id],
    )
  ).map(({ action }) => action)

describe('a signal', () => {
  it('is three people of a group, and none of two', async () => {
    await positive(first)
    await positive('2026-03-12T09:00:00Z')
    expect(await find('2026-03-12T10:00:00Z')).toEqual([])
    await positive('2026-03-13T09:00:00Z')
    const [outbreak, ...others] = await find('2026-03-13T10:00:00Z')
    expect(others).toEqual([])
    expect(outbreak).toMatchObject({
      group: { id: home().groupId },
      unit: null,
      cases: 3,
      openedAt: '2026-03-10T09:00:00.000Z',
      lastPositiveAt: '2026-03-13T09:00:00.000Z',
      closedAt: null,
      lastsUntil: '2026-03-27',
    })
    expect(await actions(outbreak?.id ?? '')).toEqual(['outbreak.found'])
  })

  it('counts somebody once', async () => {
    const { subjectId } = await positive(first)
    await positive('2026-03-10T12:00:00Z', { of: subjectId })
    await positive('2026-03-10T13:00:00Z')
    expect(await find()).toEqual([])
  })

  it('counts merged people as one', async () => {
    const [, second, third] = await three()
    const merged = await merge(admin, { from: second?.subjectId ?? '', into: third?.subjectId ?? '' })
    expect(merged.statusCode, merged.body).toBe(200)
    expect(await find()).toEqual([])
  })

  it('needs one group, and is told of no other', async () => {
    await positive(first)
    await positive(first)
    await positive(first, { in: 'ward' })
    expect(await find()).toEqual([])
  })

  it('is looked for only where it is switched on', async () => {
    await keepRules({ isOn: false })
    await three()
    expect(await find()).toEqual([])
    const turns = `select tenant_id from tenant_turns where round = 'find-outbreaks'`
    expect((await test.database.owner.query(turns)).rows).toEqual([])
    await keepRules({})
    expect((await test.database.owner.query(turns)).rows).toEqual([{ tenant_id: test.ours.id }])
    expect(stateOf(await find())).toEqual([[3, null]])
  })

  it('has rules that nobody replaces who has not seen them', async () => {
    const seen = await admin.get('/outbreak-rules')
    const { version } = seen.json().data
    expect(seen.headers.etag).toBe(`"${version}"`)
    const put = (positives: number, of: number) =>
      admin.send('PUT', '/outbreak-rules', {
        body: { ...usualRules, isOn: true, positives },
        headers: { 'if-match': `"${of}"` },
      })
    expect((await put(5, version)).json().data).toMatchObject({ rules: { positives: 5 }, version: version + 1 })
    expect((await put(6, version)).statusCode).toBe(412)
    expect((await admin.get('/outbreak-rules')).json().data.rules.positives).toBe(5)
    await keepRules({})
  })

  it('is counted by unit, or by group', async () => {
    await keepRules({ countedBy: 'unit' })
    const at = (name: string) => positive(first, { details: { unit: { name, room: '1' } } })
    await at('Oak')
    await at('oak ')
    await at('Elm')
    await positive(first)
    expect(await find()).toEqual([])
    await at('OAK')
    const [outbreak, ...others] = await find()
    expect(others).toEqual([])
    expect(outbreak).toMatchObject({ unit: 'Oak', cases: 3 })
    // An outbreak that was found by units stays one, and that of the group is another.
    await keepRules({ countedBy: 'group' })
    expect(new Map((await find()).map(({ unit, cases }) => [unit, cases]))).toEqual(
      new Map([
        [null, 5],
        ['Oak', 3],
      ]),
    )
  })
})

describe('an outbreak', () => {
  it('ends when a void leaves too few cases, and begins again with another case', async () => {
    const [one] = await three()
    const [outbreak] = await find()
    await change(one?.id ?? '', `state = 'voided'`)
    expect(stateOf(await find())).toEqual([[3, 'withdrawn']])
    await positive('2026-03-11T09:00:00Z')
    const [again, ...others] = await find('2026-03-11T10:00:00Z')
    expect(others).toEqual([])
    expect(again).toMatchObject({ id: outbreak?.id, cases: 3, closedAt: null, reopenedAt: expect.any(String) })
    expect(await actions(outbreak?.id ?? '')).toEqual(['outbreak.found', 'outbreak.ended', 'outbreak.reopened'])
  })

  it('loses a case that is corrected to negative, and gains one that is corrected to positive', async () => {
    const [one] = await three()
    await positive(first)
    expect(stateOf(await find())).toEqual([[4, null]])
    const lines = (result: string) =>
      `state = 'corrected', result = '${result}', analyte_results = jsonb_set(analyte_results, '{0,result}', '"${result}"')`
    await change(one?.id ?? '', lines('negative'))
    expect(stateOf(await find())).toEqual([[3, null]])
    await change(one?.id ?? '', lines('positive'))
    expect(stateOf(await find())).toEqual([[4, null]])
  })

  it('ends after its days on the place’s clock, across the night on which clocks change', async () => {
    // The 14th day after 15 March is 29 March, which has 23 hours and ends at 23:00 in UTC.
    await three('2026-03-15T22:00:00Z')
    expect(stateOf(await find('2026-03-29T22:59:59Z'))).toEqual([[3, null]])
    expect(stateOf(await find('2026-03-29T23:00:00Z'))).toEqual([[3, 'over']])
    // A test of before that was recorded late makes it go on.
    await positive('2026-03-29T12:00:00Z')
    const again = await find('2026-03-30T09:00:00Z')
    expect(again).toMatchObject([{ cases: 4, closedAt: null, lastsUntil: '2026-04-12' }])
    expect(stateOf(await find('2026-04-13T12:00:00Z'))).toEqual([[4, 'over']])
    // Another signal after that is another outbreak.
    await three('2026-04-14T12:00:00Z')
    expect(stateOf(await find('2026-04-14T13:00:00Z'))).toEqual([
      [3, null],
      [4, 'over'],
    ])
  })

  it('lasts longer for SARS-CoV-2', async () => {
    const rename = (from: string, to: string) =>
      test.query(test.ours, `update assay_versions set analytes = replace(analytes::text, $1, $2)::jsonb`, [from, to])
    await rename('"loinc": null', '"loinc": "94558-4"')
    await three('2026-03-01T12:00:00Z')
    expect(await find('2026-03-29T12:00:00Z')).toMatchObject([{ closedAt: null, lastsUntil: '2026-03-29' }])
    expect(stateOf(await find('2026-03-30T12:00:00Z'))).toEqual([[3, 'over']])
    await rename('"loinc": "94558-4"', '"loinc": null')
  })

  it('stays closed by somebody until there is a new signal', async () => {
    await three()
    const [outbreak] = await find()
    const closed = await group.put(`/outbreaks/${outbreak?.id}/close`, { note: 'A faulty lot' })
    expect(closed.statusCode, closed.body).toBe(200)
    expect(closed.json().data).toMatchObject({ closedBecause: 'person', note: 'A faulty lot', nextTestOn: null })
    const twice = await group.put(`/outbreaks/${outbreak?.id}/close`, { note: 'Again' })
    expect([twice.statusCode, twice.json().code]).toEqual([409, 'not-possible'])
    await test.query(test.ours, `update outbreaks set closed_at = '2026-03-11T12:00:00Z'`)
    expect(stateOf(await find('2026-03-12T09:00:00Z'))).toEqual([[3, 'person']])
    await positive('2026-03-20T09:00:00Z')
    expect(stateOf(await find('2026-03-20T10:00:00Z'))).toEqual([[3, 'person']])
    await positive('2026-03-20T09:00:00Z')
    await positive('2026-03-20T11:00:00Z')
    const again = await find('2026-03-20T12:00:00Z')
    expect(again).toMatchObject([{ id: outbreak?.id, cases: 6, closedAt: null, note: null }])
  })

  it('is one, although two processes find it at once, and is told once', async () => {
    await test.query(test.ours, 'delete from messages')
    await three(new Date(Date.now() - 60 * 60 * 1000).toISOString())
    await Promise.all([findOutbreaks(test.door), findOutbreaks(test.door)])
    const both = () => test.door.enterTenant(test.ours.id, randomUUID(), (scope) => findOutbreaksOf(scope))
    await Promise.all([both(), both()])
    expect(stateOf(await listed())).toEqual([[3, null]])
    const told = await test.query<{ recipient: string; n: number }>(
      test.ours,
      `select recipient, count(*)::int as n from messages where template = 'outbreak-found' group by recipient order by recipient`,
    )
    expect(told.length).toBeGreaterThan(0)
    expect(told.every(({ n }) => n === 1)).toBe(true)
  })
})

describe('who is told', () => {
  const recipients = async () =>
    (
      await test.query<{ recipient: string }>(
        test.ours,
        `select recipient from messages where template = 'outbreak-found' order by recipient`,
      )
    ).map(({ recipient }) => recipient)

  it('is who looks after the place and did not switch it off', async () => {
    await test.query(test.ours, 'delete from messages')
    await three()
    await find()
    // Nobody of the ward or of another organisation.
    const near = ['clinical-2', 'invited-2', 'staff-2'].map((name) => `${name}@clinic.test`)
    const told = [...(['clinical', 'group', 'organisation'] as const).map(emailOf), ...near].toSorted()
    expect(await recipients()).toEqual(told)

    await test.query(test.ours, 'delete from messages')
    await test.query(test.ours, 'delete from outbreaks')
    expect((await group.get('/outbreak-rules')).json().data.isMailed).toBe(true)
    expect((await group.put('/outbreak-rules/mail', { isMailed: false })).json().data.isMailed).toBe(false)
    await find()
    expect(await recipients()).toEqual(told.filter((email) => email !== emailOf('group')))
    await group.put('/outbreak-rules/mail', { isMailed: true })
  })

  it('is an administrator of the tenant where nobody of the place is left to tell', async () => {
    await test.query(test.ours, 'delete from messages')
    await test.query(
      test.ours,
      `insert into outbreak_mail_refusals (tenant_id, user_id) select tenant_id, id from users where user_type <> 'tenant'`,
    )
    await three()
    await find()
    expect(await recipients()).toEqual([emailOf('tenant')])
    await test.query(test.ours, 'delete from outbreak_mail_refusals')
  })
})

describe('the page of an outbreak', () => {
  it('has the line list, and who is still to be tested', async () => {
    const dateOfBirth = '1940-03-11'
    const ann = await addSubject(admin, home(), {
      firstName: 'Ann',
      dateOfBirth,
      details: { unit: { name: 'Oak', room: '12' }, role: 'resident', sex: 'female' },
    })
    const before = await recordTestOf(admin, home(), ann)
    await test.query(test.ours, `update test_records set performed_at = '2026-02-01T09:00:00Z' where id = $1`, [before])
    // What was tested for something else says nothing of this analyte.
    const ofOther = `performed_at = '2026-03-01T09:00:00Z', result = 'positive',
      analyte_results = '[{"analyteId": "other", "result": "positive"}]'`
    await change(await recordTestOf(admin, home(), ann), ofOther)
    await positive(first, { of: ann })
    await positive(first, { of: ann })
    await positive('2026-03-10T10:00:00Z')
    const wrong = await positive('2026-03-10T11:00:00Z')
    await test.query(test.ours, `update subject_identities set date_of_birth = '2026-03-11' where subject_id = $1`, [
      wrong.subjectId,
    ])
    const bob = await person({ unit: { name: 'Elm', room: '3' }, role: 'staff' })
    await change(await recordTestOf(admin, home(), bob), ofOther)
    const [outbreak] = await find()
    const reply = await clinical.get(`/outbreaks/${outbreak?.id}`)
    expect(reply.statusCode, reply.body).toBe(200)
    const { days, cases, untested } = reply.json().data
    expect(days).toEqual([{ day: '2026-03-10', cases: 3 }])
    expect(cases).toHaveLength(3)
    expect(cases[0]).toMatchObject({
      subject: { id: ann, firstName: 'Ann' },
      // Her birthday is the next day.
      age: 85,
      sex: 'female',
      role: 'resident',
      unit: 'Oak',
      room: '12',
      day: '2026-03-10',
      result: 'positive',
      earlier: { performedAt: '2026-02-01T09:00:00.000Z' },
    })
    // Nobody is born after their test.
    expect(cases[2].age).toBeNull()
    expect(untested).toContainEqual(
      expect.objectContaining({ last: null, subject: expect.objectContaining({ id: bob }) }),
    )
    const left = () => untested.map(({ subject }: { subject: { id: string } }) => subject.id)
    expect(left()).toContain(bob)
    expect(left()).not.toContain(ann)
    expect(await actions(outbreak?.id ?? '')).toContain('outbreak.opened')

    const started = await clinical.post('/rounds', {
      organisationId: home().organisationId,
      groupId: home().groupId,
      assayId: home().assayId,
      zone: 'Europe/London',
      timing: 'none',
      subjectIds: [bob],
    })
    expect(started.statusCode, started.body).toBe(201)
    const round = (await clinical.get(`/rounds/${started.json().data.id}`)).json()
    expect(round.rows.map(({ subjectId }: { subjectId: string }) => subjectId)).toEqual([bob])
    const stranger = await person(undefined, test.ours.places.ward)
    const refused = await clinical.post('/rounds', {
      organisationId: home().organisationId,
      groupId: home().groupId,
      assayId: home().assayId,
      zone: 'Europe/London',
      timing: 'none',
      subjectIds: [bob, stranger],
    })
    expect(refused.statusCode).toBe(422)
  })

  it('counts at its head what its days count, also before the next round of the server', async () => {
    const [one] = await three()
    const [outbreak] = await find()
    await change(one?.id ?? '', `state = 'voided'`)
    const { data } = (await admin.get(`/outbreaks/${outbreak?.id}`)).json()
    expect(data.days).toEqual([{ day: '2026-03-10', cases: 2 }])
    expect([outbreak?.cases, data.outbreak.cases]).toEqual([3, 2])
  })

  it('has the cases of a unit whose small letters depend on who writes them', async () => {
    await keepRules({ countedBy: 'unit' })
    for (const name of ['ΟΡΟΦΟΣ', 'ΟΡΟΦΟΣ', 'Οροφοσ']) await positive(first, { details: { unit: { name, room: '1' } } })
    const [outbreak] = await find()
    expect(outbreak).toMatchObject({ cases: 3, unit: expect.anything() })
    const { cases } = (await clinical.get(`/outbreaks/${outbreak?.id}`)).json().data
    expect(cases).toHaveLength(3)
  })

  it('is a file for those who may export, which the trail names', async () => {
    await three()
    const [outbreak] = await find()
    const file = await admin.get(`/outbreaks/${outbreak?.id}/export`)
    expect(file.statusCode, file.body).toBe(200)
    const lines = file.body.trimEnd().split('\r\n')
    expect(lines[0]).toContain('"Age","Sex","Role","Unit","Room","Tested"')
    expect(lines).toHaveLength(4)
    expect((await clinical.get(`/outbreaks/${outbreak?.id}/export`)).statusCode).toBe(403)
    expect((await admin.post(`/outbreaks/${outbreak?.id}/prints`)).statusCode).toBe(204)
    expect((await actions(outbreak?.id ?? '')).slice(-2)).toEqual(
      expect.arrayContaining(['outbreak.exported', 'outbreak.printed']),
    )
  })

  it('is a file in which hostile names stay in their columns, guarded against spreadsheets', async () => {
    await three()
    const [outbreak] = await find()
    for (const text of hostileCells) {
      await test.query(test.ours, 'update subject_identities set last_name = $1', [text])
      const { body } = await admin.get(`/outbreaks/${outbreak?.id}/export`)
      const [header = [], ...rows]: string[][] = parse(body, { bom: true, record_delimiter: '\r\n' })
      expect(rows.map((cells) => [cells.length, cells[0]])).toEqual(rows.map(() => [header.length, harmless(text)]))
      expect(rows).toHaveLength(3)
    }
  })

  it('is missing elsewhere', async () => {
    await three()
    const [outbreak] = await find()
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    expect((await theirs.get(`/outbreaks/${outbreak?.id}`)).statusCode).toBe(404)
    expect((await theirs.get(`/outbreaks/${outbreak?.id}/export`)).statusCode).toBe(404)
    expect((await listed(theirs)).map(({ id }) => id)).not.toContain(outbreak?.id)
    const patient = await logInAs(test.app, test.ours, 'patient')
    expect((await patient.get('/outbreaks')).statusCode).toBe(403)
  })

  it('stands on the dashboard of those who may see it', async () => {
    await three()
    await find()
    const open = async (client: Client) => (await client.get('/dashboard')).json().data.outbreaks
    expect(await open(admin)).toBe(1)
    expect(await open(clinical)).toBe(1)
    expect(await open(await logInAs(test.app, test.ours, 'patient'))).toBe(null)
  })
})
