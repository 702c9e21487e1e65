import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestSet } from '../../contract/test-sets/test-set.ts'
import type { Result } from '../../contract/rules/results.ts'
import type { TestingAlgorithm } from '../../contract/testing-algorithms/algorithm.ts'
import { createAssay } from '../../tests/server/assays.ts'
import { logInAs, type Client, type TestResponse } from '../../tests/server/client.ts'
import { newAssay } from '../../tests/server/new-assay.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { addSubject, merge, undo } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client
let staff: Client
let kits: { id: string; analytes: { id: string }[] }[]
let algorithm: TestingAlgorithm
let subjectId: string

const home = () => test.ours.places.home

/** WHO's strategy for HIV: three reactive tests in a row are positive, and a first one that is not is negative. */
function threeInARow([a1, a2, a3]: readonly { id: string }[], name: string) {
  const to = (outcome: number) => ({ outcome })
  const step = (at: number, assay: { id: string } | undefined, positive: object, negative: object) => ({
    name: `A${at}`,
    assayId: assay?.id ?? '',
    ways: { positive, negative, inconclusive: to(2), invalid: to(2) },
  })
  return {
    name,
    steps: [step(1, a1, { step: 1 }, to(1)), step(2, a2, { step: 2 }, to(2)), step(3, a3, to(0), to(2))],
    outcomes: [
      { name: 'HIV positive', result: 'positive', followUpDays: null },
      { name: 'HIV negative', result: 'negative', followUpDays: null },
      { name: 'Inconclusive', result: 'inconclusive', followUpDays: 14 },
    ],
  }
}

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  staff = await logInAs(test.app, test.ours, 'group')
  kits = []
  for (const name of ['HIV one', 'HIV two', 'HIV three']) kits.push(await createAssay(admin, newAssay(name, ['HIV'])))
  const made = await admin.post('/testing-algorithms', threeInARow(kits, 'HIV in three'))
  expect(made.statusCode, made.body).toBe(201)
  algorithm = made.json().data
})
afterAll(() => test.close())
beforeEach(async () => {
  subjectId = await addSubject(admin, home())
})

function press(of = subjectId, client = staff, place = home()): Promise<TestResponse> {
  const { organisationId, groupId } = place
  return client.post('/test-sets', { algorithmId: algorithm.id, organisationId, groupId, subjectId: of })
}

async function start(of = subjectId): Promise<TestSet> {
  const reply = await press(of)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data
}

async function begin(of = subjectId, client = staff, place = home()): Promise<[number, string]> {
  const reply = await press(of, client, place)
  return [reply.statusCode, reply.json().data?.id]
}

function send(setId: string, step: number, result: Result, more: object = {}, client = staff): Promise<TestResponse> {
  const kit = kits[step]
  const analyteResults = [{ analyteId: kit?.analytes[0]?.id, result }]
  const body = { ...newRecordAt(home()), subjectId, assayId: kit?.id, analyteResults, testSetId: setId, ...more }
  return client.post('/test-records', body)
}

async function record(setId: string, step: number, result: Result, more: object = {}): Promise<string> {
  const reply = await send(setId, step, result, more)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data.id
}

