import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import {
  cellOf,
  changed,
  faultOf,
  tenantTypes,
  usualMatrix,
  withTypeOf,
  type Matrix,
  type TenantType,
} from '../../contract/permissions/matrix.ts'
import { permissions, type Permission } from '../../contract/permissions/permissions.ts'
import { meets } from '../../contract/permissions/rules.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { callEndpoint, callOf } from '../../tests/walks/endpoint-calls.ts'
import { endsItsCaller, logInAsSpare } from '../../tests/server/spare-user.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { userIdOf } from '../../tests/server/tenants.ts'

let test: TestApp
let admin: Client
let path: string

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  path = `/tenants/${test.ours.id}/permissions`
})
afterAll(() => test.close())

const usual: Matrix = tenantTypes.reduce((matrix, type) => withTypeOf(matrix, type, usualMatrix), {} as Matrix)
const put = async (types: Partial<Matrix>, client = admin) => {
  const { etag = '' } = (await admin.get(path)).headers
  return await client.send('PUT', path, { body: types, headers: { 'if-match': etag } })
}
const without = (type: TenantType, ...taken: Permission[]) => ({
  [type]: usual[type].filter((permission) => !taken.includes(permission)),
})
const lastEvent = async () =>
  (
    await test.query<{ action: string; outcome: string; details: unknown }>(
      test.ours,
      `select action, outcome, details from audit_events where action = 'tenant.permissions-changed' order by id desc limit 1`,
    )
  )[0]

beforeEach(async () => {
  const response = await put(usual)
  expect(response.statusCode, response.body).toBe(200)
})

describe('the permissions of the user types', () => {
  it('are shown with the number of people, but not to another tenant', async () => {
    const { data } = (await admin.get(path)).json()
    expect(data).toMatchObject({ id: test.ours.id, people: { tenant: 1, organisation: 1 } })
    expect(data.types).toEqual(usual)
    await test.query(test.ours, `update users set status = 'suspended' where id = $1`, [userIdOf('provider')])
    expect((await admin.get(path)).json().data.people.provider).toBe(data.people.provider - 1)
    await test.query(test.ours, `update users set status = 'active' where id = $1`, [userIdOf('provider')])
    expect((await admin.get(`/tenants/${test.theirs.id}/permissions`)).statusCode).toBe(404)
    const theirs = { body: without('group', 'export-tests'), headers: { 'if-match': '"7"' } }
    expect((await admin.send('PUT', `/tenants/${test.theirs.id}/permissions`, theirs)).statusCode).toBe(404)
  })

  it('apply from the next request on in every process, and the old ones are audited', async () => {
    const clinician = await logInAs(test.app, test.ours, 'provider')
    const elsewhere = clinician.copy(await test.another())
    expect((await clinician.get('/test-records/export')).statusCode).toBe(200)
    expect((await put(without('provider', 'export-tests'))).statusCode).toBe(200)
    expect((await clinician.get('/test-records/export')).statusCode).toBe(403)
    expect((await elsewhere.get('/test-records/export')).statusCode).toBe(403)
    expect((await elsewhere.get('/users/my-details')).json().data.permissions).not.toContain('export-tests')
    expect(await lastEvent()).toEqual({
      action: 'tenant.permissions-changed',
      outcome: 'done',
      details: {
        from: { provider: usual.provider },
        to: without('provider', 'export-tests'),
      },
    })
    const theirs = await logInAs(test.app, test.theirs, 'provider')
    expect((await theirs.get('/test-records/export')).statusCode).toBe(200)
  })

  it('log out at once the users who may no longer use the web app', async () => {
    const nurse = await logInAs(test.app, test.ours, 'clinical')
    const provider = await logInAs(test.app, test.ours, 'provider')
    await put(without('clinical', 'login-dashboard'))
    expect((await nurse.get('/users/my-details')).statusCode).toBe(401)
    expect((await provider.get('/users/my-details')).statusCode).toBe(200)
  })

  it('are changed only by those who saw the current version, and leave no trace when nothing changes', async () => {
    const { etag = '' } = (await admin.get(path)).headers
    const send = (types: Partial<Matrix>) =>
      admin.send('PUT', path, { body: types, headers: { 'if-match': etag } }).then(({ statusCode }) => statusCode)
    const before = await lastEvent()
    expect(await send(usual)).toBe(200)
    expect(await lastEvent()).toEqual(before)
    const both = await Promise.all([send(without('group', 'export-tests')), send(without('provider', 'export-tests'))])
    expect(both.toSorted((a, b) => a - b)).toEqual([200, 412])
    expect((await admin.send('PUT', path, { body: {} })).statusCode).toBe(428)
  })

  it.each<[string, Partial<Matrix>]>([
    ['an administrator who cannot give it back', without('tenant', 'edit-own-tenant')],
    ['an administrator who cannot log in', without('tenant', 'login-dashboard')],
    ['an administrator who cannot look after people', without('tenant', 'edit-users')],
    ['somebody who cannot see themselves', without('patient', 'view-own-user')],
    ['a patient who sees others', { patient: [...usual.patient, 'view-subjects'] }],
    ['a clinician who sees the tenants', { clinical: [...usual.clinical, 'view-tenants'] }],
    ['an administrator who changes other tenants', { tenant: [...usual.tenant, 'edit-tenants'] }],
    ['changing groups without seeing them', without('organisation', 'view-groups')],
  ])('never allow %s', async (_, types) => {
    const [type = ''] = Object.keys(types)
    const response = await put(types)
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, [type]])
  })
})

