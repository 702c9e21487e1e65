import { afterAll, beforeAll, expect, it } from 'vitest'
import type { NewTenant } from '../../contract/tenants/new-tenant.ts'
import { usualTheme } from '../../contract/tenants/preferences.ts'
import { createTenant } from '../operator/founding-service.ts'
import { Client, logInAs } from '../../tests/server/client.ts'
import { followInvitation } from '../../tests/server/operators.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client
let tenantId: string

const form: NewTenant = {
  name: 'Brook Clinic',
  slug: 'brook',
  country: 'GB',
  language: 'en_GB',
  kind: 'human',
  fullName: 'Ada Ash',
  email: 'ada@brook.test',
}

beforeAll(async () => {
  test = await startTestApp()
  const { token } = await createTenant(test.door, form, 'token')
  admin = new Client(test.app, 'brook.localhost')
  tenantId = (await followInvitation(admin, token ?? '')).tenant.id
})
afterAll(() => test.close())

/** Returns the completed steps; null when no list is shown. */
async function done(client: Client): Promise<string[] | null> {
  const { firstSteps } = (await client.get('/dashboard')).json().data
  return (
    firstSteps?.filter(({ isDone }: { isDone: boolean }) => isDone).map(({ step }: { step: string }) => step) ?? null
  )
}

async function created(where: string, body: object): Promise<string> {
  const response = await admin.post(where, body)
  expect(response.statusCode, response.body).toBe(201)
  return response.json().data.id
}

async function set(change: object): Promise<void> {
  const { version } = (await admin.get(`/tenants/${tenantId}`)).json().data
  const response = await admin.send('PUT', `/tenants/${tenantId}`, {
    body: change,
    headers: { 'if-match': `"${version}"` },
  })
  expect(response.statusCode, response.body).toBe(200)
}

it('ticks each step of a new tenant once it is done, until none is left', async () => {
  const { firstSteps } = (await admin.get('/dashboard')).json().data
  const all = ['brand', 'idPrefix', 'assays', 'places', 'colleagues', 'test']
  expect(firstSteps).toEqual(all.map((step) => ({ step, isDone: false })))

  await set({ theme: { web: { ...usualTheme, primary: '#4338CA' } } })
  expect(await done(admin)).toEqual(['brand'])
  await set({ idPrefix: 'BRK' })
  expect(await done(admin)).toEqual(['brand', 'idPrefix'])
  expect((await admin.post('/assays/catalogue/hcg', {})).statusCode).toBe(201)
  expect(await done(admin)).toEqual(['brand', 'idPrefix', 'assays'])
  const organisationId = await created('/organisations', { name: 'Mill Site' })
  const groupId = await created('/groups', { organisationId, name: 'Mill ward' })
  expect(await done(admin)).toEqual(['brand', 'idPrefix', 'assays', 'places'])
  const colleague = { fullName: 'Bo Birch', userType: 'group', organisationId, groupIds: [groupId], lang: 'en' }
  await created('/users', { ...colleague, email: 'bo@brook.test' })
  expect(await done(admin)).toEqual(['brand', 'idPrefix', 'assays', 'places', 'colleagues'])
  const subject = { kind: 'human', groupId, email: 'sam@people.test', dateOfBirth: '1950-02-03' }
  const subjectId = await created('/subjects', subject)
  const { assay_id: assayId } = (await admin.get('/users/my-details')).json().data
  const { data: assay } = (await admin.get(`/assays/${assayId}/web`)).json()
  await created('/test-records', {
    organisationId,
    groupId,
    subjectId,
    assayId,
    analyteResults: assay.analytes.map(({ id }: { id: string }) => ({ analyteId: id, result: 'negative' })),
    performedDate: '2026-03-01',
    performedTime: '09:30',
    performedZone: 'Europe/London',
  })
  expect(await done(admin)).toBeNull()
})

it('hides the list for the user who dismisses it, and for nobody else', async () => {
  const { ours, theirs } = test
  const mine = await logInAs(test.app, ours, 'organisation')
  const others = [await logInAs(test.app, ours, 'tenant'), await logInAs(test.app, theirs, 'organisation')] as const
  for (const client of [mine, ...others]) expect(await done(client)).not.toBeNull()
  // Another tab still shows it.
  const tabs = await Promise.all([mine, mine, mine].map((tab) => tab.put('/dashboard/first-steps/hide')))
  expect(tabs.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
  const hidden = await test.query(ours, `select id from audit_events where action = 'user.first-steps-hidden'`)
  expect(hidden).toHaveLength(1)
  expect(await done(mine)).toBeNull()
  for (const client of others) expect(await done(client)).not.toBeNull()
})

it('is not shown when nothing is left to do, nor to users with no steps', async () => {
  expect(await done(await logInAs(test.app, test.theirs, 'group'))).toBeNull()
  expect(await done(await logInAs(test.app, test.theirs, 'clinical'))).toBeNull()
  expect(await done(await logInAs(test.app, test.theirs, 'patient'))).toBeNull()
})

it('ends in a tenant that has been at work for two months', async () => {
  const tenant = await logInAs(test.app, test.ours, 'tenant')
  expect(await done(tenant)).not.toBeNull()
  await test.query(test.ours, `update tenants set created_at = now() - interval '61 days' where id = current_tenant()`)
  expect(await done(tenant)).toBeNull()
})