async function read(id: string): Promise<TestSet> {
  const reply = await staff.get(`/test-sets/${id}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

async function change(
  recordId: string,
  path: 'corrections' | 'void',
  result?: Result,
  more: object = {},
): Promise<void> {
  const { version, analyteResults } = (await staff.get(`/test-records/${recordId}`)).json().data
  const { performedDate, performedTime, performedZone } = newRecordAt(home())
  const [line] = analyteResults
  const content = {
    performedDate,
    performedTime,
    performedZone,
    analyteResults: [{ analyteId: line.analyteId, result }],
    ...more,
  }
  const body = { ...(path === 'corrections' && content), reason: 'data-entered-incorrectly' }
  const reply = await staff.post(`/test-records/${recordId}/${path}`, body, { 'if-match': `"${version}"` })
  expect(reply.statusCode, reply.body).toBe(200)
}

const outcome = ({ statusCode, body }: TestResponse) => [statusCode, JSON.parse(body).code]
const brief = ({ state, outcome: reached, next, tests }: TestSet) => [
  state,
  reached?.name ?? null,
  next?.name ?? null,
  tests.map(({ stepName, result, counts }) => `${stepName} ${result}${counts ? '' : ' (not counted)'}`),
]
const eventsOf = async (id: string) =>
  (
    await test.query<{ action: string }>(
      test.ours,
      `select action from audit_events where resource_id = $1 and action <> 'test-set.opened' and outcome = 'done' order by id`,
      [id],
    )
  ).map(({ action }) => action)

describe('a set of tests', () => {
  it('proposes the next kit, and is positive after three reactive tests in a row', async () => {
    const { id, next } = await start()
    expect(next).toEqual({ step: 0, name: 'A1', assay: { id: kits[0]?.id, name: 'HIV one', isRetired: false } })
    const first = await send(id, 0, 'positive')
    expect(first.json().data.testSet).toEqual({
      id,
      algorithmName: 'HIV in three',
      stepName: 'A1',
      state: 'open',
      outcome: null,
    })
    expect(brief(await read(id))).toEqual(['open', null, 'A2', ['A1 positive']])
    await record(id, 1, 'positive')
    const last = await record(id, 2, 'positive')
    const ended = await read(id)
    expect(brief(ended)).toEqual(['ended', 'HIV positive', null, ['A1 positive', 'A2 positive', 'A3 positive']])
    expect(ended.outcome).toEqual({ name: 'HIV positive', result: 'positive', followUpOn: null })
    expect((await staff.get(`/test-records/${last}`)).json().data.testSet).toMatchObject({
      stepName: 'A3',
      state: 'ended',
    })
    expect(await eventsOf(id)).toEqual(['test-set.started', 'test-set.ended'])
  })

  it('is inconclusive when tests disagree, with the day of the next test', async () => {
    const { id } = await start()
    await record(id, 0, 'positive')
    await record(id, 1, 'negative')
    expect((await read(id)).outcome).toEqual({ name: 'Inconclusive', result: 'inconclusive', followUpOn: '2026-03-15' })
  })

  it('takes only the next test of its person at its place, whoever sends it', async () => {
    const { id } = await start()
    expect(outcome(await send(id, 1, 'positive'))).toEqual([409, 'test-set-moved'])
    const other = await addSubject(admin, home())
    expect(outcome(await send(id, 0, 'positive', { subjectId: other }))).toEqual([409, 'test-set-moved'])
    const both = await Promise.all([send(id, 0, 'positive'), send(id, 0, 'positive', {}, admin)])
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]))
    expect((await read(id)).tests).toHaveLength(1)
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    const { spareAlgorithmId: algorithmId, organisationId, groupId, subjectId: ofTheirs } = test.theirs.places.home
    const foreign = await theirs.post('/test-sets', { algorithmId, organisationId, groupId, subjectId: ofTheirs })
    expect(foreign.statusCode, foreign.body).toBe(201)
    const nowhere = await send(foreign.json().data.id, 0, 'positive')
    expect(outcome(nowhere)).toEqual(outcome(await send('0190a000-0000-7fff-8000-0000000000aa', 0, 'positive')))
    expect(nowhere.statusCode).toBe(422)
  })

  it('records a repeat under one key once', async () => {
    const { id } = await start()
    const kit = kits[0]
    const body = {
      ...newRecordAt(home()),
      subjectId,
      assayId: kit?.id,
      analyteResults: [{ analyteId: kit?.analytes[0]?.id, result: 'positive' }],
      testSetId: id,
    }
    const press = () => staff.post('/test-records', body, { 'idempotency-key': `set-${id}` })
    const [first, again] = [await press(), await press()]
    expect([first.statusCode, again.statusCode]).toEqual([201, 200])
    expect(again.json().data).toEqual(first.json().data)
    expect((await read(id)).tests).toHaveLength(1)
  })

  it('keeps the version of the algorithm that it began with', async () => {
    const { id } = await start()
    const form = threeInARow([...kits].reverse(), 'HIV in three')
    const changed = await admin.send('PUT', `/testing-algorithms/${algorithm.id}`, {
      body: form,
      headers: { 'if-match': `"${algorithm.version}"` },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    expect((await read(id)).next?.assay.name).toBe('HIV one')
    // Somebody else begins with the new one, and whose set is open goes on with it.
    expect((await start(await addSubject(admin, home()))).next?.assay.name).toBe('HIV three')
    expect(await begin()).toEqual([200, id])
    const back = await admin.send('PUT', `/testing-algorithms/${algorithm.id}`, {
      body: algorithm.form,
      headers: { 'if-match': `"${algorithm.version + 1}"` },
    })
    algorithm = back.json().data
  })

  it('says when the next kit is retired, whose tests are refused, and can be stopped', async () => {
    const { id } = await start()
    await record(id, 0, 'positive')
    const retired = await admin.send('PUT', `/assays/${kits[1]?.id}/retire`, {})
    expect(retired.statusCode).toBe(200)
    expect((await read(id)).next?.assay.isRetired).toBe(true)
    const stopped = await staff.send('PUT', `/test-sets/${id}/stop`, { body: { reason: 'kit-unavailable' } })
    expect(brief(stopped.json().data)).toEqual(['stopped', null, null, ['A1 positive']])
    await admin.send('PUT', `/assays/${kits[1]?.id}/restore`, {})
    expect(outcome(await send(id, 1, 'positive'))).toEqual([409, 'test-set-moved'])
    expect(outcome(await staff.send('PUT', `/test-sets/${id}/stop`, { body: { reason: 'left' } }))).toEqual([
      409,
      'not-possible',
    ])
  })
})

describe('a change of a step', () => {
  it('opens the set again when its test is voided, and the test that is made instead ends it', async () => {
    const { id } = await start()
    const first = await record(id, 0, 'positive')
    await record(id, 1, 'positive')
    await record(id, 2, 'positive')
    await change(first, 'void')
    const all = ['A1 positive (not counted)', 'A2 positive (not counted)', 'A3 positive (not counted)']
    expect(brief(await read(id))).toEqual(['open', null, 'A1', all])
    await record(id, 0, 'positive')
    expect(brief(await read(id))).toEqual([
      'ended',
      'HIV positive',
      null,
      ['A1 positive (not counted)', 'A2 positive', 'A3 positive', 'A1 positive'],
    ])
    expect(await eventsOf(id)).toEqual(['test-set.started', 'test-set.ended', 'test-set.reopened', 'test-set.ended'])
  })

  it('leads elsewhere when its result is corrected', async () => {
    const { id } = await start()
    const first = await record(id, 0, 'positive')
    const second = await record(id, 1, 'positive')
    await record(id, 2, 'positive')
    await change(second, 'corrections', 'negative')
    expect(brief(await read(id))).toEqual([
      'ended',
      'Inconclusive',
      null,
      ['A1 positive', 'A2 negative', 'A3 positive (not counted)'],
    ])
    await change(first, 'corrections', 'negative')
    expect((await read(id)).outcome?.name).toBe('HIV negative')
    await change(first, 'corrections', 'positive')
    await change(second, 'corrections', 'positive')
    expect((await read(id)).outcome?.name).toBe('HIV positive')
  })

  it('that gives its test to somebody else leaves the step to be made', async () => {
    const { id } = await start()
    const first = await record(id, 0, 'negative')
    const other = await addSubject(admin, home())
    await change(first, 'corrections', 'negative', { subjectId: other })
    expect(brief(await read(id))).toEqual(['open', null, 'A1', ['A1 negative (not counted)']])
  })

  it('by a second reading counts once both readings agree', async () => {
    const { id, first } = await readByTwo('negative')
    const awaiting = await read(id)
    expect([awaiting.state, awaiting.next, awaiting.awaitsReading]).toEqual(['open', null, first])
    expect(outcome(await send(id, 0, 'negative'))).toEqual([409, 'test-set-moved'])
    await readAgain(first, 'negative')
    expect((await read(id)).outcome?.name).toBe('HIV negative')
  })

  it.each<[Result, 'first' | 'second', string | null, string | null]>([
    ['negative', 'first', 'HIV negative', null],
    ['negative', 'second', null, 'A2'],
    ['positive', 'first', null, 'A2'],
    ['positive', 'second', 'HIV negative', null],
  ])(
    'whose readings differ, the first being %s, holds the set up until somebody keeps the %s',
    async (result, keep, reached, next) => {
      const { id, first } = await readByTwo(result)
      await readAgain(first, result === 'positive' ? 'negative' : 'positive')
      const differing = await read(id)
      expect([differing.state, differing.outcome, differing.next, differing.awaitsReading]).toEqual([
        'open',
        null,
        null,
        first,
      ])
      expect(differing.tests.map(({ counts }) => counts)).toEqual([false])
      for (const step of [0, 1]) {
        expect(outcome(await send(id, step, 'positive'))).toEqual([409, 'test-set-moved'])
      }
      const { version } = (await staff.get(`/test-records/${first}`)).json().data
      const settled = await staff.send('PUT', `/test-records/${first}/readings`, {
        body: { keep, reason: 'Seen again in daylight' },
        headers: { 'if-match': `"${version}"` },
      })
      expect(settled.statusCode, settled.body).toBe(200)
      const after = await read(id)
      expect([after.outcome?.name ?? null, after.next?.name ?? null, after.awaitsReading]).toEqual([
        reached,
        next,
        null,
      ])
    },
  )

  it.each<[string, (recordId: string) => Promise<unknown>]>([
    ['is corrected to what ends a set', (recordId) => change(recordId, 'corrections', 'negative')],
    ['is corrected in a detail', (recordId) => change(recordId, 'corrections', 'positive', { note: 'Seen twice' })],
    ['is voided', (recordId) => change(recordId, 'void')],
    [
      'turns out to be somebody else’s',
      async (recordId) => change(recordId, 'corrections', 'positive', { subjectId: await addSubject(admin, home()) }),
    ],
    [
      'belongs to somebody who is merged and parted again',
      async () => {
        const merged = await merge(admin, { from: subjectId, into: await addSubject(admin, home()) })
        expect(merged.statusCode, merged.body).toBe(200)
        expect((await undo(admin, merged.json().data)).statusCode).toBe(200)
      },
    ],
  ])('leaves a stopped set stopped when its test %s', async (_, act) => {
    const { id } = await start()
    const first = await record(id, 0, 'positive')
    expect((await staff.send('PUT', `/test-sets/${id}/stop`, { body: { reason: 'left' } })).statusCode).toBe(200)
    const { endedAt } = await read(id)
    await act(first)
    const { state, outcome: reached, next, stopReason, ...stopped } = await read(id)
    expect([state, reached, next, stopReason, stopped.endedAt]).toEqual(['stopped', null, null, 'left', endedAt])
    expect(await eventsOf(id)).toEqual(['test-set.started', 'test-set.stopped'])
    expect(outcome(await send(id, 1, 'positive'))).toEqual([409, 'test-set-moved'])
  })

  it('leaves a stopped set stopped when its second reading comes later', async () => {
    const { id, first } = await readByTwo('negative')
    expect((await staff.send('PUT', `/test-sets/${id}/stop`, { body: { reason: 'left' } })).statusCode).toBe(200)
    await readAgain(first, 'negative')
    const { state, outcome: reached } = await read(id)
    expect([state, reached]).toEqual(['stopped', null])
  })

  /** Records the first step of a set in a group whose tests are read by two. */
  async function readByTwo(result: Result): Promise<{ id: string; first: string }> {
    await test.query(test.ours, 'update groups set two_readers = true where id = $1', [home().groupId])
    const { id } = await start()
    const first = await record(id, 0, result)
    await test.query(test.ours, 'update groups set two_readers = false where id = $1', [home().groupId])
    return { id, first }
  }

  async function readAgain(recordId: string, result: Result): Promise<void> {
    const [line] = kits[0]?.analytes ?? []
    const body = { analyteResults: [{ analyteId: line?.id, result }] }
    const again = await admin.post(`/test-records/${recordId}/second-reading`, body)
    expect(again.statusCode, again.body).toBeOneOf([200, 201])
  }
})

describe('somebody whose set is open', () => {
  it('has no second one begun, by two people at once, by mistake or later, until it has an outcome', async () => {
    const both = await Promise.all([begin(), begin(subjectId, admin)])
    const [[, id]] = both
    expect(both.toSorted(([one], [other]) => one - other)).toEqual([
      [200, id],
      [201, id],
    ])
    expect(await begin()).toEqual([200, id])
    await record(id, 0, 'positive')
    expect(await begin(subjectId, admin)).toEqual([200, id])
    expect((await read(id)).next?.name).toBe('A2')
    await record(id, 1, 'negative')
    const [status, another] = await begin()
    expect([status, another === id]).toEqual([201, false])
  })

  it('may have one begun at another place, where the first is not to be seen', async () => {
    const { away } = test.ours.places
    const there = await addSubject(admin, away)
    expect((await merge(admin, { from: there, into: subjectId })).statusCode).toBe(200)
    const [, here] = await begin()
    const [status, elsewhere] = await begin(subjectId, admin, away)
    expect([status, elsewhere === here]).toEqual([201, false])
  })

  it('keeps two of them after a correction that opens an ended one again, and goes on with the first', async () => {
    const [, first] = await begin()
    const recordId = await record(first, 0, 'negative')
    const [status, second] = await begin()
    expect([status, second === first]).toEqual([201, false])
    await change(recordId, 'corrections', 'positive')
    expect([brief(await read(first))[0], brief(await read(second))[0]]).toEqual(['open', 'open'])
    expect(await begin()).toEqual([200, first])
  })

  it('keeps two of them after a merge, and goes on with the first', async () => {
    const other = await addSubject(admin, home())
    const [, first] = await begin()
    const [, second] = await begin(other)
    expect((await merge(admin, { from: subjectId, into: other })).statusCode).toBe(200)
    const listed = (await staff.get('/test-sets', { subject_id: other, state: 'open' })).json().data
    expect(listed.map(({ id }: TestSet) => id).toSorted()).toEqual([first, second].toSorted())
    expect([await begin(other), await begin(subjectId)]).toEqual([
      [200, first],
      [200, first],
    ])
  })

  it('is opened, in the trail, by whoever is led there', async () => {
    const [, id] = await begin()
    const openings = () =>
      test.query(test.ours, `select 1 from audit_events where resource_id = $1 and action = 'test-set.opened'`, [id])
    await begin()
    expect(await openings()).toHaveLength(0)
    await begin(subjectId, admin)
    expect(await openings()).toHaveLength(1)
  })
})

describe('somebody who is merged into another', () => {
  it('has their sets there, and back when that is undone', async () => {
    const kept = await addSubject(admin, home())
    const { id } = await start()
    await record(id, 0, 'positive')
    const merged = await merge(admin, { from: subjectId, into: kept })
    expect(merged.statusCode, merged.body).toBe(200)
    expect([(await read(id)).subject.id, brief(await read(id))[2]]).toEqual([kept, 'A2'])
    const listed = await staff.get('/test-sets', { subject_id: kept })
    expect(listed.json().data.map(({ id: one }: TestSet) => one)).toEqual([id])
    const undone = await undo(admin, merged.json().data)
    expect(undone.statusCode, undone.body).toBe(200)
    expect([(await read(id)).subject.id, brief(await read(id))[2]]).toEqual([subjectId, 'A2'])
  })
})

describe('a test with a timer', () => {
  it('is a step when it is read', async () => {
    const { id } = await start()
    const { organisationId, groupId } = home()
    const time = (assayId?: string) =>
      staff.post('/test-runs', { organisationId, groupId, subjectId, assayId, zone: 'Europe/London', testSetId: id })
    expect(outcome(await time(kits[1]?.id))).toEqual([409, 'test-set-moved'])
    const run = await time(kits[0]?.id)
    expect(run.statusCode, run.body).toBe(201)
    const analyteResults = [{ analyteId: kits[0]?.analytes[0]?.id, result: 'negative' }]
    const read1 = await staff.send('PUT', `/test-runs/${run.json().data.id}/finish`, {
      body: { analyteResults, readingReason: 'In a hurry' },
      headers: { 'if-match': '"1"' },
    })
    expect(read1.statusCode, read1.body).toBe(200)
    expect(brief(await read(id))).toEqual(['ended', 'HIV negative', null, ['A1 negative']])
  })
})

describe('an algorithm', () => {
  it('is refused at the place of a result that leads nowhere, and for a kit of another tenant', async () => {
    const form = threeInARow(kits, 'Open')
    const [first] = form.steps
    const open = { ...form, steps: [{ ...first, ways: { ...first?.ways, invalid: null } }, ...form.steps.slice(1)] }
    const reply = await admin.post('/testing-algorithms', open)
    expect([reply.statusCode, reply.json().errors]).toEqual([
      422,
      { 'steps.0.ways.invalid': ['Say where this result leads'] },
    ])
    const ofTheirs = await createAssay(await logInAs(test.app, test.theirs, 'tenant'), newAssay('HIV four', ['HIV']))
    for (const id of [ofTheirs.id, '0190a000-0000-7fff-8000-0000000000ab']) {
      const foreign = threeInARow([...kits.slice(0, 2), { id }], 'Foreign')
      expect(Object.keys((await admin.post('/testing-algorithms', foreign)).json().errors)).toEqual(['steps.2.assayId'])
    }
    expect(outcome(await admin.post('/testing-algorithms', threeInARow(kits, 'hiv IN three')))).toEqual([
      409,
      'duplicate',
    ])
  })

  it('begins no set while it is retired', async () => {
    const retire = (path: string) => admin.send('PUT', `/testing-algorithms/${algorithm.id}/${path}`, {})
    expect((await retire('retire')).json().data.retiredAt).not.toBeNull()
    const { organisationId, groupId } = home()
    const body = { algorithmId: algorithm.id, organisationId, groupId, subjectId }
    expect(outcome(await staff.post('/test-sets', body))).toEqual([409, 'not-possible'])
    expect((await retire('restore')).json().data.retiredAt).toBeNull()
    expect((await staff.post('/test-sets', body)).statusCode).toBe(201)
  })
})
