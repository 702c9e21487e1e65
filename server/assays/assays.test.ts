import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allMeanings } from '../../contract/assays/meanings.ts'
import type { Assay } from '../../contract/assays/assay.ts'
import type { CatalogueEntry } from '../../contract/assays/catalogue.ts'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import { logInAs, type Client } from '../testing/client.ts'
import { newAssay } from '../testing/new-assay.ts'
import { newRecordAt } from '../testing/new-record.ts'
import { startOperator, type TestOperator } from '../testing/operators.ts'
import { createTenant } from '../operator/founding-service.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { photoWithMetadata } from '../testing/photo-with-metadata.ts'
import { multipart } from '../testing/uploads.ts'

let test: TestApp
let admin: Client
let nurse: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  nurse = await logInAs(test.app, test.ours, 'group')
})
afterAll(() => test.close())

const said = phrases.rules
const noWords = { en_GB: '', en_US: '', es_MX: '' }
let made = 0
const named = (name = 'Kit') => `${name} ${(made += 1)}`

async function created(form: object = {}): Promise<Assay> {
  const response = await admin.post('/assays', { ...newAssay(named()), ...form })
  expect(response.statusCode, response.body).toBe(201)
  return response.json().data
}
/** The form that an assay was made with, as it is sent to change it. */
function formOf({
  organisations,
  id: _,
  status: __,
  version: ___,
  hasInstructions: ____,
  takenFrom: _____,
  ...assay
}: Assay) {
  const instructions = { ...noWords, ...assay.instructions }
  const pictures = assay.pictures.map(({ id, words }) => ({ id, words: { ...noWords, ...words } }))
  const meanings = allMeanings(assay.meanings)
  return { ...assay, instructions, meanings, pictures, organisationIds: organisations?.map(({ id }) => id) ?? null }
}
const change = (assay: Assay, form: object = {}) =>
  admin.send('PUT', `/assays/${assay.id}`, {
    body: { ...formOf(assay), ...form },
    headers: { 'if-match': `"${assay.version}"` },
  })
async function changed(assay: Assay, form: object): Promise<Assay> {
  const response = await change(assay, form)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data
}
const resultsOf = (assay: Assay, results: readonly string[]) =>
  assay.analytes.map(({ id }, index) => ({ analyteId: id, result: results[index] }))

/** Of a form: a picture with what it shows, of an id that nobody has unless it is said. */
function picture(words: object, id = '0190a000-0000-7fff-8000-00000000000b') {
  return { id, words: { ...noWords, ...words } }
}

