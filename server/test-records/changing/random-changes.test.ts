import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SecondReading } from '../../../contract/test-records/test-record.ts'
import { results, type Result } from '../../../contract/rules/results.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { addSubject, merge, recordTestOf, undo } from '../../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let tenant: Client
let reader: Client

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
  reader = await logInAs(test.app, test.ours, 'provider')
  await test.query(test.ours, 'update groups set two_readers = true where id = $1', [test.ours.places.home.groupId])
})
afterAll(() => test.close())

/** The expected record: its contents from the first to the present one, and its present subject. */
interface Expected {
  said: { result: Result; lot: string | null }[]
  subject: number
  isVoided: boolean
  /** How often an undone merge has given it back, which changes its version but is no change of its content. */
  givenBack: number
  /** The expected state of its second reading, and both results once there are two. */
  second: SecondReading | null
  read: [Result, Result] | null
}

const at = fc.nat({ max: 9 })
const step = fc.oneof(
  fc.record({ do: fc.constant('record' as const), subject: at }),
  fc.record({
    do: fc.constant('correct' as const),
    record: at,
    result: fc.constantFrom(...results),
    lot: fc.constantFrom(null, 'LOT-1', 'LOT-2'),
    subject: fc.option(at),
  }),
  fc.record({ do: fc.constant('void' as const), record: at }),
  fc.record({ do: fc.constant('read' as const), record: at, result: fc.constantFrom(...results) }),
  fc.record({ do: fc.constant('settle' as const), record: at, keep: fc.constantFrom('first' as const, 'second') }),
  fc.record({ do: fc.constant('merge' as const), from: at, into: at }),
  fc.record({ do: fc.constant('undo' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Three people of one group with their records, and everything that was done to these. */
class Ward {
  readonly people: string[] = []
  readonly records = new Map<string, Expected>()
  /** The last merge, while it is in force. */
  merged: { id: string; subjectId: string; from: number; into: number; moved: string[] } | undefined
  readonly done = { corrected: 0, voided: 0, read: 0, settled: 0 }

  async begin(): Promise<void> {
    for (let i = 0; i < 3; i += 1) this.people.push(await addSubject(tenant, test.ours.places.home))
    for (let i = 0; i < 3; i += 1) await this.record(i)
  }

  async take(next: Step): Promise<void> {
    if (next.do === 'record') await this.record(next.subject % 3)
    else if (next.do === 'correct') await this.correct(next)
    else if (next.do === 'void') await this.void(next.record)
    else if (next.do === 'read') await this.read(next)
    else if (next.do === 'settle') await this.settle(next)
    else if (next.do === 'merge') await this.merge(next.from % 3, next.into % 3)
    else await this.undo()
  }

  /** Returns the present subject of a person. */
  private now(person: number): number {
    return this.merged?.from === person ? this.merged.into : person
  }

  private pick(number: number): [string, Expected] {
    const all = [...this.records]
    return all[number % all.length] as [string, Expected]
  }

  private async record(person: number): Promise<void> {
    const subject = this.now(person)
    const id = await recordTestOf(tenant, test.ours.places.home, this.people[subject] ?? '')
    this.records.set(id, {
      said: [{ result: 'negative', lot: null }],
      subject,
      isVoided: false,
      givenBack: 0,
      second: 'awaiting',
      read: null,
    })
  }

  private async correct({ record, result, lot, subject }: Extract<Step, { do: 'correct' }>): Promise<void> {
    const [id, expected] = this.pick(record)
    // Some forms were opened before a merge and send the former subject.
    const seen = this.merged?.moved.includes(id) && lot !== null ? this.merged.from : expected.subject
    const to = subject === null ? seen : subject % 3
    // A merged subject's former id is accepted only if the test already belongs to the kept one.
    const isRefused = this.now(to) !== to && this.now(to) !== expected.subject
    const { analyteResults: _, performedDate, performedTime, performedZone } = newRecordAt(test.ours.places.home)
    const body = { performedDate, performedTime, performedZone, lot, reason: 'data-entered-incorrectly' }
    const response = await tenant.post(
      `/test-records/${id}/corrections`,
      { ...body, subjectId: this.people[to], analyteResults: [{ analyteId: 'line', result }] },
      { 'if-match': `"${versionOf(expected)}"` },
    )
    if (expected.isVoided) return expect(response.statusCode, response.body).toBe(409)
    if (isRefused) return expect(response.statusCode, response.body).toBe(422)
    expect(response.statusCode, response.body).toBe(200)
    const last = expected.said.at(-1)
    const isSame = last?.result === result && last.lot === lot && this.now(to) === expected.subject
    if (isSame) return
    expected.said.push({ result, lot })
    if (last?.result !== result && expected.second !== 'awaiting') expected.second = 'settled'
    if (this.now(to) !== expected.subject && this.merged !== undefined)
      this.merged.moved = this.merged.moved.filter((moved) => moved !== id)
    expected.subject = this.now(to)
    this.done.corrected += 1
  }

  private async void(number: number): Promise<void> {
    const [id, expected] = this.pick(number)
    const response = await tenant.post(
      `/test-records/${id}/void`,
      { reason: 'created-in-error' },
      { 'if-match': `"${versionOf(expected)}"` },
    )
    expect(response.statusCode).toBe(expected.isVoided ? 409 : 200)
    if (!expected.isVoided) this.done.voided += 1
    expected.isVoided = true
    if (expected.second === 'awaiting') expected.second = null
  }

  private async read({ record, result }: Extract<Step, { do: 'read' }>): Promise<void> {
    const [id, expected] = this.pick(record)
    const body = { analyteResults: [{ analyteId: 'line', result }] }
    const response = await reader.post(`/test-records/${id}/second-reading`, body)
    expect(response.statusCode, response.body).toBe(expected.second === 'awaiting' ? 200 : 409)
    if (expected.second !== 'awaiting') return
    const first = expected.said.at(-1)?.result ?? 'invalid'
    expected.read = [first, result]
    expected.second = first === result ? 'agreed' : 'differ'
    this.done.read += 1
  }

  private async settle({ record, keep }: Extract<Step, { do: 'settle' }>): Promise<void> {
    const [id, expected] = this.pick(record)
    const response = await tenant.send('PUT', `/test-records/${id}/readings`, {
      body: { keep, reason: 'Looked again' },
      headers: { 'if-match': '"1"' },
    })
    const isRepeat = response.statusCode === 200 && expected.second === 'settled'
    const isRight = expected.second === 'differ' && !expected.isVoided
    expect(response.statusCode, response.body).toBeOneOf(isRight || isRepeat ? [200] : [404, 409])
    if (!isRight) return
    const last = expected.said.at(-1)
    if (keep === 'second' && expected.read !== null && last !== undefined) {
      expected.said.push({ ...last, result: expected.read[1] })
      this.done.corrected += 1
    }
    expected.second = 'settled'
    this.done.settled += 1
  }

  private async merge(from: number, into: number): Promise<void> {
    if (from === into || this.merged !== undefined) return
    const response = await merge(tenant, { from: this.people[from] ?? '', into: this.people[into] ?? '' })
    expect(response.statusCode, response.body).toBe(200)
    const moved = [...this.records].filter(([, { subject }]) => subject === from).map(([id]) => id)
    this.merged = { ...response.json().data, from, into, moved }
    for (const id of moved) (this.records.get(id) as Expected).subject = into
  }

  private async undo(): Promise<void> {
    if (this.merged === undefined) return
    expect((await undo(tenant, this.merged)).statusCode).toBe(200)
    for (const id of this.merged.moved) {
      const expected = this.records.get(id) as Expected
      if (expected.subject !== this.merged.into) continue
      expected.subject = this.merged.from
      expected.givenBack += 1
    }
    this.merged = undefined
  }

  /** Checks that everything that can be read agrees with what was done. */
  async check(before: { total: number; events: number }): Promise<void> {
    for (const [id, expected] of this.records) {
      const { said, subject, isVoided, second, read } = expected
      const { data } = (await tenant.get(`/test-records/${id}`)).json()
      const changes = said.length - 1 + (isVoided ? 1 : 0)
      expect([data.version, data.state, data.subject.id]).toEqual([
        versionOf(expected),
        isVoided ? 'voided' : said.length > 1 ? 'corrected' : 'recorded',
        this.people[subject],
      ])
      expect({ result: data.result, lot: data.lot }).toEqual(said.at(-1))
      expect(data.secondReading).toBe(second)
      const both = await tenant.get(`/test-records/${id}/readings`)
      expect(both.statusCode === 200 ? [both.json().data.first.result, both.json().data.second.result] : null).toEqual(
        read,
      )
      const history = (await tenant.get(`/test-records/${id}/history`, { per_page: '100' })).json()
      expect(history.page.total).toBe(changes)
      const told = history.data.toReversed().map(({ before, after }: Told) => [content(before), content(after)])
      const every = isVoided ? [...said, said.at(-1)] : said
      expect(told).toEqual(every.slice(1).map((after, i) => [every[i], after]))
    }
    const current = [...this.records.values()].filter(({ isVoided }) => !isVoided).length
    expect(await totals()).toEqual({ total: before.total + current })
    expect(await countEvents()).toBe(
      before.events + this.done.corrected + this.done.voided + this.done.read + this.done.settled,
    )
  }
}

const versionOf = ({ said, isVoided, givenBack }: Expected) => said.length + (isVoided ? 1 : 0) + givenBack

type Told = Record<'before' | 'after', { result: Result; lot: string | null }>

const content = ({ result, lot }: Told['before']) => ({ result, lot })

/** Counts the records by the list, the dashboard and the export, and expects these to agree. */
async function totals(): Promise<{ total: number }> {
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-12-31T23:59:59.999Z' }
  const list = (await tenant.get('/test-records', range)).json().page.total
  const { counts } = (await tenant.get('/dashboard', range)).json().data as { counts: Record<string, number> }
  const rows = (await tenant.get('/test-records/export', range)).body.trimEnd().split('\r\n').length - 1
  expect([Object.values(counts).reduce((sum, count) => sum + count, 0), rows]).toEqual([list, list])
  return { total: list }
}

async function countEvents(): Promise<number> {
  const [row] = await test.query<{ count: string }>(
    test.ours,
    `select count(*) from audit_events where outcome = 'done'
       and action in ('test-record.corrected', 'test-record.voided', 'second-reading.made', 'second-reading.settled')`,
  )
  return Number(row?.count)
}

it('after any mix of recording, reading, correcting, voiding, merging and parting, one version is current and all others are in the history', async () => {
  expect.hasAssertions()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      const before = { ...(await totals()), events: await countEvents() }
      const ward = new Ward()
      await ward.begin()
      for (const next of steps) await ward.take(next)
      await ward.check(before)
    }),
    { numRuns: 30, endOnFailure: true },
  )
})
