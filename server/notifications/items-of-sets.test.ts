import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Notification } from '../../contract/notifications/items.ts'
import type { Result } from '../../contract/rules/results.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { notified } from '../../tests/server/notified.ts'
import { twoInARow } from '../../tests/server/place-test-sets.ts'
import { removeNotifications } from '../../tests/server/remove-notifications.ts'
import { makeHl7, usualSending } from '../../tests/server/reported.ts'
import { addSubject, merge, undo } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { aRule } from '../../tests/walks/nouns/notifications.ts'

/** A busy machine may be slow, which is not a failure. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let test: TestApp
let admin: Client
let ruleId: string
let setId: string
let algorithmId: string
let firstName: string

const { home, follow, makeRule, correct, voidIt, itemsOf } = notified(
  () => test,
  () => admin,
)

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  const made = await admin.post('/testing-algorithms', twoInARow(home().assayId, 'What authorities are told'))
  expect(made.statusCode, made.body).toBe(201)
  algorithmId = made.json().data.id
  firstName = (await admin.get(`/subjects/${home().subjectId}`)).json().data.firstName
})
afterAll(() => test.close())

beforeEach(async () => {
  await follow()
  await removeNotifications(test, test.ours)
  ruleId = (await makeRule({ results: ['positive', 'negative', 'inconclusive'] })).id
  const column = (header: string, field: string) => ({ header, field })
  const columns = [
    column('kind', 'kind'),
    column('result', 'result'),
    column('of', 'resultOf'),
    column('name', 'firstName'),
  ]
  const body = { ...usualSending, columns }
  const reply = await admin.send('PUT', `/notification-rules/${ruleId}/sending`, { body })
  expect(reply.statusCode, reply.body).toBe(200)
  setId = await startSet()
})

async function startSet(subjectId = home().subjectId): Promise<string> {
  const { organisationId, groupId } = home()
  const reply = await admin.post('/test-sets', { algorithmId, organisationId, groupId, subjectId })
  const { id } = reply.json().data
  if (reply.statusCode === 201) return id
  // An open set of the test before would be gone on with.
  expect((await admin.put(`/test-sets/${id}/stop`, { reason: 'mistake' })).statusCode).toBe(200)
  return await startSet(subjectId)
}

/** The file of these rows, each of the person of the set unless it ends with another first name. */
function rowsOf(...rows: string[][]): string {
  return ['kind,result,of,name', ...rows.map((row) => (row.length < 4 ? [...row, firstName] : row).join(','))]
    .map((row) => `${row}\r\n`)
    .join('')
}

const positive = [{ analyteId: 'line', result: 'positive' }]

async function heldOrReleased(recordId: string): Promise<string[]> {
  const events = await test.query<{ action: string }>(
    test.ours,
    `select action from audit_events where resource_id = $1 and action ~ '(released|held-back)' order by id`,
    [recordId],
  )
  return events.map(({ action }) => action)
}

async function record(result: Result, subjectId = home().subjectId): Promise<string> {
  const body = { ...newRecordAt(home()), subjectId, analyteResults: [{ analyteId: 'line', result }], testSetId: setId }
  const reply = await admin.post('/test-records', body)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data.id
}

/** Makes a report of all that is ready, says that it was sent, and returns its file. */
async function tell(): Promise<string> {
  await follow()
  const made = await admin.post('/notification-reports', { ruleId })
  expect(made.statusCode, made.body).toBe(201)
  const file = await admin.get(`/notification-reports/${made.json().data.id}/file`)
  expect(file.statusCode, file.body).toBe(200)
  expect((await admin.put(`/notification-reports/${made.json().data.id}/sent`)).statusCode).toBe(200)
  return file.json().data.content
}

async function nothingToTell(): Promise<void> {
  await follow()
  const made = await admin.post('/notification-reports', { ruleId })
  expect([made.statusCode, made.json().data]).toEqual([200, null])
}

/** The items of a record: what each tells, where it stands and to which one it refers, by place. */
async function told(recordId: string): Promise<string[]> {
  await follow()
  const items = await itemsOf(recordId)
  const place = (id: string) => items.findIndex((item) => item.id === id)
  return items.map(
    ({ kind, state, refersTo, closedBecause }) =>
      `${kind} ${closedBecause ?? state}${refersTo === null ? '' : ` of ${place(refersTo)}`}`,
  )
}

