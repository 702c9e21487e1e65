import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { logInAs, visit, type Client } from '../server/client.ts'
import { callEndpoint, callOf } from './endpoint-calls.ts'
import { endsItsCaller, logInAsSpare } from '../server/spare-user.ts'
import { startTestApp, type TestApp } from '../server/test-app.ts'
import { expectForeignIsUnknownUnlikeOwn, isOfOperators, valuesIn } from './walk-scope.ts'
import { walks } from './walks.ts'

let test: TestApp
let admin: Client
let visitor: Client
/** The rows of the other tenant before any call, by table. */
let before: Record<string, number>

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  visitor = await visit(test.app, test.ours)
  before = await countTheirRows()
})
afterAll(() => test.close())

it('every endpoint of the contract has a call, and every call an endpoint', () => {
  expect(Object.keys(walks.calls).toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted())
})

/** No tenant's administrator may call the others, which the operator's tests walk. */
const ofTenants = endpoints.filter((endpoint) => !isOfOperators(endpoint))

describe.each(ofTenants)('$name', (endpoint) => {
  it('shows nothing of another tenant that has the same ids and emails', async () => {
    const call = callOf(endpoint, test.ours.places.home)
    const unfiltered = { ...call, query: undefined }
    for (const client of await clients(endpoint)) {
      const replies = [await callEndpoint(client, endpoint, call)]
      expect(replies[0]?.statusCode, replies[0]?.body).toBeOneOf(statusesOf(client))
      if (endpoint.method === 'GET') replies.push(await callEndpoint(client, endpoint, unfiltered))
      for (const { body } of replies) {
        expect(body).not.toContain(test.theirs.marker)
        // The trail contains ids that were requested in vain, and this file requests those of the other tenant.
        const shown = endpoint.name === 'exportAuditEvents' ? '' : body
        expect(shown).not.toContain(test.theirs.id)
      }
    }
  })

  it('replies alike for another tenant’s things and missing ones, and differently for its own', async () => {
    const places = { own: test.ours.places.home, foreign: test.theirs.places.unique }
    const told = new Set<string>()
    for (const client of await clients(endpoint)) {
      for (const key of await expectForeignIsUnknownUnlikeOwn(client, endpoint, places)) told.add(key)
    }
    const silent = Object.keys(walks.sameForItsOwn[endpoint.name] ?? {})
    expect([...told].toSorted()).toEqual(
      valuesIn(endpoint, places.own)
        .filter((key) => !silent.includes(key))
        .toSorted(),
    )
  })
})

it('only known endpoints refer to nothing of a tenant', () => {
  const found = ofTenants.filter((endpoint) => valuesIn(endpoint, test.ours.places.home).length === 0)
  expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(walks.namesNothing).toSorted())
})

it('the calls have sent statements of every kind, which are judged at the end of this file', () => {
  expect(test.statements.size).toBeGreaterThan(100)
})

/** The statuses of a valid call. */
function statusesOf(client: Client): number[] {
  return client === visitor ? [200, 201, 204, 401] : [200, 201, 204]
}

/** A tenant's administrator and a visitor; only one of them where the call changes its caller or works once. */
async function clients({ name }: Endpoint): Promise<Client[]> {
  if (name === 'login' || name === 'setPassword' || name === 'redeemInvite') return [await visit(test.app, test.ours)]
  if (endsItsCaller.has(name)) return [await logInAsSpare(test, test.ours, 'tenant')]
  return [admin, visitor]
}

it('no call has changed the other tenant', async () => {
  const counted = await countTheirRows()
  expect(Object.values(counted).filter((rows) => rows > 0).length).toBeGreaterThan(25)
  expect(counted).toEqual(before)
})

async function countTheirRows(): Promise<Record<string, number>> {
  const tables = await test.query<{ name: string }>(
    test.theirs,
    `select c.oid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'tenant_id' and c.relkind = 'r' and c.relname <> 'tenant_addresses'`,
  )
  const counted: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await test.query<{ count: string }>(
      test.theirs,
      `select count(*) from ${name} where tenant_id = current_tenant()`,
    )
    counted[name] = Number(row?.count)
  }
  return counted
}
