import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import {
  defaultPermissions,
  permissions,
  type Permission,
  type UserType,
} from '../../contract/permissions/permissions.ts'
import { meets } from '../../contract/permissions/rules.ts'
import { logInAs, visit, type Client } from '../server/client.ts'
import { callEndpoint, callOf } from './endpoint-calls.ts'
import { callers } from './noun-walks.ts'
import { ownAndOneForeign } from '../server/own-permissions.ts'
import { endsItsCaller, logInAsSpare } from '../server/spare-user.ts'
import { startTestApp, type TestApp } from '../server/test-app.ts'
import { walks } from './walks.ts'

/** Made-up ids for those endpoints. */
const nowhere = {
  organisationId: '0190a000-0000-7fff-8000-00000000000a',
  groupId: '0190a000-0000-7fff-8000-00000000000b',
  staffId: '0190a000-0000-7fff-8000-000000000010',
  invitedId: '0190a000-0000-7fff-8000-000000000011',
}

let test: TestApp
/** The server's present statuses, in the form of the matrix. */
const found: Record<string, number[]> = {}

beforeAll(async () => {
  test = await startTestApp()
  for (const caller of callers) {
    const client = await clientOf(caller)
    // Each caller invites the same people, so the limits are reset.
    await test.query(test.ours, 'delete from message_counts')
    for (const endpoint of endpoints) {
      const sender = endsItsCaller.has(endpoint.name) ? await spareOf(caller) : client
      const { statusCode } = await callEndpoint(sender, endpoint, callOf(endpoint, test.ours.places.home))
      ;(found[endpoint.name] ??= []).push(statusCode)
    }
  }
  if (process.env.PRINT_PERMISSIONS) process.stdout.write(printed())
})
afterAll(() => test.close())

it('the matrix has a row for every endpoint and for no other', () => {
  expect(Object.keys(walks.statuses).toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted())
})

it.each(endpoints)('$name is open to exactly those in the reviewed matrix', ({ name }) => {
  expect(byCaller(found[name])).toEqual(byCaller(walks.statuses[name]))
})

/** The ids here may belong to the caller or be visible by a rule, which granting every permission would hide. */
const ofPlacesAndPeople = endpoints.filter(({ path }) => /^\/(organisations|groups|users)\/\{id\}/.test(path))

it.each(callers)('%s gets equal replies from them for another tenant’s things and for missing ones', async (caller) => {
  const client = await clientOf(caller)
  const [theirs, nobodys] = [test.theirs.places.unique, { ...test.theirs.places.unique, ...nowhere }]
  expect(ofPlacesAndPeople).toHaveLength(18)
  for (const endpoint of ofPlacesAndPeople) {
    const [ofTheirs, ofNobody] = [
      await callEndpoint(client, endpoint, callOf(endpoint, theirs)),
      await callEndpoint(client, endpoint, callOf(endpoint, nobodys)),
    ]
    const told = ({ statusCode, body }: typeof ofTheirs) => [endpoint.name, statusCode, JSON.parse(body).message]
    expect(told(ofTheirs)).toEqual(told(ofNobody))
    expect(ofTheirs.statusCode).toBeOneOf(caller === 'visitor' ? [401] : [403, 404])
  }
})

describe('the declared requirement of an endpoint decides for holders of a single permission', () => {
  const guarded = endpoints.filter(({ requires }) => typeof requires !== 'string')

  it(
    'with every permission and every endpoint, as a user of the type group',
    () => expectDeclared('group', new Map(permissions.map((permission) => [permission, guarded]))),
    // Several thousand requests, which a busy machine needs minutes for.
    600_000,
  )

  it('with the permissions of each endpoint and with a foreign one, as a clinician', async () => {
    const tried = ownAndOneForeign(guarded, permissions, 'clinical')
    const withPermission = (permission: Permission) =>
      tried.filter((each) => each.permissions.includes(permission)).map(({ endpoint }) => endpoint)
    await expectDeclared('clinical', new Map(permissions.map((each) => [each, withPermission(each)])))
  })

  afterAll(async () => {
    await test.query(test.ours, 'delete from tenant_permissions')
    for (const [type, usual] of Object.entries(defaultPermissions)) {
      await test.query(
        test.ours,
        'insert into tenant_permissions (tenant_id, user_type, permissions) values (current_tenant(), $1, $2)',
        [type, usual],
      )
    }
  })
})

/** Expects that a user who has a permission alone is refused by just those of its endpoints that declare it. */
async function expectDeclared(userType: UserType, tried: ReadonlyMap<Permission, readonly Endpoint[]>): Promise<void> {
  const client = await logInAs(test.app, test.ours, userType)
  for (const [permission, called] of tried) {
    await test.query(test.ours, 'update tenant_permissions set permissions = $1', [[permission]])
    const holder = { userType, permissions: [permission], features: [] }
    const declared = called.filter(({ requires }) => !meets(requires, holder)).map(({ name }) => name)
    const refused: string[] = []
    for (const endpoint of called) {
      const { statusCode } = await callEndpoint(client, endpoint, callOf(endpoint, test.ours.places.home))
      if (statusCode === 403) refused.push(endpoint.name)
    }
    expect([userType, permission, refused]).toEqual([userType, permission, declared])
  }
}

it('stored permissions decide, and not the type that usually has them', async () => {
  const clinical = await logInAs(test.app, test.ours, 'clinical')
  expect((await clinical.get('/test-records/export')).statusCode).toBe(403)
  await allow('clinical', "array_append(permissions, 'export-tests')")
  expect((await clinical.get('/test-records/export')).statusCode).toBe(200)
  await allow('clinical', "array_remove(permissions, 'view-tests')")
  expect((await clinical.get('/test-records')).statusCode).toBe(403)
  const elsewhere = await logInAs(test.app, test.theirs, 'clinical')
  expect((await elsewhere.get('/test-records')).statusCode).toBe(200)
})

it('a refused attempt is audited', async () => {
  // Refusals of one person are only counted once there are many, and the walk above has made many.
  const patient = await logInAs(test.app, test.theirs, 'patient')
  const { requestId } = (await patient.get('/test-records/export')).json()
  expect(
    await test.query(test.theirs, 'select action, outcome from audit_events where request_id = $1', [requestId]),
  ).toEqual([{ action: 'test-record.exported', outcome: 'refused' }])
})

function clientOf(caller: (typeof callers)[number]): Promise<Client> {
  return caller === 'visitor' ? visit(test.app, test.ours) : logInAs(test.app, test.ours, caller)
}

function spareOf(caller: (typeof callers)[number]): Promise<Client> {
  return caller === 'visitor' ? visit(test.app, test.ours) : logInAsSpare(test, test.ours, caller)
}

async function allow(userType: string, permissions: string): Promise<void> {
  await test.query(test.ours, `update tenant_permissions set permissions = ${permissions} where user_type = $1`, [
    userType,
  ])
}

function byCaller(statuses: readonly number[] | undefined) {
  return Object.fromEntries(callers.map((caller, i) => [caller, statuses?.[i]]))
}

function printed(): string {
  return Object.entries(found)
    .map(([name, statuses]) => `  ${`${name}:`.padEnd(20)} [${statuses.join(', ')}],\n`)
    .join('')
}
