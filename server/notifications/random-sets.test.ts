import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { results, type Result } from '../../contract/rules/results.ts'
import { pathOf } from '../../contract/testing-algorithms/path.ts'
import type { TestSet } from '../../contract/test-sets/test-set.ts'
import type { Client } from '../../tests/server/client.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { notified, startNotified } from '../../tests/server/notified.ts'
import { twoInARow } from '../../tests/server/place-test-sets.ts'
import { removeNotifications } from '../../tests/server/remove-notifications.ts'
import { usualSending } from '../../tests/server/reported.ts'
import { addSubject } from '../../tests/server/subjects.ts'
import type { TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client
let algorithmId: string
let other: string

const { home, follow, makeRule, correct, voidIt } = notified(
  () => test,
  () => admin,
)

startNotified((started) => {
  ;({ test, admin } = started)
})

beforeAll(async () => {
  const made = await admin.post('/testing-algorithms', twoInARow(home().assayId, 'What authorities hold'))
  expect(made.statusCode, made.body).toBe(201)
  algorithmId = made.json().data.id
  other = await addSubject(admin, home(), { firstName: 'Somebody', lastName: 'Else' })
})

const number = fc.nat({ max: 9 })
const result = fc.constantFrom(...results)
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('record' as const), result }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('correct' as const), test: number, result }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), test: number, result }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('void' as const), test: number }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('make' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('download' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A test of a set as it is now. */
interface Made {
  id: string
  testId: string
  set: string
  step: number
  result: Result
  person: string
  isVoided: boolean
}

it('an authority holds what each set and each moved test says now, and is told of nothing that it does not hold', async () => {
  const done = { outcomes: 0, removals: 0, corrections: 0, moved: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(result, { minLength: 2 }),
      fc.array(step, { minLength: 15, maxLength: 30, size: 'max' }),
      async (asked, steps) => expectHeld(asked, steps, done),
    ),
    { numRuns: 20, seed: 20261127, endOnFailure: true },
  )
  // The sequences had something of everything.
  expect(
    Object.values(done).every((count) => count > 3),
    JSON.stringify(done),
  ).toBe(true)
}, 600_000)

async function expectHeld(asked: readonly Result[], steps: readonly Step[], done: Record<string, number>) {
  await follow()
  await removeNotifications(test, test.ours)
  const ruleId = (await makeRule({ results: [...asked] })).id
  const fields = ['testId', 'kind', 'result', 'resultOf', 'firstName']
  const columns = fields.map((field) => ({ header: field, field }))
  const sending = await admin.send('PUT', `/notification-rules/${ruleId}/sending`, {
    body: { ...usualSending, columns },
  })
  expect(sending.statusCode, sending.body).toBe(200)
  const person = await addSubject(admin, home(), { firstName: 'Tested' })
  const names = new Map(
    await Promise.all(
      [person, other].map(async (id) => [id, (await admin.get(`/subjects/${id}`)).json().data.firstName] as const),
    ),
  )
  const tests: Made[] = []
  const waiting: string[] = []
  const held = new Map<string, string>()
  const count = (what: string) => (done[what] = (done[what] ?? 0) + 1)
  let set = await begin(person)

  const make = async (): Promise<boolean> => {
    await follow()
    const reply = await admin.post('/notification-reports', { ruleId })
    expect(reply.statusCode, reply.body).toBeLessThan(300)
    if (reply.statusCode === 201) waiting.push(reply.json().data.id)
    return reply.statusCode === 201
  }
  const download = async (): Promise<void> => {
    const id = waiting.shift()
    const file = id && (await admin.get(`/notification-reports/${id}/file`))
    // A report that tells of a set that was opened again is withdrawn.
    if (!file || file.statusCode === 404) return
    expect((await admin.put(`/notification-reports/${id}/sent`)).statusCode).toBe(200)
    for (const row of file.json().data.content.split('\r\n').slice(1, -1)) {
      const [testId, kind, ...says] = row.split(',')
      const told = says.join(' of ')
      const before = held.get(testId)
      // A removal says what was told, a correction follows something, and a result follows nothing.
      const due = kind === 'Removal' ? told : kind === 'Correction' ? (before ?? 'something that was told') : undefined
      expect(before).toBe(due)
      if (kind === 'Removal') count('removals')
      if (kind === 'Correction') count('corrections')
      if (kind === 'Removal') held.delete(testId)
      else held.set(testId, told)
    }
  }

  for (const next of steps) {
    if (next.do === 'make') await make()
    else if (next.do === 'download') await download()
    else if (next.do === 'record') {
      set = (await admin.get(`/test-sets/${set.id}`)).json().data
      // An earlier one that was opened again is gone on with.
      if (set.next === null) set = await begin(person)
      tests.push({
        ...(await record(set.id, person, next.result)),
        set: set.id,
        step: set.next?.step ?? 0,
        person,
        result: next.result,
        isVoided: false,
      })
    } else {
      const picked = tests[next.test % Math.max(tests.length, 1)]
      if (picked === undefined || picked.isVoided) continue
      if (next.do === 'void') picked.isVoided = (await voidIt(picked.id)) === 200
      else if (next.do === 'correct' && next.result !== picked.result) {
        await correct(picked.id, next.result, { subjectId: picked.person })
        picked.result = next.result
      } else if (next.do === 'move') {
        picked.person = picked.person === other ? person : other
        await correct(picked.id, next.result, { subjectId: picked.person })
        picked.result = next.result
      }
    }
  }
  do while (waiting.length > 0) await download()
  while (await make())

  const expected = new Map<string, string>()
  const say = (made: Made, said: Result) => {
    if (!asked.includes(said)) return
    const isOutcome = made.person === person && said !== made.result
    if (isOutcome) count('outcomes')
    if (made.person === other) count('moved')
    expected.set(
      made.testId,
      [said, isOutcome ? 'Several tests in order' : 'Test', names.get(made.person)].join(' of '),
    )
  }
  const inUse = tests.filter(({ isVoided }) => !isVoided)
  for (const made of inUse) if (made.person === other) say(made, made.result)
  const { steps: algorithm, outcomes } = twoInARow(home().assayId)
  for (const own of Map.groupBy(
    inUse.filter((made) => made.person === person),
    ({ set }) => set,
  ).values()) {
    const latest = (at: number) =>
      own
        .filter((made) => made.step === at)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .at(-1)
    const { taken, next } = pathOf({ steps: algorithm }, (at) => latest(at)?.result)
    const last = latest(taken.at(-1) ?? -1)
    const said = 'outcome' in next ? outcomes[next.outcome]?.result : undefined
    if (last !== undefined && said !== undefined) say(last, said)
  }
  expect(Object.fromEntries(held)).toEqual(Object.fromEntries(expected))
}

async function begin(subjectId: string): Promise<TestSet> {
  const { organisationId, groupId } = home()
  const reply = await admin.post('/test-sets', { algorithmId, organisationId, groupId, subjectId })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return reply.json().data
}

async function record(testSetId: string, subjectId: string, of: Result): Promise<{ id: string; testId: string }> {
  const analyteResults = [{ analyteId: 'line', result: of }]
  const reply = await admin.post('/test-records', { ...newRecordAt(home()), subjectId, analyteResults, testSetId })
  expect(reply.statusCode, reply.body).toBe(201)
  const { id, testId } = reply.json().data
  return { id, testId }
}