/** The hours from a time until the last of these items is due. */
function dueAfterHours(items: readonly Notification[], from: string): number {
  return (Date.parse(items.at(-1)?.dueAt ?? '') - Date.parse(from)) / 3_600_000
}

const changedAt = async () => (await admin.get(`/test-sets/${setId}`)).json().data.endedAt

describe('an authority that was told of the test that decided a set', () => {
  it('is told that it does not hold, and of the test that decides now, when an earlier step is corrected', async () => {
    const first = await record('positive')
    const second = await record('positive')
    expect(await tell()).toContain('positive')
    await correct(first, 'negative')
    expect([await told(first), await told(second)]).toEqual([['first ready'], ['first sent', 'removal ready of 0']])
    const ended = await changedAt()
    for (const id of [first, second]) expect(dueAfterHours(await itemsOf(id), ended)).toBe(24)
    await tell()
    expect([await told(first), await told(second)]).toEqual([['first sent'], ['first sent', 'removal sent of 0']])
    await nothingToTell()
  })

  it('is told that it does not hold while a voided step is to be made again, and anew once it was', async () => {
    const first = await record('positive')
    const second = await record('positive')
    await tell()
    expect(await voidIt(first)).toBe(200)
    expect(await told(second)).toEqual(['first sent', 'removal ready of 0'])
    expect(await tell()).toContain('Removal')
    await record('positive')
    expect(await told(second)).toEqual(['first sent', 'removal sent of 0', 'first ready'])
    expect(dueAfterHours(await itemsOf(second), await changedAt())).toBe(24)
    await tell()
    await nothingToTell()
  })

  it('is told nothing if the set says the same again before it was told that it does not', async () => {
    const first = await record('positive')
    const second = await record('positive')
    await tell()
    expect(await voidIt(first)).toBe(200)
    expect(await told(second)).toEqual(['first sent', 'removal ready of 0'])
    await record('positive')
    expect(await told(second)).toEqual(['first sent', 'removal outcome of 0'])
    await nothingToTell()
    const [item] = await itemsOf(second)
    const rejected = await admin.send('PUT', `/notifications/${item?.id}/reject`, { body: { reason: 'No postcode' } })
    expect(rejected.json().data.state).toBe('rejected')
  })

  it('is told the outcome as a correction when its own correction leaves that to no single test', async () => {
    await record('positive')
    const second = await record('positive')
    await tell()
    await correct(second, 'negative')
    expect(await told(second)).toEqual(['first sent', 'correction ready of 0'])
    expect(await tell()).toBe(rowsOf(['Correction', 'inconclusive', 'Several tests in order']))
  })

  it('reads in the removal what it was told, and not the single result that is held back now', async () => {
    const first = await record('negative')
    expect(await tell()).toContain('negative')
    await correct(first, 'positive')
    expect(await told(first)).toEqual(['first sent', 'removal ready of 0'])
    const file = await tell()
    expect(file).toContain('Removal')
    expect(file).toContain('negative')
    expect(file).not.toContain('positive')
  })
})

