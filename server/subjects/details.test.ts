import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rules as said } from '../../contract/phrases/en_GB/rules.ts'
import { detailKinds } from '../../contract/subjects/detail-kinds.ts'
import { noDetails } from '../../contract/subjects/details.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { addSubject, merge, recordTestOf, undo } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let tenant: Client
let clinical: Client

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
  clinical = await logInAs(test.app, test.ours, 'clinical')
})
afterAll(() => test.close())
// An NHS number belongs to one person of a group.
beforeEach(() => test.query(test.ours, 'delete from subject_details'))

/** Makes the tenant keep these kinds of details, by its page of settings. */
async function keep(...subjectDetails: string[]) {
  const path = `/tenants/${test.ours.id}`
  const { version } = (await tenant.get(path)).json().data
  const response = await tenant.send('PUT', path, {
    body: { subjectDetails },
    headers: { 'if-match': `"${version}"` },
  })
  expect(response.statusCode, response.body).toBe(200)
}

const person = {
  kind: 'human',
  email: 'bea@people.test',
  dateOfBirth: '2012-02-03',
  firstName: 'Bea',
  lastName: 'Quill',
  localId: null,
}
let people = 0
const addPerson = (more: object = {}) =>
  addSubject(tenant, test.ours.places.home, { ...person, email: `bea-${(people += 1)}@people.test`, ...more })

const open = async (id: string, client = clinical) => (await client.get(`/subjects/${id}`)).json().data

async function put(id: string, details: object, { as = clinical, version }: { as?: Client; version?: number } = {}) {
  const { email, version: newest } = await open(id, tenant)
  return await as.send('PUT', `/subjects/${id}`, {
    body: { ...person, email, details },
    headers: { 'if-match': `"${version ?? newest}"` },
  })
}

const mobile = { country: 'GB', number: '07400 123456', type: 'mobile', texts: true }
const sent = {
  role: 'resident',
  unit: { name: 'Maple wing', room: '12' },
  sex: 'female',
  race: 'asian',
  ethnicity: 'bangladeshi',
  language: 'bn',
  telephones: [mobile, { country: 'GB', number: '020 7946 0958', type: 'landline', texts: true }],
  address: {
    streetAddress: '4 High Street',
    city: 'Southampton',
    county: 'Hampshire',
    country: 'GB',
    postcode: 'so143fj',
  },
  guardian: { name: 'Rana Quill', relation: 'Mother', email: 'rana@people.test', telephone: mobile, receives: true },
  nhsNumber: '943 476 5919',
  consent: { by: 'Rana Quill', how: 'written', when: '2026-01-05', until: '2026-07-31' },
}
const shownMobile = { number: '+44 7400 123456', type: 'mobile', texts: true }
const stored = {
  ...sent,
  telephones: [shownMobile, { number: '+44 20 7946 0958', type: 'landline', texts: false }],
  address: { ...sent.address, streetAddress2: null, state: null, postcode: 'SO14 3FJ' },
  guardian: { ...sent.guardian, telephone: shownMobile },
  nhsNumber: '9434765919',
  consent: { ...sent.consent, withdrawn: null },
}

