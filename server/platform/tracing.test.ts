import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiBase, type Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { callEndpoint, callOf } from '../../tests/walks/endpoint-calls.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { emailOf, password } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { startTraceCollector, type TraceCollector } from '../../tests/programs/trace-collector.ts'
import { summaryOf } from './statement-summary.ts'

let collector: TraceCollector
let test: TestApp

beforeAll(async () => {
  collector = await startTraceCollector()
  test = await startTestApp({
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`, OTEL_TRACES_SAMPLER_ARG: '1' },
  })
})
afterAll(async () => {
  await test.close()
  await collector.close()
})

const spanOf = (requestId: string) =>
  collector.spans.find(({ attributes }) => attributes['lateral.request_id'] === requestId)

it('a request is traced with its statements, and with nothing that it sent', async () => {
  const client = await logInAs(test.app, test.ours, 'clinical')
  const response = await client.post('/test-records', newRecordAt(test.ours.places.home), {
    'idempotency-key': crypto.randomUUID(),
    // Anybody may write this, so it decides nothing.
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`,
    tracestate: 'planted=1',
  })
  expect(response.statusCode).toBe(201)
  const failed = await client.get(`/test-records/${test.ours.id}?planted=yes`)
  const { requestId } = failed.json<{ requestId: string }>()
  await expect.poll(() => spanOf(requestId)).toBeDefined()
  expect(spanOf(requestId)).toEqual({
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    parentSpanId: '',
    traceState: '',
    name: 'GET /api/v1/test-records/:id',
    kind: 2,
    startTimeUnixNano: expect.stringMatching(/^\d{19}$/),
    endTimeUnixNano: expect.stringMatching(/^\d{19}$/),
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/v1/test-records/:id',
      'http.response.status_code': String(failed.statusCode),
      'lateral.request_id': requestId,
    },
    status: { code: 0, message: '' },
    events: [],
    links: [],
  })
  const recording = collector.spans.find(({ name }) => name === 'POST /api/v1/test-records')
  const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === recording?.spanId)
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['BEGIN', expect.stringMatching(/ test_records\b/), 'COMMIT']),
  )
  for (const { traceId, kind, name, attributes } of statements) {
    expect({ traceId, kind, attributes }).toEqual({
      traceId: recording?.traceId,
      kind: 3,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': name.split(' ')[0],
        'db.query.summary': name,
      },
    })
  }
  expect(collector.resources[0]).toEqual({ 'service.name': 'lateral', 'service.version': '2.8.0' })
})

it('a failure is traced by its code, and what proxies ask for is not', async () => {
  const client = await visit(test.app, test.ours)
  await test.query(test.ours, 'alter table throttle_counters rename to moved')
  const response = await client.post('/login', { username: emailOf('group'), password })
  await test.query(test.ours, 'alter table moved rename to throttle_counters')
  expect(response.statusCode).toBe(500)
  await test.app.inject('/health/ready')
  const { requestId } = response.json<{ requestId: string }>()
  await expect
    .poll(() => spanOf(requestId))
    .toMatchObject({
      attributes: { 'http.response.status_code': '500', 'error.type': '500' },
      status: { code: 2, message: '' },
    })
  const { spanId } = spanOf(requestId) ?? {}
  const failed = collector.spans.filter((span) => span.parentSpanId === spanId && span.status.code === 2)
  expect(failed.map(({ attributes }) => attributes['error.type'])).toContain('42P01')
  expect(collector.spans.filter(({ name }) => name.includes('/health/'))).toEqual([])
})

it('no trace contains anything that was sent, received or stored, whichever endpoint is called', async () => {
  const planted = { header: 'planted-in-a-header', query: 'planted-in-a-query' }
  const typed = [
    password,
    'Copper-Lantern-48',
    '1990-01-31',
    'Rosa Quill',
    'Nora Quill',
    '07400 123456',
    '@people.test',
  ]
  const secrets = new Set<string>([...Object.values(planted), ...typed, emailOf('group'), '127.0.0.1'])
  for (const { id, host, places } of [test.ours, test.theirs]) {
    secrets.add(id).add(host)
    for (const place of Object.values(places)) for (const value of Object.values<string>(place)) secrets.add(value)
  }
  const clients = new Map<Endpoint, Client>()
  const reader = await logInAs(test.app, test.ours, 'group')
  for (const endpoint of endpoints) {
    // Whatever changes something may end the session, too.
    clients.set(endpoint, endpoint.method === 'GET' ? reader : await logInAsSpare(test, test.ours, 'group'))
  }
  for (const [endpoint, client] of clients) {
    for (const value of [...client.cookies.values(), client.address]) secrets.add(value)
    const call = callOf(endpoint, test.ours.places.home)
    await callEndpoint(client, endpoint, {
      ...call,
      headers: { ...call.headers, 'user-agent': planted.header },
      query: { ...call.query, planted: planted.query },
    })
  }
  const traced = () => new Set(collector.spans.map(({ name }) => name))
  const names = endpoints.map(
    ({ method, base = apiBase, path }) => `${method} ${base}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  )
  await expect.poll(() => names.filter((name) => !traced().has(name))).toEqual([])
  // The collector's own address is in the head of each request.
  const everything = collector.everything().replaceAll(new URL(collector.endpoint).host, '')
  expect([...secrets].filter((secret) => everything.includes(secret))).toEqual([])
})

it.each([
  [
    { name: 'a', text: 'select r."id" from "test_records" as "r" join subjects s on true' },
    'SELECT test_records subjects',
  ],
  [{ name: 'b', text: 'insert into t (a) select 1 from unnest($1) on conflict do update set a = 2' }, 'INSERT t'],
  [{ name: 'c', text: 'select 1 from sessions for no key update skip locked' }, 'SELECT sessions'],
  [{ text: "copy (select 1 from quill where name = 'from rosa') to stdout" }, 'COPY'],
  ["begin; set local lateral.tenant_id = 'x'", 'BEGIN'],
  ['rosa quill', 'OTHER'],
  [undefined, 'OTHER'],
])('the summary of %j is %s', (sent, summary) => {
  expect(summaryOf(sent).summary).toBe(summary)
})