describe('an assay', () => {
  it('is created with all that its form has, read back by whoever records, and found by its name', async () => {
    const { organisationIds, instructions, meanings, ...form } = newAssay('Árbol antigen', [
      'Influenza A',
      'Influenza Á',
      '流感',
    ])
    const said = { ...meanings, es_MX: { ...meanings.es_MX, negative: ' Vuelva en tres días. ' } }
    const assay = await created({ ...form, organisationIds, instructions, meanings: said })
    expect(assay).toMatchObject({
      ...form,
      instructions: { en_GB: 'Add three drops.' },
      meanings: { es_MX: { negative: 'Vuelva en tres días.' } },
      hasInstructions: true,
      organisations: null,
      status: 'active',
      isDefault: false,
      version: 1,
      analytes: form.analytes.map((analyte, at) => ({ ...analyte, id: ['influenza-a', 'influenza-a-2', 'line'][at] })),
    })
    expect((await nurse.get(`/assays/${assay.id}`)).json().data).toEqual(assay)
    expect((await nurse.get(`/assays/${assay.id}/web`)).json().data).toEqual(assay)
    const { instructions: __, meanings: ___, pictures: ____, takenFrom: _____, ...listed } = assay
    expect((await nurse.get('/assays?search=ÁRB')).json().data).toEqual([listed])
    expect((await nurse.get('/assays?search=antigen')).json().data).toEqual([])
  })

  it.each([
    [{ name: ' ' }, 'name', said.required.replace('{{field}}', 'Name')],
    [{ gtin: '9780306406158' }, 'gtin', said.gtin],
    [{ analytes: [] }, 'analytes', said.required.replace('{{field}}', phrases.fields.analytes)],
    [{ analytes: [{ name: 'A', loinc: '94558-5' }] }, 'analytes.0.loinc', said.loinc],
    [{ analytes: [{ name: 'A', snomed: '445297002' }] }, 'analytes.0.snomed', said.snomed],
    [{ analytes: [{ name: 'Flu' }, { name: 'FLU ' }] }, 'analytes', said.analyteTwice],
    [{ specimens: [{ name: 'Blood' }, { name: 'blood' }] }, 'specimens', said.specimenTwice],
    [{ offeredResults: ['positive', 'positive'] }, 'offeredResults', said.twoResults],
    [{ readFromMinutes: 31 }, 'readUntilMinutes', said.readOrder],
    [{ readUntilMinutes: 1441 }, 'readUntilMinutes', said.minutes],
    [{ instructions: { en_GB: 'x'.repeat(4001), en_US: '', es_MX: '' } }, 'instructions.en_GB', 'Max 4000 characters'],
    [
      { meanings: allMeanings({ en_GB: { invalid: 'x'.repeat(501) } }) },
      'meanings.en_GB.invalid',
      'Max 500 characters',
    ],
    [{ pictures: [picture({})] }, 'pictures.0.words.en_GB', said.pictureWords],
    [{ pictures: [picture({})], instructions: noWords }, 'pictures.0', said.pictureWords],
    [{ pictures: [picture({ en_GB: 'A drop' })] }, 'pictures', said.unknownReference],
    [{ instructions: { ...noWords, es_MX: 'Ver ![1]' } }, 'instructions.es_MX', 'There is no picture 1'],
    [{ organisationIds: ['0190a000-0000-7fff-8000-00000000000a'] }, 'organisationIds', said.unknownReference],
  ])('%j is refused at %s', async (wrong, field, message) => {
    const response = await admin.post('/assays', { ...newAssay(named()), ...wrong })
    expect([response.statusCode, response.json().errors]).toEqual([422, { [field]: [message] }])
  })

  it('has a name that no other of its tenant has, in any case, retired or not', async () => {
    const { name } = await created()
    const other = await created()
    const again = await admin.post('/assays', newAssay(name.toUpperCase()))
    expect([again.statusCode, again.json().errors]).toEqual([409, { name: [said.nameTaken] }])
    expect((await change(other, { name })).json().errors).toEqual({ name: [said.nameTaken] })
    const elsewhere = await logInAs(test.app, test.theirs, 'tenant')
    expect((await elsewhere.post('/assays', newAssay(name))).statusCode).toBe(201)
  })

  it('is of its organisations alone, where it says which', async () => {
    const { home, away } = test.ours.places
    const far = await created({ organisationIds: [away.organisationId] })
    const near = await created({ organisationIds: [home.organisationId, away.organisationId] })
    expect(near.organisations?.map(({ id }) => id).toSorted()).toEqual([home.organisationId, away.organisationId])
    expect((await nurse.get(`/assays/${far.id}`)).statusCode).toBe(404)
    expect((await nurse.get(`/assays/${near.id}`)).json().data.organisations).toHaveLength(1)
    const offered = async (at: string) => {
      const { data } = (await admin.get(`/assays?organisation_id=${at}&per_page=100`)).json()
      return [far, near].map(({ id }) => data.some((one: Assay) => one.id === id))
    }
    expect([await offered(home.organisationId), await offered(away.organisationId)]).toEqual([
      [false, true],
      [true, true],
    ])
    const body = { ...newRecordAt({ ...home, assayId: far.id }), analyteResults: resultsOf(far, ['negative']) }
    expect((await admin.post('/test-records', body)).json().errors).toEqual({ assayId: [said.unknownReference] })
  })
})