describe('an outcome that no single test says', () => {
  it('is told of the last test of its path, in the place of what that test says', async () => {
    const first = await record('positive')
    const second = await record('negative')
    expect([await told(first), await told(second)]).toEqual([[], ['first ready']])
    const [item] = await itemsOf(second)
    expect(item).toMatchObject({ outcome: 'inconclusive', record: { result: 'negative' } })
    expect(dueAfterHours(await itemsOf(second), await changedAt())).toBe(24)
    expect(await tell()).toBe(rowsOf(['Result', 'inconclusive', 'Several tests in order']))
    await nothingToTell()
  })

  it('is told of a path of one test, too, and is no outcome of several if the test says it itself', async () => {
    await record('invalid')
    expect(await tell()).toBe(rowsOf(['Result', 'inconclusive', 'Several tests in order']))
    setId = await startSet()
    await record('inconclusive')
    expect(await tell()).toBe(rowsOf(['Result', 'inconclusive', 'Test']))
  })

  it('is not told to an authority that asks for what the last test says, and for nothing else', async () => {
    await admin.send('PUT', `/notification-rules/${ruleId}`, {
      body: { ...aRule('What the last test says'), results: ['negative'], isOn: true },
      headers: { 'if-match': '"1"' },
    })
    await record('positive')
    const second = await record('negative')
    expect(await told(second)).toEqual([])
  })

  it('is taken back as it was told while the set is open again, and told anew once it says so again', async () => {
    const first = await record('positive')
    const second = await record('negative')
    await tell()
    expect(await voidIt(first)).toBe(200)
    expect(await told(second)).toEqual(['first sent', 'removal ready of 0'])
    expect((await itemsOf(second)).at(-1)?.outcome).toBe('inconclusive')
    const removal = rowsOf(['Removal', 'inconclusive', 'Several tests in order'])
    expect(await tell()).toBe(removal)
    await record('positive')
    expect(await told(second)).toEqual(['first sent', 'removal sent of 0', 'first ready'])
    expect(dueAfterHours(await itemsOf(second), await changedAt())).toBe(24)
    expect(await tell()).toBe(rowsOf(['Result', 'inconclusive', 'Several tests in order']))
    expect(await voidIt(second)).toBe(200)
    expect(await tell()).toBe(removal)
    await nothingToTell()
  })

  it('says so in HL7 behind its OBX, with no word of what the kits showed', async () => {
    await makeHl7(test, ruleId)
    await record('positive')
    await record('negative')
    const segments = (await tell()).split('\r')
    const at = segments.findIndex((segment) => segment.startsWith('OBX'))
    expect(segments[at]).toContain('419984006^Inconclusive')
    expect(segments[at + 1]).toMatch(/^NTE.1.L.This result is the outcome of several tests in order/)
    expect(segments.join('\n')).not.toMatch(/260373001|260415000|positive|negative/i)
  })

  it('stands on the printed form as one', async () => {
    await test.query(
      test.ours,
      `update notification_rule_versions set format = 'printed' where tenant_id = current_tenant() and rule_id = $1`,
      [ruleId],
    )
    await record('positive')
    await record('negative')
    const [form] = JSON.parse(await tell())
    expect(form.lines).toMatchObject([{ result: 'inconclusive', isOutcome: true }])
    expect(form.mayRepeat).toBe(false)
  })

  it('is told once when its person is merged and parted again, and is taken back of who that is then', async () => {
    const [person, into] = [
      await addSubject(admin, home(), { firstName: 'Twice' }),
      await addSubject(admin, home(), { firstName: 'Once' }),
    ]
    setId = await startSet(person)
    const first = await record('positive', person)
    await record('negative', person)
    expect(await tell()).toBe(rowsOf(['Result', 'inconclusive', 'Several tests in order', 'Twice']))
    const merged = await merge(admin, { from: person, into })
    expect(merged.statusCode, merged.body).toBe(200)
    await nothingToTell()
    expect(await voidIt(first)).toBe(200)
    expect(await tell()).toBe(rowsOf(['Removal', 'inconclusive', 'Several tests in order', 'Once']))
    await record('positive', into)
    expect(await tell()).toBe(rowsOf(['Result', 'inconclusive', 'Several tests in order', 'Once']))
    // The last test that was made is of the other person, and no step any more.
    expect((await undo(admin, merged.json().data)).statusCode).toBe(200)
    expect(await tell()).toBe(
      rowsOf(['Removal', 'inconclusive', 'Several tests in order', 'Twice'], ['Result', 'positive', 'Test', 'Once']),
    )
  })

  it('is found when looking back', async () => {
    await record('positive')
    const second = await record('negative')
    await follow()
    await test.query(test.ours, 'delete from notifications where test_record_id = $1', [second])
    await test.query(test.ours, 'update test_records set performed_at = now() where id = $1', [second])
    const back = await admin.send('PUT', `/notification-rules/${ruleId}/look-back`, { body: { days: 1 } })
    expect(back.statusCode, back.body).toBe(200)
    expect(await itemsOf(second)).toMatchObject([{ kind: 'first', outcome: 'inconclusive' }])
  })
})

