import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { beginExport, busyExports, endOf, listen } from '../../tests/server/export-reader.ts'
import { type Machine, makeMachine } from '../../tests/server/machines.ts'
import { insertManyRecords, longNote } from '../../tests/server/many-records.ts'
import { thisMillisecond } from '../../tests/server/rows.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { password } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { multipart, tinyPng } from '../../tests/server/uploads.ts'
import { findToken } from './repository.ts'

/** A busy machine may be slow, which is not a failure. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp({ exportTimes: { checkEvery: 50, stalledAfter: 600_000 } })
  admin = await logInAs(test.app, test.ours, 'tenant')
  await listen(test.app)
})
afterAll(() => test.close())

const places = () => test.ours.places

async function statusOf(client: Client): Promise<number> {
  return (await client.get('/test-records')).statusCode
}

async function shown(id: string) {
  const { data } = (await admin.get('/api-tokens', { per_page: '100' })).json()
  return data.find((token: { id: string }) => token.id === id)
}

describe('a token ends at the next request', () => {
  const set = (text: string, ...values: unknown[]) => test.query(test.ours, text, values)
  const ways: {
    what: string
    take: (machine: Machine, makerId: string) => Promise<unknown>
    giveBack?: (machine: Machine, makerId: string) => Promise<unknown>
    status?: number
    state: string
  }[] = [
    { what: 'when it is revoked', take: ({ id }) => admin.put(`/api-tokens/${id}/revoke`), state: 'revoked' },
    {
      what: 'when it expires',
      take: ({ id }) => set(`update api_tokens set expires_at = ${thisMillisecond} where id = $1`, id),
      state: 'expired',
    },
    {
      what: 'while whoever made it is suspended',
      take: (_, maker) => admin.put(`/users/${maker}/suspend`),
      giveBack: (_, maker) => admin.put(`/users/${maker}/reactivate`),
      state: 'maker-left',
    },
    {
      what: 'while whoever made it is no administrator',
      take: (_, maker) => set(`update users set user_type = 'provider' where id = $1`, maker),
      giveBack: (_, maker) => set(`update users set user_type = 'tenant' where id = $1`, maker),
      state: 'maker-left',
    },
    {
      what: 'when whoever made it deletes their account',
      take: async (_, maker) => {
        const [{ email } = { email: '' }] = await test.query<{ email: string }>(
          test.ours,
          'select email from users where id = $1',
          [maker],
        )
        const leaver = await logInAs(test.app, test.ours, { email })
        const left = await leaver.put('/users/my-details/delete', {
          currentPassword: password,
          reason: 'no-longer-required',
        })
        expect(left.statusCode, left.body).toBe(204)
      },
      state: 'maker-left',
    },
    {
      what: 'while the organisation that it reaches is suspended',
      take: () => admin.put(`/organisations/${places().away.organisationId}/suspend`),
      giveBack: () => admin.put(`/organisations/${places().away.organisationId}/reactivate`),
      state: 'place-suspended',
    },
    {
      what: 'while all groups that it reaches are suspended',
      take: () => admin.put(`/groups/${places().away.groupId}/suspend`),
      giveBack: () => admin.put(`/groups/${places().away.groupId}/reactivate`),
      state: 'place-suspended',
    },
    {
      what: 'while the tenant is suspended',
      take: () => set(`update tenants set status = 'suspended' where id = $1`, test.ours.id),
      giveBack: () => set(`update tenants set status = 'active' where id = $1`, test.ours.id),
      status: 403,
      state: 'active',
    },
    {
      what: 'while administrators lack its permission',
      take: () => permissionsOfAdministrators("array_remove(permissions, 'view-tests')"),
      giveBack: () => permissionsOfAdministrators("array_append(permissions, 'view-tests')"),
      status: 403,
      state: 'active',
    },
  ]

  it.each(ways)('$what', async ({ take, giveBack, status = 401, state }) => {
    const maker = await logInAsSpare(test, test.ours, 'tenant')
    const makerId = (await maker.get('/users/my-details')).json().data.id
    const { organisationId, groupId } = places().away
    const machine = await makeMachine(maker, test.ours, {
      permissions: ['view-tests'],
      organisationId,
      groupIds: [groupId],
    })
    // Both processes have seen the token before.
    const elsewhere = machine.copy(await another())
    for (const one of [machine, elsewhere]) expect(await statusOf(one)).toBe(200)
    await take(machine, makerId)
    for (const one of [machine, elsewhere]) expect(await statusOf(one)).toBe(status)
    await giveBack?.(machine, makerId)
    const isBack = giveBack !== undefined
    for (const one of [machine, elsewhere]) expect(await statusOf(one)).toBe(isBack ? 200 : 401)
    if (isBack) await take(machine, makerId)
    try {
      expect(await stateIn(machine.id)).toBe(state)
    } finally {
      await giveBack?.(machine, makerId)
    }
  })

  /** Reads the state as the list shows it, also while the tenant is suspended. */
  const stateIn = (id: string) =>
    test.door.enterTenant(test.ours.id, 'a list', async (scope) => (await findToken(scope, id))?.state)

  const permissionsOfAdministrators = (permissions: string) =>
    set(`update tenant_permissions set permissions = ${permissions} where user_type = 'tenant'`)

  let other: Promise<TestApp['app']> | undefined
  const another = () => (other ??= test.another())
})

