import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { exportOutbreak } from '../../contract/outbreaks/endpoints.ts'
import { exportFhir } from '../../contract/fhir/endpoints.ts'
import { exportTestRecords } from '../../contract/test-records/endpoints.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { callEndpoint, callOf } from '../../tests/walks/endpoint-calls.ts'
import { makeMachine } from '../../tests/server/machines.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { startReportServer, type ReportServer } from '../../tests/programs/report-server.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf, password, userIdOf, type TestTenant } from '../../tests/server/tenants.ts'

let reports: ReportServer
let test: TestApp
const log: string[] = []

/** Test hosts are never reported, so the tenant needs a host like a real one. */
const host = 'ours.qa.lateral.health'
let real: TestTenant

beforeAll(async () => {
  reports = await startReportServer()
  test = await startTestApp({ settings: { SENTRY_DSN: reports.dsn }, log: { write: (line) => void log.push(line) } })
  real = { ...test.ours, host }
  // Recording fails with an error in which PostgreSQL quotes the whole row.
  await test.query(test.ours, 'alter table test_records add constraint none check (false) not valid')
})
afterAll(async () => {
  await test.query(test.ours, 'alter table test_records drop constraint none')
  await test.close()
  await reports.close()
})

const planted = {
  note: 'planted-in-a-note',
  header: 'planted-in-a-header',
  query: 'planted-in-a-query',
}

/** Values that the calls of the walks send besides those of a place. */
const typed = [
  password,
  'Copper-Lantern-48',
  '1990-01-31',
  'Rosa Quill',
  'Nora Quill',
  // Numbers as typed and as stored; shorter parts of them also occur in random ids.
  '07400 123456',
  '7400123456',
  'Moved away',
  '@people.test',
]

/** Records a test, which fails with an internal error. */
async function failToRecord(client: Client) {
  const response = await client.send('POST', '/test-records', {
    body: { ...newRecordAt(test.ours.places.home), note: planted.note },
    headers: { 'idempotency-key': crypto.randomUUID(), 'user-agent': planted.header, referer: planted.header },
  })
  expect(response.statusCode, response.body).toBe(500)
  return response
}

const eventsOf = (type: string, requestId: string) =>
  reports.items
    .filter((item) => item.type === type)
    .map(({ content }) => content as { tags: { request_id?: string } })
    .filter(({ tags }) => tags.request_id === requestId)

