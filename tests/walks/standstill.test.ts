import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { logInAs, type Client, type Sent } from '../server/client.ts'
import { callEndpoint, callOf } from './endpoint-calls.ts'
import { fillImports } from '../server/full-imports.ts'
import { fillHome } from '../programs/full-place.ts'
import { growingPaths, largestInput, withAt, worstLetters } from '../server/largest-input.ts'
import { startOperator } from '../server/operators.ts'
import { jobsOf } from '../server/sent-files.ts'
import { endsItsCaller, logInAsSpare } from '../server/spare-user.ts'
import { longestRepeated } from '../server/standstill.ts'
import { startTestApp, type TestApp } from '../server/test-app.ts'
import { isOfOperators } from './walk-scope.ts'

/**
 * The most milliseconds for which a request may block the event loop. The aim is 50 on a quiet machine, which `STANDSTILL=50`
 * measures; what a slow or busy machine adds is no fault, and work that grows with the square of an input takes seconds.
 */
const most = Number(process.env['STANDSTILL'] ?? 500)

let test: TestApp
let admin: Client
let operator: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  await makeHistory()
  await fillHome(test, test.ours)
  await fillImports(test, test.ours)
  operator = (await startOperator(test, 'Robin Reed', null)).client
}, 300_000)
afterAll(() => test.close())

/** Corrects a record and sends a result. */
async function makeHistory(): Promise<void> {
  const changes: Record<string, object> = { correctTest: { note: 'A shadow' }, sendResult: {} }
  for (const endpoint of endpoints.filter(({ name }) => name in changes)) {
    const call = callOf(endpoint, test.ours.places.home)
    const body = { ...(call.body as object), ...changes[endpoint.name] }
    expect((await callEndpoint(admin, endpoint, { ...call, body })).statusCode).toBeLessThan(300)
  }
}

const usual = 'as usual'
/** Endpoints whose work grows with the stored data. They must not be refused, or their work would not be measured. */
const ofMuch: ReadonlySet<string> = new Set(
  'correctImportRow downloadMyData exportAuditEvents exportFhir exportTestRecords exportWrongRows getAgreement getDashboardLots getImport listAssayHistory listAssays listAuditEvents listDeliveries listDuplicates listGroups listImportRows listImports listOrganisations listPolicyVersions listSubjects listTestRecordHistory listTestRecords listTestRuns listUnreadTests listUsers readPolicy'.split(
    ' ',
  ),
)

/** The first endpoint with each schema of a body, which is walked for all that share it. */
const firstWith = new Map(endpoints.toReversed().map((endpoint) => [endpoint.body, endpoint]))

type Call = Sent & { params?: Record<string, string> }

/** The largest body in bytes, unless an endpoint says otherwise, and the largest headers. */
const bodyBytes = 256 * 1024
const headBytes = 14_000
/** The number of values in a body, minus those of a sound one, and the nesting (`server/platform/json-bodies.ts`). */
const mostValues = 4500
const deepest = 64

/**
 * Calls of an endpoint with the largest input that it accepts, and with the largest that can be sent. Each is built
 * anew.
 */
function largestCalls(endpoint: Endpoint): [what: string, make: () => Call][] {
  const sound = (): Call => callOf(endpoint, test.ours.places.home)
  const calls: [string, () => Call][] = [[usual, sound]]
  const { body, query } = endpoint
  if (body !== undefined && firstWith.get(body) !== endpoint) return calls
  if (query !== undefined) {
    const names = Object.keys(sound().query ?? {})
    const asked = (text: string) => ({ ...sound(), query: Object.fromEntries(names.map((name) => [name, text])) })
    for (const letters of worstLetters) {
      const length = Math.floor(headBytes / 3 / Math.max(names.length, 1) / letters.length)
      calls.push([`a query of ${letters}`, () => asked(letters.repeat(length))])
    }
    const many = Object.fromEntries(Array.from({ length: headBytes / 8 }, (_, n) => [`k${n}`, '']))
    calls.push(['a query of many names', () => ({ ...sound(), query: { ...sound().query, ...many } })])
    const [name = 'search'] = names
    const repeated = Array.from({ length: headBytes / (name.length + 3) }, () => 'a')
    calls.push(['one name many times', () => ({ ...sound(), query: { ...sound().query, [name]: repeated } })])
  }
  if (body === undefined) return calls
  const bytes = endpoint.maxBodyBytes ?? bodyBytes
  const room = bytes - 20_000
  for (const letters of worstLetters) {
    calls.push([
      `the most that it takes, of ${letters}`,
      () => ({ ...sound(), body: largestInput(body, letters, room, sound().body) }),
    ])
  }
  const sent = (what: string, make: () => unknown) => calls.push([what, () => ({ ...sound(), body: make() })])
  const { texts, lists } = growingPaths(body)
  for (const path of texts) {
    const letters = 'e\u0301 '
    const text = letters.repeat(Math.floor(room / Buffer.byteLength(letters)))
    sent(`${path} as long as a body`, () => withAt(sound().body, path, text))
  }
  for (const path of lists) {
    for (const item of [0, {}, 'a']) {
      sent(`${path} of ${mostValues} of ${JSON.stringify(item)}`, () =>
        withAt(sound().body, path, Array<unknown>(mostValues).fill(item)),
      )
    }
  }
  for (const count of [mostValues, Math.floor(room / 11)]) {
    const unknown = Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 0]))
    sent(`${count} names that nobody knows`, () => ({ ...(sound().body as object), ...unknown }))
  }
  for (const depth of [deepest, mostValues, Math.floor(bytes / 2) - 1000]) {
    for (const [what, payload] of nested(depth, sound().body)) {
      calls.push([
        what,
        () => ({ ...sound(), body: undefined, payload, headers: { 'content-type': 'application/json' } }),
      ])
    }
  }
  return calls
}