describe('during a request in several steps', () => {
  it('a token that is revoked meanwhile does not take the next step', async () => {
    const machine = await makeMachine(admin, test.ours)
    const count = async () => (await test.query(test.ours, 'select id from device_images')).length
    const before = await count()
    const { payload, headers } = multipart([{ name: 'file', filename: 'a.png', type: 'image/png', content: tinyPng }])
    const sent = http.request({
      port: (test.app.server.address() as AddressInfo).port, // it listens on TCP
      method: 'POST',
      path: '/api/v1/device-images',
      headers: { host: machine.host, ...machine.credentials(), ...headers, 'content-length': payload.length },
    })
    sent.write(payload.subarray(0, 50))
    // The first step, which checks the token before the picture is read, notes that it was used.
    await expect.poll(async () => (await shown(machine.id)).lastUsedOn).not.toBeNull()
    await admin.put(`/api-tokens/${machine.id}/revoke`)
    sent.end(payload.subarray(50))
    const [reply] = (await once(sent, 'response')) as [http.IncomingMessage]
    reply.resume()
    expect(reply.statusCode).toBe(401)
    expect(await count()).toBe(before)
  })
})

describe('during an export', () => {
  const rows = 5_000

  beforeAll(() => insertManyRecords(test, test.ours, { count: rows, secondsApart: 1, note: longNote }))

  it.each([
    ['revoked', (machine: Machine) => admin.put(`/api-tokens/${machine.id}/revoke`)],
    [
      'expired',
      (machine: Machine) =>
        test.query(test.ours, `update api_tokens set expires_at = ${thisMillisecond} where id = $1`, [machine.id]),
    ],
    [
      'narrowed, as by the suspension of a group',
      () => admin.put(`/groups/${places().ward.groupId}/suspend`),
      () => admin.put(`/groups/${places().ward.groupId}/reactivate`),
    ],
  ] as const)('the file of a token that is %s breaks off', async (_, take, giveBack?) => {
    const { organisationId } = places().home
    const groupIds = [places().home.groupId, places().ward.groupId]
    const machine = await makeMachine(admin, test.ours, {
      organisationId,
      groupIds,
      permissions: ['view-tests', 'export-tests'],
    })
    const response = await beginExport(machine)
    const ended = endOf(response)
    await once(response, 'data')
    response.pause()
    await take(machine)
    try {
      await expect.poll(() => busyExports(test)).toBe(0)
    } finally {
      await giveBack?.()
    }
    response.resume()
    await expect(ended).rejects.toThrow(/aborted|ECONNRESET/)
    // The reply breaks off before the event is written.
    const events = () =>
      test.query(
        test.ours,
        `select details ->> 'endedEarly' as why from audit_events where action = 'test-record.exported' and outcome = 'done' and actor_id = $1`,
        [machine.id],
      )
    await expect.poll(events).toEqual([{ why: 'access-ended' }])
  })
})
