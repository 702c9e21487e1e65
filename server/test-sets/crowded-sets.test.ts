import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Result } from '../../contract/rules/results.ts'
import { pathOf } from '../../contract/testing-algorithms/path.ts'
import type { TestSet } from '../../contract/test-sets/test-set.ts'
import { logInAs, type Client, type TestResponse } from '../../tests/server/client.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { twoInARow } from '../../tests/server/place-test-sets.ts'
import { Choice } from '../../tests/server/seeded.ts'
import { addSubject, merge, undo } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

/** A busy machine may be slow, which is not a failure. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let test: TestApp
let admin: Client
let staff: Client
let algorithmId: string

const home = () => test.ours.places.home
const algorithm = () => twoInARow(home().assayId, 'Crowded')

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  staff = await logInAs(test.app, test.ours, 'organisation')
  const made = await admin.post('/testing-algorithms', algorithm())
  expect(made.statusCode, made.body).toBe(201)
  algorithmId = made.json().data.id
})
afterAll(() => test.close())

/** A new seed each time, which the test's name tells; `CROWDED_SETS_SEED` repeats one. In which order the server answers is not repeated. */
const seed = Number(process.env.CROWDED_SETS_SEED ?? Date.now() % 2 ** 31)
const choice = new Choice(seed)
const someLines = () => [
  { analyteId: 'line', result: choice.of<Result>(['positive', 'positive', 'negative', 'inconclusive', 'invalid']) },
]
const why = { reason: 'data-entered-incorrectly' }
const read = async (id: string): Promise<TestSet> => (await admin.get(`/test-sets/${id}`)).json().data

async function begin(subjectId: string): Promise<string> {
  const { organisationId, groupId } = home()
  const reply = await admin.post('/test-sets', { algorithmId, organisationId, groupId, subjectId })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data.id
}

/** What somebody does to a set, or to the people of two. */
type Act = (client: Client, of: { subjectId: string; setId: string }) => Promise<TestResponse | undefined>

const record: Act = (client, { subjectId, setId }) =>
  client.post('/test-records', { ...newRecordAt(home()), subjectId, analyteResults: someLines(), testSetId: setId })

/** Goes on with the open set, or begins another one that nothing else is done to. */
const press: Act = (client, { subjectId }) => {
  const { organisationId, groupId } = home()
  return client.post('/test-sets', { algorithmId, organisationId, groupId, subjectId })
}

const stop: Act = (client, { setId }) => client.put(`/test-sets/${setId}/stop`, { reason: 'left' })

const changeTo =
  (path: 'corrections' | 'void'): Act =>
  async (client, { setId }) => {
    const [first, ...others] = (await read(setId)).tests
    if (first === undefined) return undefined
    const { id } = choice.of([first, ...others])
    const { version } = (await admin.get(`/test-records/${id}`)).json().data
    const { performedDate, performedTime, performedZone } = newRecordAt(home())
    const content = { performedDate, performedTime, performedZone, analyteResults: someLines() }
    const body = path === 'void' ? why : { ...content, ...why }
    return await client.post(`/test-records/${id}/${path}`, body, { 'if-match': `"${version}"` })
  }

const acts = [
  ...Array.from({ length: 10 }, () => record),
  ...Array.from({ length: 4 }, () => changeTo('corrections')),
  ...Array.from({ length: 3 }, () => changeTo('void')),
  press,
  stop,
]

it(`whatever many people do to sets at once (seed ${seed}), each says what its tests say, and nothing fails unforeseen`, async () => {
  const replies: (TestResponse | undefined)[] = []
  for (const _ of Array.from({ length: 4 })) {
    const [one, other] = [await addSubject(admin, home()), await addSubject(admin, home())]
    const sets: { subjectId: string; setId: string }[] = []
    for (const subjectId of [one, other, await addSubject(admin, home())])
      sets.push({ subjectId, setId: await begin(subjectId) })
    const [first, ...others] = sets
    if (first === undefined) throw new Error('There is no set')
    const somebody = async () => {
      for (const _act of Array.from({ length: 6 })) {
        replies.push(await choice.of([record, ...acts])(choice.of([admin, staff]), choice.of([first, ...others])))
      }
    }
    const merging = async () => {
      const merged = await merge(admin, { from: other, into: one })
      replies.push(merged)
      if (merged.statusCode === 200) replies.push(await undo(admin, merged.json().data))
    }
    await Promise.all([...Array.from({ length: 8 }, somebody), merging()])
    for (const { setId } of sets) {
      const { state, outcome, tests, subject } = await read(setId)
      if (state === 'stopped') continue
      // What was recorded of the one who was kept while two people were merged stays with them.
      const theirs = await test.query<{ id: string }>(
        test.ours,
        `select id from test_records where subject_id = $1 and state <> 'voided'`,
        [subject.id],
      )
      const standing = new Set(theirs.map(({ id }) => id))
      const latest = new Map(tests.filter(({ id }) => standing.has(id)).map((made) => [made.step, made]))
      const { taken, next } = pathOf(algorithm(), (step) => latest.get(step)?.result)
      const reached = 'outcome' in next ? algorithm().outcomes[next.outcome]?.name : undefined
      const counting = tests.filter(({ counts }) => counts).map(({ step }) => step)
      expect([state, outcome?.name, counting.toSorted((a, b) => a - b)]).toEqual([
        reached ? 'ended' : 'open',
        reached,
        taken,
      ])
    }
  }
  const foreseen = [200, 201, 409, 412, 422]
  const statuses = replies.flatMap((reply) => (reply === undefined ? [] : [reply.statusCode]))
  expect(statuses.filter((status) => !foreseen.includes(status))).toEqual([])
  expect(statuses).toEqual(expect.arrayContaining([200, 201, 409]))
})