/** Nested lists and objects: alone, many side by side, and in each field of a sound body. */
function nested(depth: number, soundBody: unknown): [what: string, payload: string][] {
  const lists = `${'['.repeat(depth)}${']'.repeat(depth)}`
  const objects = `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}`
  const bodies: [string, string][] = [
    ['lists', lists],
    ['objects', objects],
  ]
  if (depth <= deepest) {
    bodies.push([
      'many lists',
      `[${Array(Math.floor(mostValues / deepest))
        .fill(lists.slice(1, -1))
        .join(',')}]`,
    ])
  }
  for (const name of Object.keys(soundBody ?? {})) {
    const others = JSON.stringify({ ...(soundBody as object), [name]: undefined }).slice(1, -1)
    const field = `${JSON.stringify(name)}:${lists.slice(1, -1)}`
    bodies.push([`${name} of lists`, `{${others === '' ? field : `${others},${field}`}}`])
  }
  return bodies.map(([what, payload]) => [`${what}, ${depth} within each other`, payload])
}

/** Serialises the call's body beforehand, so that this is not counted as the server's work. */
function written({ body, headers, ...call }: Call): Call {
  if (body === undefined) return { ...call, headers }
  return { ...call, payload: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
}

describe('no input blocks other requests or causes a server error', () => {
  it.each(endpoints)(
    '$name',
    async (endpoint) => {
      const standstills: string[] = []
      const refused: string[] = []
      const failed: string[] = []
      for (const [what, make] of largestCalls(endpoint)) {
        await test.query(test.ours, 'delete from throttle_counters')
        const caller = isOfOperators(endpoint)
          ? operator
          : endsItsCaller.has(endpoint.name)
            ? await logInAsSpare(test, test.ours, 'tenant')
            : admin
        const milliseconds = await longestRepeated(
          most,
          () => written(make()),
          async (call) => {
            // Making one text of a file takes this thread, too, but is the test's own work.
            const { statusCode } = await callEndpoint(caller.copy(), endpoint, { ...call, isForgotten: true })
            if (statusCode >= 500) failed.push(`${what}: ${statusCode}`)
            if (what === usual && statusCode >= 400 && ofMuch.has(endpoint.name)) refused.push(`${what}: ${statusCode}`)
          },
        )
        if (milliseconds > most) standstills.push(`${what}: ${milliseconds.toFixed(0)} ms`)
      }
      expect(failed).toEqual([])
      expect(refused).toEqual([])
      expect(standstills).toEqual([])
    },
    120_000,
  )
})

it('a file that names many devices and places blocks nobody while it is matched', async () => {
  const { importId, groupId } = test.ours.places.home
  // The walk above may have changed its columns, after which nothing is known of its rows.
  await fillImports(test, test.ours)
  await test.query(
    test.ours,
    `update imports set summary = jsonb_set(summary, '{facilities,0,name}', (select to_jsonb(name) from groups where id = $2))
     where id = $1`,
    [importId, groupId],
  )
  const importer = `(select id from users where user_type = 'tenant' and status = 'active' order by id limit 1)`
  const matching = `update imports set state = 'matching', place = 0, preview = null, acting_by = ${importer},
    answers = jsonb_set(answers, '{groups}', '[]') where id = $1`
  const milliseconds = await longestRepeated(
    most,
    () => test.query(test.ours, matching, [importId]),
    () => jobsOf(test).run(importId),
  )
  expect(milliseconds).toBeLessThan(most)
  expect((await admin.get(`/imports/${importId}`)).json().data).toMatchObject({
    state: 'read',
    answers: { groups: [{ groupId }] },
  })
})