describe('a picture of instructions', () => {
  const send = (content: Buffer | string, client = admin) =>
    client.send(
      'POST',
      '/assays/pictures',
      multipart([{ name: 'file', filename: 'step.html', type: 'text/html', content }]),
    )
  async function uploaded(content?: Buffer): Promise<{ id: string; width: number; height: number }> {
    const response = await send(content ?? (await drawing(60, 20).png().toBuffer()))
    expect(response.statusCode, response.body).toBe(201)
    return response.json().data
  }
  const drawing = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#0f766e' } })
  const seen = async (id: string, client = nurse) => (await client.get(`/assays/pictures/${id}`)).statusCode

  it('is pixels alone, upright, no larger than it is shown, whatever it said that it is', async () => {
    const photo = await uploaded(await photoWithMetadata())
    expect(photo).toMatchObject({ width: 100, height: 200 })
    const { rawPayload, headers } = await admin.get(`/assays/pictures/${photo.id}`)
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': expect.stringContaining('private') })
    expect(rawPayload.includes('SecretCamera') || rawPayload.includes('EXIF')).toBe(false)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 100, height: 200 })
    expect(await uploaded(await drawing(2000, 1000).webp().toBuffer())).toMatchObject({ width: 1280, height: 640 })
  })

  it.each([
    ['a drawing', () => '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', said.picture],
    [
      'an animation',
      () =>
        sharp(Buffer.alloc(32).fill(255, 16), { raw: { width: 1, height: 8, channels: 4, pageHeight: 4 } })
          .webp()
          .toBuffer(),
      said.imageAnimated,
    ],
    ['a picture of 30,000 × 10', () => drawing(30_000, 10).png().toBuffer(), said.imageSide],
    ['the half of one', async () => (await drawing(600, 600).jpeg().toBuffer()).subarray(0, 700), said.picture],
    ['nothing', () => '', said.picture],
  ])('is refused at its field: %s', async (_what, content, message) => {
    const refused = await send(await content())
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { file: [message] }])
  })

  it('is kept by the version that shows it, and seen by whoever sees its assay', async () => {
    const [drop, strip] = [await uploaded(), await uploaded()]
    expect([await seen(drop.id), await seen(drop.id, admin)]).toEqual([404, 200])
    const words = { en_GB: 'Three drops', es_MX: 'Tres gotas' }
    const assay = await created({
      instructions: { ...noWords, en_GB: 'Add drops.\n\n![1]' },
      pictures: [picture(words, drop.id)],
      organisationIds: [test.ours.places.home.organisationId],
    })
    expect((await nurse.get(`/assays/${assay.id}/web`)).json().data.pictures).toEqual([{ ...drop, words }])
    expect((await changed(assay, {})).version).toBe(1)
    const newer = await changed(assay, {
      instructions: noWords,
      pictures: [picture({ en_GB: 'A strip' }, strip.id)],
    })
    expect(newer).toMatchObject({
      version: 2,
      hasInstructions: true,
      pictures: [{ ...strip, words: { en_GB: 'A strip' } }],
    })
    const kept = await test.query(
      test.ours,
      `select pictures from assay_versions where assay_id = '${assay.id}' order by version`,
    )
    expect(kept).toEqual([{ pictures: [{ ...drop, words }] }, { pictures: newer.pictures }])
    expect([await seen(drop.id), await seen(strip.id)]).toEqual([200, 200])

    await changed(newer, { organisationIds: [test.ours.places.away.organisationId] })
    expect([await seen(strip.id), await seen(strip.id, admin)]).toEqual([404, 200])
    const elsewhere = await logInAs(test.app, test.theirs, 'tenant')
    expect(await seen(strip.id, elsewhere)).toBe(404)
    for (const client of [admin, elsewhere]) {
      const other = { ...newAssay(named()), pictures: [picture({ en_GB: 'A strip' }, strip.id)] }
      expect((await client.post('/assays', other)).json().errors).toEqual({ pictures: [said.unknownReference] })
    }
    const { data } = (await admin.get(`/assays/${assay.id}/history`)).json()
    expect(data.at(-2).fields.map(({ field }: { field: string }) => field)).toEqual(['pictures', 'instructions'])
  })

  it('is one of at most six', async () => {
    const ids = Array.from({ length: 7 }, (_, at) => `0190a000-0000-7fff-8000-00000000000${at}`)
    const many = { ...newAssay(named()), pictures: ids.map((id) => picture({ en_GB: 'A step' }, id)) }
    expect((await admin.post('/assays', many)).json().errors).toHaveProperty('pictures')
  })
})

