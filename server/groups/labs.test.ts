import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Group } from '../../contract/groups/endpoints.ts'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client
beforeAll(async () => {
  test = await startTestApp()
  await test.query(test.ours, `update tenants set countries = '{GB,US}'`)
  admin = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())

const said = phrases.rules
const provider = { firstName: 'Ada', middleName: 'B.', lastName: 'Ashworth', suffix: 'MD', npi: '1234567893' }
const lab = {
  streetAddress: '501 N Dixon St',
  streetAddress2: null,
  city: 'Portland',
  state: 'OR',
  county: 'Multnomah',
  country: 'US',
  postcode: '97227',
}
let names = 0

async function created(fields: object): Promise<Group> {
  const { organisationId } = test.ours.places.home
  const response = await admin.post('/groups', { name: `Lab ${++names}`, organisationId, ...fields })
  expect(response.statusCode, response.body).toBe(201)
  return response.json().data
}

const change = ({ id, version }: Group, fields: object) =>
  admin.send('PUT', `/groups/${id}`, { body: fields, headers: { 'if-match': `"${version}"` } })

it('a group has an ordering provider and the address of its laboratory, which stay where a request leaves them out', async () => {
  const made = await created({ orderingProvider: provider, labAddress: lab })
  expect(made).toMatchObject({ orderingProvider: provider, labAddress: lab })
  const { name } = made
  const renamed = (await change(made, { name: `${name} again` })).json().data
  expect(renamed).toMatchObject({ name: `${name} again`, orderingProvider: provider, labAddress: lab, version: 2 })
  expect((await admin.get(`/groups/${made.id}`)).json().data).toEqual(renamed)
  const other = { firstName: 'Bo', middleName: '', lastName: 'Birch', suffix: null, npi: '' }
  const replaced = (await change(renamed, { name, orderingProvider: other, labAddress: null })).json().data
  expect(replaced).toMatchObject({
    orderingProvider: { firstName: 'Bo', middleName: null, lastName: 'Birch', suffix: null, npi: null },
    labAddress: null,
  })
  expect((await change(replaced, { name, orderingProvider: null })).json().data.orderingProvider).toBeNull()
  expect(await created({})).toMatchObject({ orderingProvider: null, labAddress: null })
})

it.for([
  [{ orderingProvider: { ...provider, lastName: '' } }, 'orderingProvider.lastName', ['Last name is required']],
  [{ orderingProvider: { ...provider, npi: '12345' } }, 'orderingProvider.npi', ['10 digits required']],
  [{ labAddress: { ...lab, postcode: '' } }, 'labAddress.postcode', [said.postcodeRequired]],
  [{ labAddress: { ...lab, country: 'FR', state: null, county: null } }, 'labAddress.country', [said.choice]],
  [{ labAddress: { ...lab, county: 'Galway' } }, 'labAddress.county', [said.choice]],
] as const)('%j is refused at %s', async ([wrong, field, messages]) => {
  const { organisationId } = test.ours.places.home
  const refused = await admin.post('/groups', { name: 'Refused', organisationId, ...wrong })
  expect([refused.statusCode, refused.json().errors]).toEqual([422, { [field]: messages }])
  const kept = await created({})
  expect((await change(kept, { name: kept.name, ...wrong })).json().errors).toEqual({ [field]: messages })
})

it('an NPI whose check digit does not fit is taken', async () => {
  const made = await created({ orderingProvider: { ...provider, npi: '1234567890' } })
  expect(made.orderingProvider?.npi).toBe('1234567890')
})

it('the history tells each part of the address, and of the ordering provider only that it changed', async () => {
  const made = await created({ orderingProvider: provider, labAddress: lab })
  const { name } = made
  const moved = (await change(made, { name, labAddress: { ...lab, city: 'Salem', county: null } })).json().data
  const married = (await change(moved, { name, orderingProvider: { ...provider, lastName: 'Brightwater' } })).json()
  expect((await change(married.data, { name, orderingProvider: married.data.orderingProvider })).json()).toEqual(
    married,
  )
  const { data } = (await admin.get(`/groups/${made.id}/history`)).json()
  expect(data.map(({ fields }: { fields: unknown }) => fields)).toEqual([
    [{ field: 'orderingProvider', from: null, to: null }],
    [
      { field: 'labAddress.city', from: 'Portland', to: 'Salem' },
      { field: 'labAddress.county', from: 'Multnomah', to: null },
    ],
    [],
  ])
  const event = (await admin.get(`/audit-events/${data[0].id}`)).json().data
  expect([event.changes, event.facts]).toEqual([
    [{ field: 'orderingProvider', from: null, to: null, isHidden: true }],
    [],
  ])
  const kept = await test.query(test.ours, `select details from audit_events where action like 'group.%'`)
  expect(JSON.stringify(kept)).not.toMatch(/Ashworth|Brightwater|1234567893/)
})

it('is not seen at another tenant', async () => {
  const made = await created({ orderingProvider: provider, labAddress: lab })
  const theirs = await logInAs(test.app, test.theirs, 'tenant')
  expect((await theirs.get(`/groups/${made.id}`)).statusCode).toBe(404)
})