describe('the details of a person', () => {
  it('are asked for by no tenant until it chooses so', async () => {
    const id = await addPerson()
    expect(await open(id)).toMatchObject({ details: noDetails, keptDetails: [], hiddenDetails: [] })
    for (const kind of detailKinds) {
      const refused = await put(id, { [kind]: sent[kind] })
      expect([kind, refused.statusCode]).toEqual([kind, 422])
      expect(refused.json().errors).toEqual({ [`details.${kind}`]: [said.detailNotKept] })
    }
    expect((await put(id, { sex: null, guardian: null })).statusCode).toBe(200)
    expect(await test.query(test.ours, 'select from subject_details')).toEqual([])
  })

  it('are kept and shown with the one person, and in no list', async () => {
    await keep(...detailKinds)
    const id = await addPerson()
    const changed = await put(id, sent)
    expect(changed.statusCode, changed.body).toBe(200)
    expect(changed.json().data.details).toEqual(stored)
    expect((await open(id)).details).toEqual(stored)
    const lists = [
      await clinical.get('/subjects', { per_page: '100' }),
      await clinical.post('/subjects/matches', { search: 'Quill' }),
      await clinical.post('/subjects/lookup', { email: (await open(id)).email }),
      await tenant.get(`/subjects/${await addPerson()}/duplicates`),
    ]
    for (const list of lists) {
      expect(list.statusCode).toBe(200)
      expect(list.body).not.toMatch(/Maple wing|Rana|9434765919|High Street|bangladeshi/)
    }
  })

  it('change one by one, with a new version, and leave only their names in the audit trail', async () => {
    await keep(...detailKinds)
    const id = await addPerson({ details: sent })
    const { version, details } = await open(id)
    expect(details).toEqual(stored)
    expect((await put(id, sent)).json().data.version).toBe(version)
    const changed = await put(id, { role: 'staff', unit: { name: '', room: '' }, telephones: [], guardian: null })
    expect(changed.json().data).toMatchObject({
      version: version + 1,
      details: { ...stored, role: 'staff', unit: null, telephones: null, guardian: null },
    })
    const again = await put(id, { sex: 'other' }, { version })
    expect(again.json().code).toBe('stale-version')
    const events = await test.query<{ details: object | null }>(
      test.ours,
      `select details from audit_events where resource_id = $1 and action in ('subject.created', 'subject.changed') order by occurred_at, id`,
      [id],
    )
    expect(events.map((event) => event.details)).toEqual([null, { fields: ['role', 'unit', 'telephones', 'guardian'] }])
    const trail = await test.query(
      test.ours,
      `select details::text from audit_events where details::text ~ 'Maple|Rana|9434'`,
    )
    expect(trail).toEqual([])
  })

  it('are told in the audit trail as opened if saving them changes nothing', async () => {
    await keep(...detailKinds)
    const id = await addPerson({ details: sent })
    const opened = () =>
      test.query(
        test.ours,
        `select id from audit_events where resource_id = $1 and action = 'subject.opened' and outcome = 'done'`,
        [id],
      )
    const { version, email } = await open(id)
    const before = (await opened()).length
    const headers = { 'if-match': `"${version}"` }
    const unchanged = await clinical.send('PUT', `/subjects/${id}`, { body: { ...person, email }, headers })
    expect(unchanged.json().data.details).toEqual(stored)
    expect(await opened()).toHaveLength(before + 1)
  })

  it('belong to one tenant, and to whoever sees the person', async () => {
    await keep('sex')
    const id = await addSubject(tenant, test.ours.places.away, { ...person, details: { sex: 'male' } })
    for (const client of [clinical, await logInAs(test.app, test.theirs, 'tenant')]) {
      expect((await client.get(`/subjects/${id}`)).statusCode).toBe(404)
      const refused = await client.send('PUT', `/subjects/${id}`, {
        body: { ...person, details: { sex: null } },
        headers: { 'if-match': '"1"' },
      })
      expect(refused.statusCode).toBe(404)
    }
    expect((await open(id, tenant)).details.sex).toBe('male')
  })

  it('can be corrected of somebody whose landline was stored with the number of a mobile', async () => {
    await keep('telephones', 'guardian', 'sex')
    const { guardian } = sent
    const id = await addPerson({ details: { telephones: [mobile], guardian } })
    const landline = { number: shownMobile.number, type: 'landline', texts: false }
    await test.query(
      test.ours,
      `update subject_details set telephones = jsonb_build_array($2::jsonb), guardian = jsonb_set(guardian, '{telephone}', $2::jsonb) where subject_id = $1`,
      [id, JSON.stringify(landline)],
    )
    const said = { ...mobile, type: 'landline', texts: false }
    const changed = await put(id, { sex: 'other', telephones: [said], guardian: { ...guardian, telephone: said } })
    expect(changed.statusCode, changed.body).toBe(200)
    expect((await open(id)).details).toMatchObject({ sex: 'other', telephones: [landline] })
    const another = { ...said, number: '07400 123457' }
    expect((await put(id, { telephones: [said, another] })).json().errors).toHaveProperty([
      'details.telephones.1.number',
    ])
  })

  it('are hidden once the tenant does not keep them any more, and stay until somebody clears them', async () => {
    await keep('sex', 'guardian')
    const id = await addPerson({ details: { sex: 'male', guardian: sent.guardian } })
    await keep('sex')
    const hidden = await clinical.get(`/subjects/${id}`)
    expect(hidden.json().data).toMatchObject({
      details: { ...noDetails, sex: 'male' },
      keptDetails: ['sex'],
      hiddenDetails: ['guardian'],
    })
    expect(hidden.body).not.toContain('Rana')
    await put(id, { sex: 'other' })
    await keep('sex', 'guardian')
    expect((await open(id)).details).toMatchObject({ sex: 'other', guardian: stored.guardian })
    await keep('sex')
    expect((await put(id, { guardian: null })).json().data.hiddenDetails).toEqual([])
  })

  it.each<[object, string, string]>([
    [{ nhsNumber: '943 476 5918' }, 'nhsNumber', said.nhsNumber.replace('{{length}}', '10')],
    [{ telephones: [mobile, { ...mobile, number: '020 7946 0958' }] }, 'telephones.1.number', said.phoneMobile],
    [{ telephones: [{ ...mobile, type: 'landline', texts: false }] }, 'telephones.0.number', said.phoneLandline],
    [{ telephones: [{ ...mobile, country: 'US' }] }, 'telephones.0.country', said.countryCode],
    [{ address: { ...sent.address, country: 'DE', postcode: '10115', county: null } }, 'address.country', said.choice],
    [{ address: { ...sent.address, postcode: null } }, 'address.postcode', said.postcodeRequired],
    [{ guardian: { ...sent.guardian, email: null, telephone: null } }, 'guardian.email', said.guardianReach],
    [
      { guardian: { ...sent.guardian, email: '', telephone: { ...mobile, texts: false } } },
      'guardian.email',
      said.guardianReach,
    ],
    [
      { guardian: { ...sent.guardian, telephone: { ...mobile, number: '123456' } } },
      'guardian.telephone.number',
      said.phone,
    ],
    [{ guardian: { ...sent.guardian, name: '' } }, 'guardian.name', said.required.replace('{{field}}', 'Name')],
    [{ consent: { ...sent.consent, until: '2026-01-04' } }, 'consent.until', said.consentOrder],
    [{ consent: { ...sent.consent, withdrawn: '2025-12-31' } }, 'consent.withdrawn', said.consentOrder],
    [{ consent: { ...sent.consent, when: '2199-01-01', until: null } }, 'consent.when', said.dateInFuture],
    [{ language: 'xx' }, 'language', said.choice],
    [{ sex: 'F' }, 'sex', said.choice],
    [{ shoeSize: '42' }, 'shoeSize', said.unknownField],
  ])('are refused at their field: %j', async (details, field, message) => {
    await keep(...detailKinds)
    const id = await addPerson()
    const refused = await put(id, details)
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toEqual({ [`details.${field}`]: [message] })
    expect((await open(id)).details).toEqual(noDetails)
  })

  it('of two that are merged fill what the kept one lacks, and go apart again', async () => {
    await keep(...detailKinds)
    const { consent, ...all } = sent
    const from = await addPerson({ details: all })
    const into = await addPerson({ details: { consent, role: 'staff' } })
    await recordTestOf(tenant, test.ours.places.home, from)
    const merged = await merge(tenant, { from, into })
    expect(merged.statusCode, merged.body).toBe(200)
    expect((await open(into)).details).toEqual({ ...stored, role: 'staff' })
    const rows = () => test.query(test.ours, 'select from subject_details where subject_id = $1', [from])
    expect(await rows()).toEqual([])
    await put(into, { language: 'pl' })
    expect((await undo(tenant, merged.json().data)).statusCode).toBe(200)
    expect((await open(into)).details).toEqual({ ...noDetails, consent: stored.consent, role: 'staff', language: 'pl' })
    expect((await open(from)).details).toEqual({ ...stored, consent: null })
    const copies = await test.query(test.ours, 'select from subject_merges where details is not null')
    expect(copies).toEqual([])
  })

  it('end with the identity, also when a process of the version before erases it', async () => {
    await keep('role')
    const [id, other] = [
      await addPerson({ details: { role: 'staff' } }),
      await addPerson({ details: { role: 'visitor' } }),
    ]
    await test.query(test.ours, 'delete from subject_identities where subject_id = $1', [id])
    const left = await test.query(test.ours, 'select subject_id from subject_details where subject_id in ($1, $2)', [
      id,
      other,
    ])
    expect(left).toEqual([{ subject_id: other }])
  })
})

it('a tenant of animals keeps no details', async () => {
  await test.query(test.theirs, `update tenants set subjects = jsonb_set(subjects, '{kind}', '"non-human"')`)
  const theirs = await logInAs(test.app, test.theirs, 'tenant')
  const { version } = (await theirs.get(`/tenants/${test.theirs.id}`)).json().data
  const refused = await theirs.send('PUT', `/tenants/${test.theirs.id}`, {
    body: { subjectDetails: ['sex'] },
    headers: { 'if-match': `"${version}"` },
  })
  expect(refused.json().errors).toEqual({ subjectDetails: [said.detailsOfPersons] })
})
