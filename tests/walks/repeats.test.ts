import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { defaultPermissions } from '../../contract/permissions/permissions.ts'
import { logInAs, visit, type Client } from '../server/client.ts'
import { callEndpoint, callOf } from './endpoint-calls.ts'
import type { Call } from './noun-walks.ts'
import { startOperator } from '../server/operators.ts'
import { endsItsCaller, logInAsSpare } from '../server/spare-user.ts'
import { startTestApp, type TestApp } from '../server/test-app.ts'
import { isOfOperators } from './walk-scope.ts'

let test: TestApp
let admin: Client
let operator: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  operator = (await startOperator(test, 'Robin Reed', null)).client
})
afterAll(() => test.close())

const changing: Endpoint[] = endpoints.filter(({ method }) => method !== 'GET')
const creating = changing.filter(({ headers, replies }) => headers?.['idempotency-key'] && 201 in replies)

/** The part that makes a call another one, for endpoints whose calls are otherwise equal. */
const another: Record<string, Call> = {
  recordTest: { body: { lot: 'Another' } },
  sendResult: { body: { channel: 'text' } },
  sendNotificationReportAgain: { params: { id: '0190a000-0000-7000-8000-0000000000ff' } },
  startRound: { body: { lot: 'Another' } },
  startTestSet: { body: { subjectId: '0190a000-0000-7000-8000-0000000000ff' } },
  startTestRun: { body: { lot: 'Another' } },
  takeFromCatalogue: { params: { entry: 'hiv' } },
}

/** The part that makes a call change something. */
const changes: Record<string, Call> = {
  changePermissions: { body: { provider: defaultPermissions.provider.filter((one) => one !== 'export-tests') } },
  changeTenant: { body: { sessionIdleMinutes: 20 } },
  correctTest: { body: { note: 'A shadow' } },
  takeFromCatalogue: { params: { entry: 'hiv' } },
  updateOperatorAccess: { body: { mayEnter: false } },
  updateUser: { body: { fullName: 'Another Name' } },
}

function withPart(call: Call, { params, body }: Call = {}): Call {
  return {
    ...call,
    ...(params && { params: { ...call.params, ...params } }),
    ...(body !== undefined && { body: { ...(call.body as object), ...body } }),
  }
}

describe.each(creating)('$name under a key', (endpoint) => {
  const keyed = ({ headers, ...call }: Call): Call => ({
    ...call,
    headers: { ...headers, 'idempotency-key': `repeats-${endpoint.name}` },
  })
  let call: Call
  let client: Client

  it('is done once, however often and by however many requests at once', async () => {
    client = isOfOperators(endpoint) ? operator : admin
    call = keyed(callTo(endpoint))
    const replies = await Promise.all([1, 2].map(() => callEndpoint(client, endpoint, call)))
    replies.push(await callEndpoint(client, endpoint, call))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 200, 201])
    const [first, ...others] = replies.map((reply) => reply.json().data)
    for (const other of others) expect(other).toEqual(first)
  })

  it('refuses another request, and means nothing to anybody else', async () => {
    const refused = await callEndpoint(client, endpoint, withPart(call, another[endpoint.name] ?? callTo(endpoint)))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'idempotency-key-reused'])
    if (isOfOperators(endpoint)) return
    const colleague = await logInAsSpare(test, test.ours, 'tenant')
    // Whoever begins a set that is open is led to it, under whatever key.
    const led = endpoint.name === 'startTestSet' ? [200] : []
    expect((await callEndpoint(colleague, endpoint, call)).statusCode).toBeOneOf([201, 409, 422, ...led])
    const foreigner = await logInAs(test.app, test.theirs, 'tenant')
    const there = keyed(callOf(endpoint, test.theirs.places.home))
    expect((await callEndpoint(foreigner, endpoint, there)).statusCode).toBe(201)
  })
})

/** What the page about the API says of a repeat, by the name of the endpoint. */
async function documented(): Promise<Record<string, string>> {
  const page = await readFile(path.join(import.meta.dirname, '../../docs/api.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `([^|]+)` \| ([^|]+) \|/gm)]
  return Object.fromEntries(
    rows.flatMap(([, answer = '', names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']): [string, string] => [name, answer]),
    ),
  )
}

it('a repeat without a key is answered as docs/api.md says', async () => {
  const found: Record<string, string> = {}
  for (const endpoint of changing.toSorted(enteringLast)) found[endpoint.name] = await answerToRepeat(endpoint)
  if (process.env.PRINT_REPEATS) process.stdout.write(`${JSON.stringify(found, null, 1)}\n`)
  expect(found).toEqual(await documented())
})

/** An operator who has entered a tenant may do nothing else before leaving it, and asks only where that is not allowed. */
function enteringLast(one: Endpoint, other: Endpoint): number {
  const order = ({ name }: Endpoint) => ['enterTenant', 'leaveTenant', 'askToEnter'].indexOf(name)
  return order(one) - order(other)
}

/** Sends a request twice and tells how the second one was answered: by its status, or by what else it did. */
async function answerToRepeat(endpoint: Endpoint): Promise<string> {
  const client = await callerOf(endpoint)
  if (endpoint.name === 'askToEnter') {
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    await theirs.put('/operator-access', { mayEnter: false })
  }
  const { params, ...call } = withPart(callTo(endpoint), changes[endpoint.name])
  const address = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? '')
  const isVersioned = endpoint.headers?.['if-match']?.required
  const version = isVersioned && { 'if-match': (await client.get(address)).headers.etag ?? '"1"' }
  const { 'idempotency-key': _, ...headers }: Record<string, string> = { ...version, ...call.headers }
  const send = () => client.send(endpoint.method, address, { ...call, headers })
  const first = await send()
  if (first.statusCode >= 300) return `failed: ${first.body}`
  const before = await countStored()
  const second = await send()
  if (second.statusCode >= 300) return `${second.statusCode} ${second.json().code}`
  return (await countStored()) === before ? 'nothing more' : 'done again'
}

/** The rows that tell what was done: events of the trail and messages. */
async function countStored(): Promise<string> {
  const count = `select (select count(*) from audit_events where outcome = 'done') as events,
    (select count(*) from messages) as messages`
  return JSON.stringify([await test.query(test.ours, count), await test.query(test.theirs, count)])
}

function callTo(endpoint: Endpoint): Call {
  const { home } = test.ours.places
  // The operator's endpoints are about tenants.
  return callOf(endpoint, isOfOperators(endpoint) ? { ...home, organisationId: test.theirs.id } : home)
}

async function callerOf(endpoint: Endpoint): Promise<Client> {
  if (isOfOperators(endpoint)) return operator
  if (endsItsCaller.has(endpoint.name)) return await logInAsSpare(test, test.ours, 'tenant')
  return endpoint.requires === 'anyone' ? await visit(test.app, test.ours) : admin
}
