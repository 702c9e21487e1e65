import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Result } from '../../contract/rules/results.ts'
import { pathOf } from '../../contract/testing-algorithms/path.ts'
import { aRule } from '../../tests/walks/nouns/notifications.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { browseAs, type Browser } from '../../tests/programs/browser.ts'
import { freePort } from '../../tests/programs/free-port.ts'
import { createInstallation, type Installation } from '../../tests/server/installation.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { twoInARow } from '../../tests/server/place-test-sets.ts'
import { asOwnerIn } from '../../tests/server/rows.ts'
import { Choice } from '../../tests/server/seeded.ts'
import { startServerProcess, type ServerProcess } from '../../tests/programs/server-process.ts'

/** How often a connection of the server or the server itself is ended, and the acknowledged changes between two of these. */
const kills = 6
const between = 20

let installation: Installation
let port: number
let server: ServerProcess
let owner: pg.Pool

const start = () => startServerProcess(installation.dataDir, { PORT: String(port) })
const place = () => installation.tenant.places.home
const inTenant = <Row extends object>(statement: string): Promise<Row[]> =>
  asOwnerIn(owner, installation.tenant.id, async (client) => (await client.query<Row>(statement)).rows)

beforeAll(async () => {
  installation = await createInstallation()
  port = await freePort()
  server = await start()
  // Joins the database of the server.
  const { ownerUrl } = await startEmbeddedPostgres({ dataDir: installation.dataDir, report: () => undefined })
  owner = new pg.Pool({ connectionString: ownerUrl, max: 1 })
}, 120_000)

afterAll(async () => {
  await owner?.end()
  await server?.kill()
  await installation.remove()
}, 120_000)

/** What was acknowledged to the clients: the records of sets, and the changes. */
const acknowledged = new Set<string>()
let changes = 0
let isOver = false

/** Sends a request until the server answers it, as a page does, and returns the answer; undefined once the attack is over. */
async function answered(browser: Browser, ...request: Parameters<Browser>): Promise<Response | undefined> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const response = await browser(...request).catch(() => undefined)
    if (response !== undefined && response.status !== 503) return response
    if (isOver) return undefined
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The server does not answer any more')
}

interface Attack {
  algorithmId: string
  people: readonly string[]
}

/** Does one thing after another to the sets of these people until the attack is over. */
async function attack(browser: Browser, { algorithmId, people }: Attack, choice: Choice): Promise<void> {
  const { organisationId, groupId } = place()
  const foreseen = [200, 201, 409, 412, 422]
  const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const keyed = { 'idempotency-key': randomUUID(), ...headers }
    const response = await answered(browser, 'POST', path, body, keyed)
    if (response === undefined) return undefined
    expect(response.status, await response.clone().text()).toBeOneOf(foreseen)
    if (response.status >= 300) return undefined
    changes += 1
    return ((await response.json()) as { data: { id: string; tests?: { id: string }[] } }).data
  }
  const lines = () => [
    { analyteId: 'line', result: choice.of<Result>(['positive', 'positive', 'positive', 'negative', 'inconclusive']) },
  ]
  while (!isOver) {
    const subjectId = choice.of(people)
    const set = await send('/test-sets', { algorithmId, organisationId, groupId, subjectId })
    if (set === undefined) continue
    const form = { ...newRecordAt(place()), subjectId, analyteResults: lines(), testSetId: set.id }
    const record = await send('/test-records', form)
    if (record !== undefined) acknowledged.add(record.id)
    const [anyId] = choice.of([[record?.id], [set.tests?.at(-1)?.id]])
    if (anyId === undefined || choice.chance(0.4)) continue
    const read = await answered(browser, 'GET', `/test-records/${anyId}`)
    if (read?.status !== 200) continue
    const { version } = ((await read.json()) as { data: { version: number } }).data
    const { performedDate, performedTime, performedZone } = form
    const why = { reason: 'data-entered-incorrectly' }
    const corrected = { performedDate, performedTime, performedZone, analyteResults: lines(), ...why }
    const seen = { 'if-match': `"${version}"` }
    if (choice.chance(0.3)) await send(`/test-records/${anyId}/void`, why, seen)
    else await send(`/test-records/${anyId}/corrections`, corrected, seen)
  }
}

