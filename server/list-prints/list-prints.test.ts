import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { startOperator } from '../../tests/server/operators.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())

const mayDo = (userType: UserType, held: readonly string[]) =>
  test.query(test.ours, 'update tenant_permissions set permissions = $2 where user_type = $1', [userType, held])
const printed = (tenant = test.ours) =>
  test.query(
    tenant,
    `select outcome, resource_type, details from audit_events where action = 'list.printed' order by occurred_at, id`,
  )

it('audits which list was printed, its filter and its number of rows, but not the search text', async () => {
  const { organisationId } = test.ours.places.home
  const tests = {
    list: 'test-record',
    filter: { organisation_id: organisationId, result: 'positive', weekday: '3', search: 'Findling' },
    rows: 275,
  }
  expect((await admin.post('/list-prints', tests)).statusCode).toBe(204)
  const users = { list: 'user', filter: { user_type: 'all', search: '' }, rows: 0 }
  expect((await admin.post('/list-prints', users)).statusCode).toBe(204)
  expect(await printed()).toEqual([
    {
      outcome: 'done',
      resource_type: 'test-record',
      details: {
        filter: {
          organisation_id: organisationId,
          result: 'positive',
          state: 'current',
          weekday: 3,
          search: true,
          sort: '-performed_at',
        },
        rows: 275,
      },
    },
    { outcome: 'done', resource_type: 'user', details: { filter: { user_type: 'all', sort: 'full_name' }, rows: 0 } },
  ])
  expect(await printed(test.theirs)).toEqual([])
})

it('refuses a filter of another list, and more rows than a print may have', async () => {
  const send = (body: object) => admin.post('/list-prints', body)
  expect((await send({ list: 'user', filter: { result: 'positive' }, rows: 1 })).statusCode).toBe(422)
  expect((await send({ list: 'user', filter: {}, rows: 1001 })).statusCode).toBe(422)
  expect((await send({ list: 'diary', filter: {}, rows: 1 })).statusCode).toBe(422)
})

it('records may be printed by users who may export them, other lists by users who may see them', async () => {
  await mayDo('clinical', ['login-dashboard', 'view-own-user', 'view-tests', 'view-subjects'])
  const clinical = await logInAs(test.app, test.ours, 'clinical')
  const statusOf = async (list: string) =>
    (await clinical.post('/list-prints', { list, filter: {}, rows: 1 })).statusCode
  expect(await statusOf('subject')).toBe(204)
  for (const list of ['test-record', 'audit-event', 'user', 'tenant']) expect(await statusOf(list)).toBe(403)
  const refused = (await printed()).filter(({ outcome }) => outcome === 'refused')
  expect(refused).toHaveLength(4)
})

it('an operator prints the list of tenants', async () => {
  const { client } = await startOperator(test, 'Pia Printer', null)
  expect((await client.post('/list-prints', { list: 'tenant', filter: {}, rows: 2 })).statusCode).toBe(204)
})
