import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Assay } from '../../contract/assays/assay.ts'
import type { CatalogueEntry } from '../../contract/assays/catalogue.ts'
import { serverRules } from '../../contract/phrases/en_GB/index.ts'
import { createTenant } from '../operator/founding-service.ts'
import { changeAssay, createAssay, noWords } from '../../tests/server/assays.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { newAssay } from '../../tests/server/new-assay.ts'
import { startOperator, type TestOperator } from '../../tests/server/operators.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { multipart } from '../../tests/server/uploads.ts'

let test: TestApp
let admin: Client
let operator: TestOperator

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  operator = await startOperator(test, 'Robin Reed', null)
})
afterAll(() => test.close())

const offered = async (client: Client, name: string) => {
  const entries: CatalogueEntry[] = (await client.get('/assays/catalogue')).json().data
  const [entry, ...others] = entries.filter((one) => one.name === name)
  expect(others).toEqual([])
  return entry
}
async function take(entry: string, client = admin): Promise<Assay> {
  const response = await client.post(`/assays/catalogue/${entry}`)
  expect(response.statusCode, response.body).toBe(201)
  return response.json().data
}
const keep = (assay: Assay, form: object) => changeAssay(operator.client, assay, form)

it('an assay keeps the entry of the catalogue from which it was taken, and its name is taken once', async () => {
  const assay = await take('dengue')
  expect(assay.analytes.map(({ name, loinc }) => [name, loinc])).toEqual([
    ['Dengue NS1 antigen', '75377-2'],
    ['Dengue IgG', '100964-6'],
    ['Dengue IgM', '29663-2'],
  ])
  expect(assay.takenFrom).toEqual({ entry: 'dengue', version: 1, name: 'Dengue NS1, IgG and IgM' })
  const renamed = await changeAssay(admin, assay, { name: 'Mosquito panel' })
  expect(renamed.takenFrom).toEqual(assay.takenFrom)
  await take('dengue')
  expect((await admin.post('/assays/catalogue/dengue')).json().errors).toEqual({ name: [serverRules.nameTaken] })
  expect((await admin.post('/assays/catalogue/nothing')).statusCode).toBe(404)
  expect((await createAssay(admin, newAssay('Kit'))).takenFrom).toBeNull()
})

it('the catalogue shows every tenant the operator’s replacement of an entry, in the reader’s language', async () => {
  const before = await take('rsv', operator.client)
  expect(before).toMatchObject({ isDefault: false, takenFrom: { entry: 'rsv' } })
  expect(await offered(operator.client, 'RSV antigen')).toBeUndefined()
  const line = { ...before.analytes[0], loinc: '94558-4' }
  const entry = await keep(before, { analytes: [line], instructions: { ...noWords, en_GB: 'Swab both nostrils.' } })
  const seen = await offered(admin, 'RSV antigen')
  expect(seen).toMatchObject({
    id: entry.id,
    version: 2,
    kind: 'human',
    analytes: [{ name: 'RSV', loinc: '94558-4' }],
  })
  await admin.put('/users/my-details/lang', { lang: 'es' })
  expect(await offered(admin, 'Antígeno de VSR')).toMatchObject({ id: entry.id, analytes: [{ name: 'VSR' }] })
  await admin.put('/users/my-details/lang', { lang: 'en' })
  const taken = await take(entry.id)
  expect(taken).toMatchObject({
    analytes: [{ name: 'RSV', loinc: '94558-4' }],
    instructions: { en_GB: 'Swab both nostrils.' },
    takenFrom: { entry: entry.id, version: 2, name: 'RSV antigen' },
  })
  await keep(entry, { readUntilMinutes: 25 })
  expect(await offered(admin, 'RSV antigen')).toMatchObject({ version: 3 })
  expect((await admin.get(`/assays/${taken.id}`)).json().data).toEqual(taken)
  const { data } = (await operator.client.get(`/assays/${entry.id}/history`)).json()
  expect(data.map(({ action }: { action: string }) => action)).toEqual([
    'assay.changed',
    'assay.changed',
    'assay.created',
  ])
})

it('the catalogue shows the operator’s additions until they are withdrawn, and again once they are restored', async () => {
  const added = await operator.client.post('/assays', newAssay('Measles IgM'))
  const { id } = added.json().data as Assay
  const elsewhere = await logInAs(test.app, test.theirs, 'tenant')
  for (const client of [admin, elsewhere]) {
    expect(await offered(client, 'Measles IgM')).toMatchObject({
      id,
      kind: null,
      manufacturer: 'Example Diagnostics',
    })
  }
  await operator.client.put(`/assays/${id}/retire`)
  expect(await offered(admin, 'Measles IgM')).toBeUndefined()
  expect((await admin.post(`/assays/catalogue/${id}`)).statusCode).toBe(404)
  await operator.client.put(`/assays/${id}/restore`)
  expect((await take(id, elsewhere)).takenFrom).toEqual({ entry: id, version: 3, name: 'Measles IgM' })
  // The assay is the operator's own; a tenant sees only its entry in the catalogue.
  expect((await admin.get(`/assays/${id}`)).statusCode).toBe(404)
  expect((await admin.get('/assays?search=measles')).json().data).toEqual([])
})

it('a new tenant starts with the operator’s version of the starter entries, without withdrawn ones', async () => {
  const covid = await keep(await take('covid-19', operator.client), { readUntilMinutes: 20 })
  const influenza = await take('influenza', operator.client)
  await operator.client.put(`/assays/${influenza.id}/retire`)
  await createTenant(
    test.door,
    {
      name: 'New Clinic',
      slug: 'new-clinic',
      country: 'GB',
      language: 'es_MX',
      kind: 'human',
      fullName: 'Ada Ash',
      email: 'ada@new.test',
    },
    'token',
  )
  const [tenant] = await test.query<{ id: string }>(
    { ...test.ours, id: operator.tenantId },
    `select tenant_id as id from tenant_directory where slug = 'new-clinic'`,
  )
  const begun = await test.query(
    { ...test.ours, id: tenant?.id ?? '' },
    'select name, read_until_minutes, taken_from from assays',
  )
  const name = 'Antígeno de COVID-19'
  expect(begun).toEqual([{ name, read_until_minutes: 20, taken_from: { entry: covid.id, version: 2, name } }])
})

it('the catalogue has no pictures and is edited only in the operator’s tenant', async () => {
  const file = multipart([{ name: 'file', filename: 'a.png', type: 'image/png', content: 'x' }])
  expect((await operator.client.send('POST', '/assays/pictures', file)).statusCode).toBe(403)
  const { id } = await createAssay(admin, newAssay('Another kit'))
  expect((await operator.client.get(`/assays/${id}`)).statusCode).toBe(404)
})