/** Every matrix that a tenant can make, by switching single permissions on and off in turn. */
const matrices = fc
  .array(
    fc.record({
      type: fc.constantFrom(...tenantTypes),
      permission: fc.constantFrom(...permissions.filter((permission) => permission !== 'login-dashboard')),
      isHeld: fc.boolean(),
    }),
    { minLength: 20, maxLength: 120 },
  )
  .map((changes) => changes.reduce(changed, usual))

describe('any matrix', () => {
  it('can be stored when it is made of single changes, and is refused where it is wrong', () => {
    fc.assert(
      fc.property(matrices, (matrix) => {
        expect(tenantTypes.map((type) => faultOf(type, matrix[type]))).toEqual(tenantTypes.map(() => undefined))
      }),
    )
    const subset = fc.record({ type: fc.constantFrom(...tenantTypes), held: fc.subarray([...permissions]) })
    fc.assert(
      fc.property(subset, ({ type, held }) => {
        const isWrong = permissions.some((permission) => {
          const cell = cellOf(type, permission)
          return held.includes(permission) ? cell === 'beyond' || cell === 'implied' : cell === 'kept'
        })
        expect(isWrong && faultOf(type, held) === undefined).toBe(false)
      }),
    )
  })

  it('decides about every endpoint, and keeps administrators able to log in', async () => {
    const clients = new Map<TenantType, Client>()
    for (const type of tenantTypes) clients.set(type, await logInAs(test.app, test.ours, type))
    const walked = endpoints.filter(({ requires, name }) => requires !== 'anyone' && !endsItsCaller.has(name))
    await fc.assert(
      fc.asyncProperty(matrices, fc.infiniteStream(fc.boolean()), async (matrix, isChosen) => {
        const stored = await put(matrix)
        expect(stored.statusCode, stored.body).toBe(200)
        for (const [type, client] of clients) {
          const holder = { userType: type, permissions: matrix[type], features: [] }
          const wanted: string[] = []
          const refused: string[] = []
          for (const endpoint of walked.filter(() => isChosen.next().value)) {
            if (!meets(endpoint.requires, holder)) wanted.push(endpoint.name)
            // Searches of FHIR leave out this parameter. No other endpoint accepts it, so permitted calls fail and do nothing.
            const call = { ...callOf(endpoint, test.ours.places.home), query: { nothing: '1' } }
            const { statusCode, body } = await callEndpoint(client, endpoint, call)
            expect(statusCode, `${endpoint.name}: ${body}`).toBeOneOf([403, endpoint.byForm === undefined ? 422 : 200])
            if (statusCode === 403) refused.push(endpoint.name)
          }
          expect([type, refused]).toEqual([type, wanted])
        }
        const back = await put(usual)
        expect(back.statusCode, back.body).toBe(200)
      }),
      { numRuns: 3, endOnFailure: true },
    )
  })
})

describe('the last administrator who can log in', () => {
  const suspend = (client: Client, id: string) => client.put(`/users/${id}/suspend`)
  const idOf = async (client: Client): Promise<string> => (await client.get('/users/my-details')).json().data.id

  it('remains when two administrators suspend or demote each other at once', async () => {
    const demote = async (client: Client, id: string) => {
      const { headers, json } = await admin.get(`/users/${id}`)
      const { fullName, lang } = json().data
      const organisationId = test.ours.places.home.organisationId
      const body = { fullName, lang, userType: 'organisation', organisationId, groupIds: [] }
      return await client.send('PUT', `/users/${id}`, { body, headers: { 'if-match': headers.etag ?? '' } })
    }
    for (const takeAway of [suspend, demote]) {
      const second = await logInAsSpare(test, test.ours, 'tenant')
      const ids = [await idOf(admin), await idOf(second)] as const
      const replies = await Promise.all([takeAway(admin, ids[1]), takeAway(second, ids[0])])
      const [done, refused] = replies.toSorted((a, b) => a.statusCode - b.statusCode)
      expect(done?.statusCode).toBe(200)
      // The second of them is logged out already, or is told why this is not possible.
      expect([401, 403, 409]).toContain(refused?.statusCode)
      const left = await test.query(test.ours, `select id from users where user_type = 'tenant' and status = 'active'`)
      expect(left).toHaveLength(1)
      await test.query(
        test.ours,
        `update users set status = 'active', user_type = 'tenant', organisation_id = null where id = $1`,
        [ids[0]],
      )
      await test.query(test.ours, `update users set status = 'suspended' where id = $1`, [ids[1]])
      admin = await logInAs(test.app, test.ours, 'tenant')
    }
  })

  it('cannot be removed while the others have never logged in, and the reply says why', async () => {
    const second = await logInAsSpare(test, test.ours, 'tenant')
    const [first, id] = [await idOf(admin), await idOf(second)]
    // The second administrator has a session but could not log in again.
    await test.query(test.ours, 'update users set email_verified_at = null where id = $1', [id])
    const response = await suspend(second, first)
    expect([response.statusCode, response.json().code]).toEqual([409, 'last-administrator'])
    expect(response.json().message).toContain('last administrator')
    await test.query(test.ours, 'update users set email_verified_at = now() where id = $1', [id])
    expect((await suspend(second, first)).statusCode).toBe(200)
  })
})