function attempt(kill: () => void): void {
  try {
    kill()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

interface StoredTest {
  id: string
  step: number
  counts: boolean
  result: Result
  is_voided: boolean
  told: string | null
}
interface StoredSet {
  id: string
  subject_id: string
  state: string
  outcome: number | null
  deciding: string | null
  was_reopened: boolean
  tests: StoredTest[]
}

const storedSets = () =>
  inTenant<StoredSet>(`
    select t.id, t.subject_id, t.state, t.outcome, t.deciding_record_id as deciding,
      exists (select from audit_events e where e.resource_id = t.id and e.action = 'test-set.reopened') as was_reopened,
      coalesce((select json_agg(json_build_object('id', r.id, 'step', c.step, 'counts', c.counts, 'result', r.result,
        'is_voided', r.state = 'voided', 'told', (
          select e.action from audit_events e
          where e.resource_id = r.id and e.action in ('test-record.released', 'test-record.held-back')
          order by e.id desc limit 1)) order by r.id)
        from test_set_tests c join test_records r on r.id = c.test_record_id where c.test_set_id = t.id), '[]') as tests
    from test_sets t join testing_algorithms a on a.id = t.algorithm_id where a.name = 'Killed'`)

it('sets say what their tests say, and lose none, whenever connections and servers are killed', async () => {
  const browsers: Browser[] = []
  for (let i = 0; i < 8; i += 1) browsers.push(await browseAs(server.url, i % 2 === 0 ? 'tenant' : 'organisation'))
  const [admin] = browsers
  if (admin === undefined) throw new Error('There is no browser')
  const made = async (path: string, body: object): Promise<string> => {
    const response = await admin('POST', path, body)
    expect(response.status, await response.clone().text()).toBe(201)
    return ((await response.json()) as { data: { id: string } }).data.id
  }
  const ruleId = await made('/notification-rules', { ...aRule('Killed'), isOn: true })
  const algorithm = twoInARow(place().assayId, 'Killed')
  const algorithmId = await made('/testing-algorithms', algorithm)
  const people: string[] = []
  for (let i = 0; i < 5; i += 1) {
    const person = { kind: 'human', email: `killed-${i}@people.test`, dateOfBirth: '1984-02-03' }
    people.push(await made('/subjects', { ...person, groupId: place().groupId }))
  }

  const attacking = Promise.all(browsers.map((browser, i) => attack(browser, { algorithmId, people }, new Choice(i))))
  // A failure among the clients ends the attack at once.
  void attacking.catch(() => (isOver = true))
  let ended = 0
  for (let kill = 1; kill <= kills && !isOver; kill += 1) {
    const until = changes + between
    await expect.poll(() => isOver || changes >= until, { timeout: 120_000, interval: 5 }).toBe(true)
    if (kill % 2 === 0) {
      await server.kill()
      server = await start()
    } else {
      const connections = await inTenant<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and usename like '%\\_server'`,
      )
      ended += connections.length
      // This is what pg_terminate_backend does, for which the owner is not enough. One may have ended by itself.
      for (const { pid } of connections) attempt(() => process.kill(pid, 'SIGTERM'))
    }
  }
  isOver = true
  await attacking
  expect(ended).toBeGreaterThan(kills)

  const sets = await storedSets()
  const tests = sets.flatMap((set) => set.tests)
  expect([...acknowledged].filter((id) => !tests.some((test) => test.id === id))).toEqual([])
  expect(acknowledged.size).toBeGreaterThan(kills)
  const findings: string[] = []
  for (const set of sets) {
    const standing = set.tests.filter((test) => !test.is_voided)
    expect(new Set(standing.map(({ step }) => step)).size, set.id).toBe(standing.length)
    const { taken, next } = pathOf(algorithm, (step) => standing.find((test) => test.step === step)?.result)
    const decided = standing.find(({ step }) => step === taken.at(-1))
    const outcome = 'outcome' in next ? next.outcome : null
    expect([set.id, set.state, set.outcome, set.deciding]).toEqual([
      set.id,
      outcome === null ? 'open' : 'ended',
      outcome,
      outcome === null ? null : decided?.id,
    ])
    expect(set.tests.flatMap(({ step, counts }) => (counts ? step : [])).toSorted((a, b) => a - b)).toEqual(taken)
    const isReleased = (test: StoredTest) => test.told === 'test-record.released'
    expect(set.tests.filter((test) => isReleased(test) !== (set.state === 'ended'))).toEqual([])
    const isFinding = outcome !== null && algorithm.outcomes[outcome]?.result === decided?.result
    if (isFinding && decided?.result === 'positive') findings.push(decided.id)
  }
  // Only a correction or a void may have left two open sets of one person.
  for (const subjectId of people) {
    const open = sets.filter((set) => set.subject_id === subjectId && set.state === 'open')
    expect(open.filter(({ was_reopened }) => !was_reopened).length).toBeLessThanOrEqual(1)
  }

  const file = await (await admin('GET', '/test-records/export')).text()
  const rows = await inTenant<{ id: string; test_id: string }>(`select id, test_id from test_records`)
  const inFile = new Set(rows.filter(({ test_id }) => file.includes(test_id)).map(({ id }) => id))
  for (const set of sets) {
    const isOut = (test: StoredTest) => set.state === 'ended' && !test.is_voided
    expect(set.tests.filter((test) => inFile.has(test.id) !== isOut(test))).toEqual([])
  }
  const toTell = () =>
    inTenant<{ id: string }>(`select test_record_id as id from notifications
      where rule_id = '${ruleId}' and state <> 'superseded' order by 1`)
  await expect
    .poll(async () => (await toTell()).map(({ id }) => id), { timeout: 120_000, interval: 500 })
    .toEqual(findings.toSorted())
}, 400_000)