describe('the catalogue', () => {
  let operator: TestOperator
  beforeAll(async () => {
    operator = await startOperator(test, 'Robin Reed', null)
  })
  const offered = async (client: Client, name: string) =>
    ((await client.get('/assays/catalogue')).json().data as CatalogueEntry[]).find((entry) => entry.name === name)
  async function take(entry: string, client = admin): Promise<Assay> {
    const response = await client.post(`/assays/catalogue/${entry}`)
    expect(response.statusCode, response.body).toBe(201)
    return response.json().data
  }
  /** Changes an entry as the operator. */
  async function keep(assay: Assay, form: object): Promise<Assay> {
    const headers = { 'if-match': `"${assay.version}"` }
    const response = await operator.client.send('PUT', `/assays/${assay.id}`, {
      body: { ...formOf(assay), ...form },
      headers,
    })
    expect(response.statusCode, response.body).toBe(200)
    return response.json().data
  }

  it('gives an entry to a tenant once, in the words of the reader, and the assay says which it was', async () => {
    const assay = await take('dengue')
    expect(assay.analytes.map(({ name, loinc }) => [name, loinc])).toEqual([
      ['Dengue NS1 antigen', '75377-2'],
      ['Dengue IgG', '100964-6'],
      ['Dengue IgM', '29663-2'],
    ])
    expect(assay.takenFrom).toEqual({ entry: 'dengue', version: 1, name: 'Dengue NS1, IgG and IgM' })
    const renamed = await changed(assay, { name: 'Mosquito panel' })
    expect(renamed.takenFrom).toEqual(assay.takenFrom)
    await take('dengue')
    expect((await admin.post('/assays/catalogue/dengue')).json().errors).toEqual({ name: [said.nameTaken] })
    expect((await admin.post('/assays/catalogue/nothing')).statusCode).toBe(404)
    expect((await created()).takenFrom).toBeNull()
  })

  it('shows every tenant what the operator put in the place of an entry, in the reader’s language', async () => {
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

  it('has what the operator adds until it is withdrawn, and again once it is brought back', async () => {
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
    // It is the operator's own: a tenant has the copy in the catalogue, and nothing else of it.
    expect((await admin.get(`/assays/${id}`)).statusCode).toBe(404)
    expect((await admin.get('/assays?search=measles')).json().data).toEqual([])
  })

  it('gives a new tenant what it begins with as the operator keeps it, without what is withdrawn', async () => {
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

  it('has no pictures, and is kept at the operator’s alone', async () => {
    const file = multipart([{ name: 'file', filename: 'a.png', type: 'image/png', content: 'x' }])
    expect((await operator.client.send('POST', '/assays/pictures', file)).statusCode).toBe(403)
    const { id } = await created()
    expect((await operator.client.get(`/assays/${id}`)).statusCode).toBe(404)
  })
})

describe('a record', () => {
  const csvOf = async ({ testId }: TestRecord) => (await admin.get(`/test-records/export?search=${testId}`)).body

  it('of three analytes reads and is exported as before once its assay is another', async () => {
    const assay = await created(newAssay('Respiratory three', ['SARS-CoV-2', 'Influenza A', 'Influenza B']))
    const body = {
      ...newRecordAt({ ...test.ours.places.home, assayId: assay.id }),
      analyteResults: resultsOf(assay, ['negative', 'positive', 'invalid']),
      specimen: 'Nasal swab',
    }
    const recorded = (await nurse.post('/test-records', body)).json().data as TestRecord
    expect(recorded).toMatchObject({ result: 'positive', assay: { name: 'Respiratory three' } })
    const before = [(await nurse.get(`/test-records/${recorded.id}`)).json().data, await csvOf(recorded)]
    expect(before[0]).toEqual(recorded)
    expect(before[1]).toContain('"Respiratory three"')
    expect(before[1]).toContain('SARS-CoV-2: Negative; Influenza A: Positive; Influenza B: Invalid')

    const [covid, flu] = assay.analytes
    const newer = await changed(assay, {
      name: 'Winter test',
      manufacturer: 'Another maker',
      analytes: [{ ...flu, name: 'Flu A' }, { name: 'RSV' }],
      specimens: [{ name: 'Throat swab' }],
    })
    expect(newer).toMatchObject({ version: 2, analytes: [{ id: flu?.id }, { id: 'rsv' }] })
    const after = [(await nurse.get(`/test-records/${recorded.id}`)).json().data, await csvOf(recorded)]
    expect(after).toEqual(before)
    const [listed] = (await nurse.get(`/test-records?search=${recorded.testId}`)).json().data
    expect(listed).toMatchObject({
      assay: { id: assay.id, name: 'Respiratory three' },
      analyteResults: recorded.analyteResults,
    })

    // Who read the version before goes on with it; who says none has the newest.
    const late = await nurse.post('/test-records', { ...body, assayVersion: 1 })
    expect(late.json().data).toMatchObject({
      assay: { name: 'Respiratory three' },
      analyteResults: recorded.analyteResults,
    })
    expect((await nurse.post('/test-records', body)).json().errors).toMatchObject({
      analyteResults: [said.analytesComplete],
    })
    const now = { ...body, specimen: null, analyteResults: resultsOf(newer, ['negative', 'negative']) }
    expect((await nurse.post('/test-records', now)).json().data.assay.name).toBe('Winter test')
    expect((await nurse.post('/test-records', { ...body, assayVersion: 3 })).json().errors).toMatchObject({
      assayId: [said.unknownReference],
    })
    expect(covid?.name).toBe('SARS-CoV-2')
  })

  it('of a test that was done before its assay was retired is still taken', async () => {
    const assay = await created()
    const body = {
      ...newRecordAt({ ...test.ours.places.home, assayId: assay.id }),
      analyteResults: resultsOf(assay, ['negative']),
    }
    await admin.put(`/assays/${assay.id}/retire`)
    expect((await nurse.post('/test-records', body)).statusCode).toBe(201)
    await test.query(test.ours, `update assays set retired_at = '2026-01-01' where id = '${assay.id}'`)
    expect((await nurse.post('/test-records', body)).json().errors).toEqual({ assayId: [said.assayRetired] })
  })
})

describe('a change', () => {
  it('of what somebody else has changed meanwhile is refused, and one that changes nothing leaves no trace', async () => {
    const assay = await created()
    expect((await changed(assay, {})).version).toBe(1)
    const newer = await changed(assay, { model: 'EX-2', imageRequired: true })
    expect((await change(assay, { model: 'EX-3' })).json().code).toBe('stale-version')
    expect((await admin.put(`/assays/${assay.id}`, formOf(assay))).json().code).toBe('version-missing')
    expect(newer).toMatchObject({ version: 2, model: 'EX-2' })
    const { data } = (await admin.get(`/assays/${assay.id}/history`)).json()
    expect(data.map(({ action, fields }: { action: string; fields: object }) => [action, fields])).toEqual([
      [
        'assay.changed',
        [
          { field: 'model', from: 'EX-1', to: 'EX-2' },
          { field: 'imageRequired', from: 'false', to: 'true' },
        ],
      ],
      ['assay.created', []],
    ])
    const versions = await test.query(
      test.ours,
      `select version, model from assay_versions where assay_id = '${assay.id}' order by 1`,
    )
    expect(versions).toEqual([
      { version: 1, model: 'EX-1' },
      { version: 2, model: 'EX-2' },
    ])
  })

  it('of which one is offered first leaves the tenant with exactly one, which is not retired', async () => {
    const { assayId } = test.ours
    const first = (await admin.get(`/assays/${assayId}`)).json().data as Assay
    expect(first.isDefault).toBe(true)
    const kept = await admin.put(`/assays/${assayId}/retire`)
    expect([kept.statusCode, kept.json().code, kept.json().errors]).toEqual([
      409,
      'not-possible',
      { isDefault: [said.defaultStays] },
    ])
    expect((await change(first, { isDefault: false })).json().errors).toEqual({ isDefault: [said.defaultStays] })

    const next = await changed(await created(), { isDefault: true })
    expect((await admin.get('/users/my-details')).json().data.assay_id).toBe(next.id)
    const former = (await admin.put(`/assays/${assayId}/retire`)).json().data as Assay
    expect(former).toMatchObject({ status: 'retired', isDefault: false })
    expect((await change(former, { isDefault: true })).json().errors).toEqual({ isDefault: [said.retiredDefault] })
    expect((await nurse.get('/assays?status=retired&per_page=100')).json().data).toContainEqual(
      expect.objectContaining({ id: assayId }),
    )
    const again = (await admin.put(`/assays/${assayId}/retire`)).json().data
    expect(again.version).toBe(former.version)
    expect((await admin.put(`/assays/${assayId}/restore`)).json().data).toMatchObject({ status: 'active' })
    const { data } = (await admin.get(`/assays/${assayId}/history`)).json()
    expect(data.map(({ action }: { action: string }) => action)).toEqual(['assay.restored', 'assay.retired'])
  })
})