const hex = (digits: number) => expect.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`)) as unknown

describe('a failure of the server', () => {
  it('in the request of a machine names the account of its token, and holds nothing of the token', async () => {
    const machine = await makeMachine(await logInAs(test.app, real, 'tenant'), real)
    const { requestId } = (await failToRecord(machine)).json<{ requestId: string }>()
    await expect.poll(() => eventsOf('event', requestId)).toHaveLength(1)
    expect(eventsOf('event', requestId)).toMatchObject([{ user: { id: machine.id, email: `machine-${machine.id}` } }])
    expect(JSON.stringify(reports.items)).not.toContain(machine.secret.slice(8, 24))
  })

  it('is reported with the allow-listed fields and nothing else', async () => {
    const client = await logInAs(test.app, real, 'group')
    const { requestId } = (await failToRecord(client)).json<{ requestId: string }>()
    await expect.poll(() => eventsOf('event', requestId).length).toBe(1)
    const route = 'POST /api/v1/test-records'
    expect(eventsOf('event', requestId)).toEqual([
      {
        event_id: hex(32),
        platform: 'node',
        transaction: route,
        release: '2.8.0',
        environment: 'qa',
        tags: { route, request_id: requestId },
        sdk: { name: 'lateral', version: '2.8.0', settings: { infer_ip: 'never' } },
        level: 'error',
        timestamp: expect.any(Number),
        user: { id: userIdOf('group'), email: emailOf('group') },
        exception: { values: [{ type: 'error', value: '23514', stacktrace: { frames: expect.any(Array) } }] },
      },
    ])
    const [{ exception }] = eventsOf('event', requestId) as unknown as [
      { exception: { values: { stacktrace: { frames: Record<string, unknown>[] } }[] } },
    ]
    const frames = exception.values[0]?.stacktrace.frames ?? []
    expect(frames.length).toBeGreaterThan(0)
    for (const frame of frames)
      expect(frame).toEqual({
        filename: expect.stringMatching(/^(node:|node_modules\/|server\/)/),
        function: expect.any(String),
        lineno: expect.any(Number),
        colno: expect.any(Number),
        in_app: expect.any(Boolean),
      })
    expect(frames.map(({ filename }) => filename)).toContain('server/test-records/recording/service.ts')
  })

  it('is traced with its route and times, and nothing else', async () => {
    const client = await logInAs(test.app, real, 'group')
    const { requestId } = (await failToRecord(client)).json<{ requestId: string }>()
    await expect.poll(() => eventsOf('transaction', requestId).length).toBe(1)
    const route = 'POST /api/v1/test-records'
    expect(eventsOf('transaction', requestId)).toEqual([
      {
        event_id: hex(32),
        platform: 'node',
        type: 'transaction',
        transaction: route,
        transaction_info: { source: 'route' },
        release: '2.8.0',
        environment: 'qa',
        tags: { route, request_id: requestId },
        sdk: { name: 'lateral', version: '2.8.0', settings: { infer_ip: 'never' } },
        start_timestamp: expect.any(Number),
        timestamp: expect.any(Number),
        contexts: { trace: { trace_id: hex(32), span_id: hex(16), op: 'http.server', status: 'internal_error' } },
        spans: [],
      },
    ])
  })

  it('is logged without the database’s description of the row', async () => {
    const client = await logInAs(test.app, real, 'group')
    log.length = 0
    await failToRecord(client)
    const said = log.join('\n')
    expect(said).toContain('error 23514')
    expect(said).toContain('server/test-records/recording/service.ts')
    expect(said).not.toContain(planted.note)
    expect(said).not.toContain('Failing row')
  })

  it('of a visitor names nobody', async () => {
    const client = await visit(test.app, real)
    await test.query(test.ours, 'alter table throttle_counters rename to moved')
    const response = await client.post('/login', { username: emailOf('group'), password })
    await test.query(test.ours, 'alter table moved rename to throttle_counters')
    const { requestId } = response.json<{ requestId: string }>()
    await expect.poll(() => eventsOf('event', requestId).length).toBe(1)
    expect(eventsOf('event', requestId)).toMatchObject([{ user: {}, transaction: 'POST /api/v1/login' }])
  })
})

it('no error report or trace contains anything that was sent or received, whichever endpoint is called', async () => {
  const files: readonly Endpoint[] = [exportTestRecords, exportFhir, exportOutbreak]
  const clients = new Map<Endpoint, Client>()
  for (const endpoint of endpoints) clients.set(endpoint, await logInAsSpare(test, real, 'group'))
  const secrets = new Set<string>([...Object.values(planted), ...typed, host])
  for (const place of Object.values(test.ours.places))
    for (const value of Object.values<string>(place)) secrets.add(value)

  await test.query(test.ours, 'alter table audit_events add constraint none check (false) not valid')
  for (const [endpoint, client] of clients) {
    for (const value of [...client.cookies.values(), client.address]) secrets.add(value)
    const call = callOf(endpoint, test.ours.places.home)
    const withHeader = { ...call, headers: { ...call.headers, 'user-agent': planted.header } }
    const withQuery = { ...call, query: { ...call.query, planted: planted.query } }
    for (const sent of [withHeader, withQuery]) {
      await callEndpoint(client, endpoint, sent).catch((error: unknown) => {
        // A failing export breaks off, so that nobody takes it for complete.
        if (!files.includes(endpoint)) throw error
      })
    }
  }
  await test.query(test.ours, 'alter table audit_events drop constraint none')

  const received = (type: string) => reports.items.filter((item) => item.type === type)
  await expect.poll(() => received('transaction').length).toBeGreaterThan(endpoints.length * 2)
  const failed = new Set(received('event').map(({ content }) => content.transaction))
  expect(failed.size).toBeGreaterThan(15)
  const everything = reports.everything()
  expect([...secrets].filter((secret) => everything.includes(secret))).toEqual([])
  expect(new Set(reports.items.map(({ type }) => type))).toEqual(new Set(['event', 'transaction']))
})

it('reports nothing from a test host', async () => {
  const client = await logInAs(test.app, test.ours, 'group')
  const { requestId } = (await failToRecord(client)).json<{ requestId: string }>()
  const later = (await failToRecord(await logInAs(test.app, real, 'group'))).json<{ requestId: string }>()
  await expect.poll(() => eventsOf('event', later.requestId).length).toBe(1)
  expect([...eventsOf('event', requestId), ...eventsOf('transaction', requestId)]).toEqual([])
})
