import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allMeanings, noMeanings } from '../../contract/assays/meanings.ts'
import type { Assay } from '../../contract/assays/assay.ts'
import * as phrases from '../../contract/phrases/en_GB/index.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import { changeAssay, createAssay, formOf, noWords, pictureOf, sendChange } from '../../tests/server/assays.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { newAssay } from '../../tests/server/new-assay.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client
let nurse: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  nurse = await logInAs(test.app, test.ours, 'group')
})
afterAll(() => test.close())

const said = { ...phrases.rules, ...phrases.serverRules }
let made = 0
const named = (name = 'Kit') => `${name} ${(made += 1)}`

const created = (form: object = {}) => createAssay(admin, { ...newAssay(named()), ...form })
const change = (assay: Assay, form: object = {}) => sendChange(admin, assay, form)
const changed = (assay: Assay, form: object) => changeAssay(admin, assay, form)
const resultsOf = (assay: Assay, results: readonly string[]) =>
  assay.analytes.map(({ id }, index) => ({ analyteId: id, result: results[index] }))

/** Meanings of results for an organisation that the tenant does not have. */
const atNobodys = (meanings: object, end = '0a') => ({
  organisationId: `0190a000-0000-7fff-8000-0000000000${end}`,
  meanings,
})

describe('an assay', () => {
  it('is created with every field of its form, read back by users who record, and found by name', async () => {
    const { organisationIds, instructions, meanings, ...form } = newAssay('Árbol antigen', [
      'Influenza A',
      'Influenza A+',
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
    const { instructions: __, meanings: ___, pictures: ____, takenFrom: _____, ...shown } = assay
    const { organisationMeanings: ______, ...listed } = shown
    expect((await nurse.get('/assays?search=ÁRB')).json().data).toEqual([listed])
    expect((await nurse.get('/assays?search=antigen arbol diagn')).json().data).toEqual([listed])
    expect((await nurse.get('/assays?search=ntigen')).json().data).toEqual([])
  })

  it.each([
    [{ name: ' ' }, 'name', said.required.replace('{{field}}', 'Name')],
    [{ gtin: '9780306406158' }, 'gtin', said.gtin],
    [{ analytes: [] }, 'analytes', said.required.replace('{{field}}', phrases.fields.analytes)],
    [{ analytes: [{ name: 'A', loinc: '94558-5' }] }, 'analytes.0.loinc', said.loinc],
    [{ analytes: [{ name: 'A', snomed: '445297002' }] }, 'analytes.0.snomed', said.snomed],
    [{ analytes: [{ name: 'Flu' }, { name: 'FLU ' }] }, 'analytes', said.analyteTwice],
    [{ analytes: [{ name: 'Flu A' }, { name: 'Flu\u00a0A' }] }, 'analytes', said.analyteTwice],
    [{ analytes: [{ name: 'Árbol' }, { name: 'ARBOL' }] }, 'analytes', said.analyteTwice],
    [{ specimens: [{ name: 'Blood' }, { name: 'blood' }] }, 'specimens', said.specimenTwice],
    [{ specimens: [{ name: 'Half–blood' }, { name: 'half-blood' }] }, 'specimens', said.specimenTwice],
    [{ offeredResults: ['positive', 'positive'] }, 'offeredResults', said.twoResults],
    [{ readFromMinutes: 31 }, 'readUntilMinutes', said.readOrder],
    [{ readUntilMinutes: 1441 }, 'readUntilMinutes', 'Enter whole minutes, from 0 to 1440'],
    [{ instructions: { ...noWords, en_GB: 'x'.repeat(4001) } }, 'instructions.en_GB', 'Max 4000 characters'],
    [
      { meanings: allMeanings({ en_GB: { invalid: 'x'.repeat(501) } }) },
      'meanings.en_GB.invalid',
      'Max 500 characters',
    ],
    [
      { organisationMeanings: [atNobodys(allMeanings({ es_MX: { positive: 'x'.repeat(501) } }))] },
      'organisationMeanings.0.meanings.es_MX.positive',
      'Max 500 characters',
    ],
    [{ organisationMeanings: [atNobodys(noMeanings)] }, 'organisationMeanings', said.unknownReference],
    [{ organisationMeanings: [atNobodys(noMeanings), atNobodys(noMeanings)] }, 'organisationMeanings', said.malformed],
    [
      {
        organisationMeanings: Array.from({ length: 21 }, (_, at) => atNobodys(noMeanings, String(at).padStart(2, '0'))),
      },
      'organisationMeanings',
      expect.any(String),
    ],
    [{ pictures: [pictureOf({})] }, 'pictures.0.words.en_GB', said.pictureWords],
    [{ pictures: [pictureOf({})], instructions: noWords }, 'pictures.0', said.pictureWords],
    [{ pictures: [pictureOf({ en_GB: 'A drop' })] }, 'pictures', said.unknownReference],
    [{ instructions: { ...noWords, es_MX: 'Ver ![1]' } }, 'instructions.es_MX', 'There is no picture 1'],
    [{ organisationIds: ['0190a000-0000-7fff-8000-00000000000a'] }, 'organisationIds', said.unknownReference],
  ])('%j is refused at %s', async (wrong, field, message) => {
    const response = await admin.post('/assays', { ...newAssay(named()), ...wrong })
    expect([response.statusCode, response.json().errors]).toEqual([422, { [field]: [message] }])
  })

  it('uses different words at organisations that have their own, which only those and administrators see', async () => {
    const { home, away } = test.ours.places
    const words = (positive: string) => allMeanings({ en_GB: { positive } })
    const at = (organisationId: string, positive: string) => ({ organisationId, meanings: words(positive) })
    const assay = await created({
      organisationMeanings: [at(home.organisationId, 'At home'), at(away.organisationId, 'Away')],
    })
    const textsOf = ({ organisationMeanings: list }: Assay) =>
      new Map(list.map(({ organisation, meanings }) => [organisation.id, meanings.en_GB?.positive]))
    const [here, there] = [home.organisationId, away.organisationId]
    expect(textsOf(assay)).toEqual(
      new Map([
        [here, 'At home'],
        [there, 'Away'],
      ]),
    )
    const asNurse = async () => textsOf((await nurse.get(`/assays/${assay.id}`)).json().data)
    expect(await asNurse()).toEqual(new Map([[here, 'At home']]))
    expect(textsOf((await nurse.get(`/assays/${assay.id}/web`)).json().data).size).toBe(1)

    // A page of an older version does not send this field, and must not clear it.
    const renamed = await changed(assay, { model: 'EX-9', organisationMeanings: undefined })
    expect(textsOf(renamed).size).toBe(2)
    expect((await changed(renamed, {})).version).toBe(2)
    const silent = { organisationId: away.organisationId, meanings: noMeanings }
    const newer = await changed(renamed, { organisationMeanings: [at(home.organisationId, 'Here'), silent] })
    expect(textsOf(newer)).toEqual(new Map([[here, 'Here']]))
    const { data } = (await admin.get(`/assays/${assay.id}/history`)).json()
    const { name } = (await admin.get(`/organisations/${home.organisationId}`)).json().data
    expect(data[0].fields).toEqual([
      {
        field: 'organisationMeanings',
        from: expect.stringContaining(`${name}, en_GB, positive: At home`),
        to: `${name}, en_GB, positive: Here`,
      },
    ])
  })

  it('cannot have meanings for an organisation of another tenant, which is refused like a missing one', async () => {
    const { organisationId } = test.theirs.places.unique
    const meanings = allMeanings({ en_GB: { positive: 'Theirs' } })
    const response = await admin.post('/assays', {
      ...newAssay(named()),
      organisationMeanings: [{ organisationId, meanings }],
    })
    expect([response.statusCode, response.json().errors]).toEqual([
      422,
      { organisationMeanings: [said.unknownReference] },
    ])
  })

  it('needs a name that no other assay of its tenant has, in any case, retired or not', async () => {
    const { name } = await created()
    const other = await created()
    const again = await admin.post('/assays', newAssay(name.toUpperCase()))
    expect([again.statusCode, again.json().errors]).toEqual([409, { name: [said.nameTaken] }])
    expect((await change(other, { name })).json().errors).toEqual({ name: [said.nameTaken] })
    const elsewhere = await logInAs(test.app, test.theirs, 'tenant')
    expect((await elsewhere.post('/assays', newAssay(name))).statusCode).toBe(201)
  })

  it('is offered only at its organisations, if it names any', async () => {
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

describe('a record', () => {
  const csvOf = async ({ testId }: TestRecord) => (await admin.get(`/test-records/export?search=${testId}`)).body

  it('of three analytes reads and exports as before after its assay has changed', async () => {
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

    // A user who read the earlier version may still record with it; without a version the newest is used.
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

  it('of a test that was done before its assay was retired is still accepted', async () => {
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
  it('is refused when somebody else has changed the assay meanwhile, and leaves no trace when it changes nothing', async () => {
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

  it('of the default leaves the tenant with exactly one, which is not retired', async () => {
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