describe('a test of a set that turned out to be somebody else’s', () => {
  let other: string
  beforeAll(async () => {
    other = await addSubject(admin, home(), { firstName: 'Somebody', lastName: 'Else' })
  })

  it('is a test by itself, which replaces what was told of the set', async () => {
    await record('positive')
    const second = await record('positive')
    expect(await tell()).toBe(rowsOf(['Result', 'positive', 'Test']))
    await correct(second, 'positive', { subjectId: other })
    expect(await told(second)).toEqual(['first sent', 'correction ready of 0'])
    expect(await tell()).toBe(rowsOf(['Correction', 'positive', 'Test', 'Somebody']))
    const own = await record('negative')
    expect(await told(own)).toEqual(['first ready'])
    expect(await tell()).toBe(rowsOf(['Result', 'inconclusive', 'Several tests in order']))
  })

  it('is told with the outcome, and not before that is known, once both people turn out to be one', async () => {
    const person = await addSubject(admin, home(), { firstName: 'Twice' })
    const same = await addSubject(admin, home(), { firstName: 'Once' })
    setId = await startSet(person)
    await record('positive', person)
    const second = await record('negative', person)
    await correct(second, 'negative', { subjectId: same })
    expect(await told(second)).toEqual(['first ready'])
    expect((await merge(admin, { from: same, into: person })).statusCode).toBe(200)
    // Nobody has followed the chain yet.
    const made = await admin.post('/notification-reports', { ruleId })
    expect([made.statusCode, made.json().data]).toEqual([200, null])
    expect(await told(second)).toEqual(['first outcome', 'first ready'])
    expect(await tell()).toBe(rowsOf(['Result', 'inconclusive', 'Several tests in order', 'Twice']))
  })

  it('is taken back of the person who was told of', async () => {
    const first = await record('positive')
    const second = await record('negative')
    await tell()
    await correct(second, 'invalid', { subjectId: other })
    // Nothing holds it back, unlike what is left of the set.
    expect(await heldOrReleased(first)).toEqual(['test-record.released', 'test-record.held-back'])
    expect(await heldOrReleased(second)).toEqual(['test-record.released', 'test-record.released'])
    expect(await told(second)).toEqual(['first sent', 'removal ready of 0'])
    const [, removal] = await itemsOf(second)
    expect(removal?.record.subject.id).toBe(home().subjectId)
    expect(await tell()).toBe(rowsOf(['Removal', 'inconclusive', 'Several tests in order']))
    await nothingToTell()
  })
})

describe('what was not told yet', () => {
  it('gives way while a set is open again, and has the deadline of the new outcome', async () => {
    const first = await record('positive')
    const second = await record('positive')
    expect(await told(second)).toEqual(['first ready'])
    expect(await voidIt(first)).toBe(200)
    // Nobody has followed the chain yet, and what the set says no more leaves all the same.
    const made = await admin.post('/notification-reports', { ruleId })
    expect([made.statusCode, made.json().data]).toEqual([200, null])
    expect(await told(second)).toEqual(['first outcome'])
    await record('positive')
    expect(await told(second)).toEqual(['first outcome', 'first ready'])
    expect(dueAfterHours(await itemsOf(second), await changedAt())).toBe(24)
  })

  it.each(['made', 'sending'] as const)(
    'does not leave in a report that was %s before the set was opened again, and all else is told by another one',
    async (state) => {
      const first = await record('positive')
      const second = await record('positive')
      const alone = { ...newRecordAt(home()), analyteResults: positive }
      const other = (await admin.post('/test-records', alone)).json().data.id
      await follow()
      const made = await admin.post('/notification-reports', { ruleId })
      const { id, items } = made.json().data
      expect(items).toBe(2)
      await test.query(test.ours, 'update notification_reports set state = $2 where id = $1', [id, state])
      expect(await voidIt(first)).toBe(200)
      expect((await admin.get(`/notification-reports/${id}/file`)).statusCode).toBe(404)
      expect((await admin.get(`/notification-reports/${id}`)).json().data.state).toBe(
        state === 'made' ? 'withdrawn' : 'sending',
      )
      if (state === 'sending') return
      expect([await told(second), await told(other)]).toEqual([['first outcome'], ['first ready']])
      expect(await tell()).toBe(rowsOf(['Result', 'positive', 'Test']))
      expect([await told(second), await told(other)]).toEqual([['first outcome'], ['first sent']])
    },
  )
})
