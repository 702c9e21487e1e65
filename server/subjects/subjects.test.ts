import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchCap } from '../../contract/listing.ts'
import { defaultPermissions } from '../../contract/permissions/permissions.ts'
import type { SubjectMatch } from '../../contract/subjects/matching.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import type { Place } from '../../tests/server/places.ts'
import { recordTestOf } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { userIdOf } from '../../tests/server/tenants.ts'

let test: TestApp
let tenant: Client
/** Belongs to the home group. */
let clinical: Client

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
  clinical = await logInAs(test.app, test.ours, 'clinical')
})
afterAll(() => test.close())

const person = {
  kind: 'human',
  email: 'ana@people.test',
  dateOfBirth: '1984-02-03',
  firstName: 'Ana',
  lastName: 'Quill',
  localId: null,
}

async function added(
  place: Place,
  identity: Partial<Record<keyof typeof person, string | null>> = {},
): Promise<string> {
  const response = await tenant.post('/subjects', {
    ...person,
    isNamesake: true,
    groupId: place.groupId,
    ...identity,
  })
  expect(response.statusCode, response.body).toBe(201)
  return response.json().data.id
}

const put = (client: Client, id: string, body: object, version?: number) =>
  client.send('PUT', `/subjects/${id}`, { body, ...(version && { headers: { 'if-match': `"${version}"` } }) })

async function found(client: Client, query: Record<string, string>): Promise<string[]> {
  const response = await client.get('/subjects', { per_page: '100', ...query })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data.map(({ id }: { id: string }) => id)
}

describe('a search', () => {
  let ids: Record<'jose' | 'anne' | 'obrien' | 'ward', string>

  beforeAll(async () => {
    const { home, ward } = test.ours.places
    ids = {
      jose: await added(home, { email: 'jm@people.test', firstName: 'José María', lastName: 'Zúñiga' }),
      anne: await added(home, { email: 'anne.lee@people.test', firstName: 'Anne', lastName: 'Lee', localId: 'H-1020' }),
      obrien: await added(home, { email: 'ob@people.test', firstName: 'Lee', lastName: 'O’Brien-Lee' }),
      ward: await added(ward, { email: 'anne.lee@people.test', firstName: 'Anne', lastName: 'Lee' }),
    }
  })

  it.each<[string, (keyof typeof ids)[]]>([
    ['jose', ['jose']],
    ['MARÍA', ['jose']],
    ['zuñiga jo', ['jose']],
    ['Lee, Anne', ['anne']],
    ['lee', ['anne', 'obrien']],
    ['anne.l', ['anne']],
    ['H-10', ['anne']],
    ['1020', ['anne']],
    ['anne h-10', ['anne']],
    ['1020 lee anne.l', ['anne']],
    ['anne jose', []],
    ['anne ee', []],
    ['anne eople.test', []],
    ['eople.test', []],
    ['people', []],
    // Text as it is pasted from a chat, a table or right-to-left text.
    ['\u200banne\u200b\tlee\ufeff', ['anne']],
    ['\u202ejose\u202c', ['jose']],
    ['%', []],
    ["'", []],
  ])('for %s finds the starts of words in names, emails and IDs of the own group', async (search, expected) => {
    expect((await found(clinical, { search })).toSorted()).toEqual(expected.map((name) => ids[name]).toSorted())
  })

  it('finds each subject once in every scope, in order of last names', async () => {
    expect(await found(tenant, { search: 'anne' })).toEqual([ids.anne, ids.ward])
    const provider = await logInAs(test.app, test.ours, 'provider')
    expect(await found(provider, { search: 'anne lee' })).toEqual([ids.anne, ids.ward])
    expect(await found(tenant, { search: 'lee', group_id: test.ours.places.home.groupId, sort: '-name' })).toEqual([
      ids.obrien,
      ids.anne,
    ])
  })

  it('forgets a former name and finds the present one', async () => {
    const id = await added(test.ours.places.home, { email: 'old@people.test', firstName: 'Before', lastName: 'Then' })
    await put(tenant, id, { ...person, email: 'new@people.test', firstName: 'After', lastName: 'Now' }, 1)
    expect([await found(clinical, { search: 'before' }), await found(clinical, { search: 'after now' })]).toEqual([
      [],
      [id],
    ])
  })
})

describe('a subject with an email or a local ID', () => {
  const post = (client: Client, place: Place, identity: object) =>
    client.post('/subjects', { ...person, isNamesake: true, groupId: place.groupId, ...identity })

  it('gets a local ID once, even when several ask for it at the same time', async () => {
    const at = (n: number) =>
      post(clinical, test.ours.places.home, { email: `once-${n}@people.test`, localId: 'ONCE-1' })
    const replies = await Promise.all([1, 2, 3, 4, 5].map(at))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
  })

  it('is refused when the email belongs to somebody else, who can be looked up by it', async () => {
    const { home } = test.ours.places
    const id = await added(home, { email: 'mother@people.test', firstName: 'Maria', lastName: 'Quill' })
    const refused = await post(clinical, home, { email: 'Mother@people.test', firstName: 'Ben' })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'duplicate', errors: { email: ['Somebody else in the same group has this email'] } },
    ])
    const body = { groupId: home.groupId, email: 'mother@people.test' }
    expect((await clinical.post('/subjects/lookup', body)).json().data).toMatchObject({ id, firstName: 'Maria' })
  })

  it('is refused a local ID of the group, in any spelling, until the form says that it is shared', async () => {
    const { home, ward } = test.ours.places
    const id = await added(home, { email: 'bed-1@people.test', localId: 'Bed 12–B' })
    const other = { email: 'bed-2@people.test', localId: 'BED 12-b' }
    const refused = await post(clinical, home, other)
    expect([refused.statusCode, refused.json().errors]).toEqual([
      409,
      { localId: ['Somebody else in the group has this local ID'] },
    ])
    const wanted = { groupId: home.groupId, localId: 'bed 12-b' }
    expect((await clinical.post('/subjects/lookup', wanted)).json().data).toMatchObject({ id })
    expect((await clinical.post('/subjects/lookup', { ...wanted, besides: id })).json().code).toBe('not-found')
    expect((await post(clinical, home, { ...other, isLocalIdShared: true })).statusCode).toBe(201)
    expect((await post(tenant, ward, { ...other, email: 'bed-3@people.test' })).statusCode).toBe(201)
    expect((await post(clinical, home, { ...other, email: 'bed-4@people.test', localId: 'BED 12' })).statusCode).toBe(
      201,
    )
  })

  it('keeps a shared local ID, and must confirm a different one', async () => {
    const { home } = test.ours.places
    await added(home, { email: 'room-1@people.test', localId: 'Room 1' })
    const id = await added(home, { email: 'room-2@people.test', localId: 'Room 2' })
    const form = { ...person, email: 'room-2@people.test', firstName: 'Eve' }
    expect((await put(clinical, id, { ...form, localId: 'Room 2' }, 1)).statusCode).toBe(200)
    expect((await put(clinical, id, { ...form, localId: 'room  1' }, 2)).json().errors).toHaveProperty('localId')
    expect((await put(clinical, id, { ...form, localId: 'room  1', isLocalIdShared: true }, 2)).statusCode).toBe(200)
    expect((await put(clinical, id, { ...form, localId: 'room  1', firstName: 'Ada' }, 3)).statusCode).toBe(200)
  })

  it('cannot be looked up beyond the scope', async () => {
    const { away } = test.ours.places
    await added(away, { email: 'far@people.test', localId: 'Far 1' })
    const wanted = { groupId: away.groupId, localId: 'Far 1' }
    expect((await clinical.post('/subjects/lookup', wanted)).statusCode).toBe(404)
  })
})

it('pages through all subjects by every sort, each once', async () => {
  for (let i = 0; i < 12; i += 1) {
    await added(test.ours.places.away, { email: `page-${i}@people.test`, lastName: `Page${i % 3}` })
  }
  for (const sort of ['name', '-name', 'added', '-added']) {
    const all = await found(tenant, { sort })
    const paged: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const response = await tenant.get('/subjects', { sort, per_page: '5', ...(cursor && { cursor }) })
      const { data, page } = response.json()
      expect(page.total).toBe(all.length)
      paged.push(...data.map(({ id }: { id: string }) => id))
      cursor = page.next
    }
    expect(paged).toEqual(all)
    expect(new Set(paged).size).toBe(all.length)
  }
})

it('shows the last test that is not voided, but only to users who may view tests', async () => {
  const { home } = test.ours.places
  const last = async () => (await clinical.get(`/subjects/${home.subjectId}`)).json().data.lastTestedAt
  expect(await last()).toBe('2026-01-13T09:30:00.000Z')
  await grant('clinical', ['view-subjects'])
  expect(await last()).toBeNull()
  await grant('clinical', defaultPermissions.clinical)
})

describe('matches', () => {
  async function matches(client: Client, search: string, place: Place = test.ours.places.home) {
    const response = await client.post('/subjects/matches', { search, groupId: place.groupId })
    expect(response.statusCode, response.body).toBe(200)
    const { data, hasMore } = response.json<{ data: SubjectMatch[]; hasMore: boolean }>()
    return { data, hasMore, ids: data.map(({ id }) => id) }
  }

  it('are found by the start of their words, those of the named group first, and marked when they share a name', async () => {
    const { home, ward } = test.ours.places
    const [first, namesake, other, there] = [
      await added(home, { email: 'rosa.one@people.test', firstName: 'Rosa', lastName: 'Fenwick' }),
      await added(home, { email: 'rosa.two@people.test', firstName: 'Rosa', lastName: 'Fenwick', localId: 'F-2' }),
      await added(home, { email: 'rosalind@people.test', firstName: 'Rosalind', lastName: 'Fenwick' }),
      await added(ward, { email: 'rosa.ward@people.test', firstName: 'Rosa', lastName: 'Fenwick' }),
    ]
    const provider = await logInAs(test.app, test.ours, 'provider')
    expect((await matches(provider, 'rosa fenw')).ids).toEqual([first, namesake, other, there])
    expect((await matches(provider, 'rosa fenw', ward)).ids[0]).toBe(there)
    // The namesake is noted even when it is not among the matches.
    expect((await matches(clinical, 'F-2')).data).toMatchObject([
      { id: namesake, isSameName: true, isKnownHere: true, lastTest: null, dateOfBirth: person.dateOfBirth },
    ])
    expect((await matches(clinical, 'rosalind')).data).toMatchObject([{ id: other, isSameName: false }])
    // The namesakes at home are outside the scope of somebody on the ward.
    expect((await matches(clinical, 'rosa.ward')).ids).toEqual([])
    expect((await matches(provider, 'rosa.ward')).data).toMatchObject([{ id: there, isKnownHere: false }])
  })

  it('show the last test to users who may view tests', async () => {
    const { home } = test.ours.places
    const last = async () => (await matches(clinical, home.subjectEmail)).data.map(({ lastTest }) => lastTest)
    expect(await last()).toEqual([
      { performedAt: '2026-01-13T09:30:00.000Z', performedZone: 'Europe/London', result: 'invalid' },
    ])
    await grant('clinical', ['view-subjects', 'create-tests'])
    expect(await last()).toEqual([null])
    await grant('clinical', ['create-tests'])
    expect((await clinical.post('/subjects/matches', { search: home.subjectEmail })).statusCode).toBe(403)
    await grant('clinical', defaultPermissions.clinical)
  })

  it('are at most eight, with exact names before longer ones, and are not counted as opened', async () => {
    const { away } = test.ours.places
    for (let i = 0; i < 10; i += 1)
      await added(away, { email: `many-${i}@people.test`, firstName: 'Annabel', lastName: null })
    const ann = await added(away, { email: 'shorter@people.test', firstName: 'Ann', lastName: null })
    const opened = () => test.query(test.ours, `select id from audit_events where action = 'subject.opened'`)
    const before = (await opened()).length
    const { data, hasMore, ids } = await matches(tenant, 'ann', away)
    expect([data.length, hasMore, ids[0]]).toEqual([8, true, ann])
    expect(await matches(tenant, 'shorter', away)).toMatchObject({ ids: [ann], hasMore: false })
    expect((await opened()).length).toBe(before)
    expect((await tenant.post('/subjects/matches', { search: 'a' })).statusCode).toBe(422)
  })
})

const grant = (userType: string, permissions: readonly string[]) =>
  test.query(test.ours, 'update tenant_permissions set permissions = $2 where user_type = $1', [userType, permissions])

it('audits each opening, and answers 404 out of scope', async () => {
  const { home, away } = test.ours.places
  const events = () =>
    test.query(test.ours, `select actor_id from audit_events where action = 'subject.opened' and resource_id = $1`, [
      home.subjectId,
    ])
  const before = (await events()).length
  const opened = await clinical.get(`/subjects/${home.subjectId}`)
  expect(opened.json().data).toMatchObject({
    account: { email: 'patient@clinic.test' },
    groups: [{ id: home.groupId, organisation: { id: home.organisationId } }],
  })
  expect((await events()).slice(before)).toEqual([{ actor_id: userIdOf('clinical') }])
  expect((await clinical.get(`/subjects/${away.subjectId}`)).statusCode).toBe(404)
  await test.query(test.ours, 'delete from subject_identities where subject_id = $1', [away.subjectId])
  expect((await tenant.get(`/subjects/${away.subjectId}`)).statusCode).toBe(404)
  expect((await tenant.get('/subjects/Anonymized')).statusCode).toBe(404)
})

describe('an edit', () => {
  it('needs the version that was seen, audits the changed fields, and leaves no trace when nothing changed', async () => {
    const id = await added(test.ours.places.home, { email: 'edit@people.test' })
    const same = { ...person, email: 'edit@people.test' }
    expect((await put(clinical, id, same)).statusCode).toBe(428)
    expect((await put(clinical, id, same, 1)).headers.etag).toBe('"1"')
    const changed = await put(clinical, id, { ...same, lastName: 'Quinn', localId: 'L 7' }, 1)
    expect(changed.json().data).toMatchObject({ id, lastName: 'Quinn', localId: 'L 7', version: 2 })
    expect((await put(clinical, id, { ...same, lastName: 'Late' }, 1)).statusCode).toBe(412)
    const events = await test.query(
      test.ours,
      `select details from audit_events where action = 'subject.changed' and outcome = 'done' and resource_id = $1`,
      [id],
    )
    expect(events).toEqual([{ details: { fields: ['lastName', 'localId'] } }])
  })

  it('refuses the email of another subject of the group, another kind, and a subject out of scope', async () => {
    const { home, away } = test.ours.places
    const id = await added(home, { email: 'one@people.test' })
    await added(home, { email: 'two@people.test' })
    expect((await put(clinical, id, { ...person, email: 'TWO@people.test' }, 1)).json().code).toBe('duplicate')
    expect((await put(clinical, id, { kind: 'non-human', customId1: 'a', customId2: 'b' }, 1)).statusCode).toBe(422)
    expect((await put(clinical, away.subjectId, person, 1)).statusCode).toBe(404)
    expect((await clinical.get(`/subjects/${id}`)).json().data).toMatchObject({ email: 'one@people.test', version: 1 })
  })

  it('unlinks the patient when the email no longer matches, but not for a new name', async () => {
    const { home } = test.ours.places
    await test.query(test.ours, `update users set date_of_birth = '1984-02-03' where email = 'patient@clinic.test'`)
    const id = await added(home, { email: 'patient@clinic.test' })
    const account = async () => (await tenant.get(`/subjects/${id}`)).json().data.account
    expect(await account()).toMatchObject({ email: 'patient@clinic.test' })
    const recordId = await recordTestOf(clinical, home, id)
    const patient = await logInAs(test.app, test.ours, 'patient')
    const seen = async () =>
      (await patient.get('/test-records', { subject_id: id })).json().data.map((one: { id: string }) => one.id)
    await put(clinical, id, { ...person, email: 'patient@clinic.test', firstName: 'Anna' }, 2)
    expect(await account()).not.toBeNull()
    expect(await seen()).toEqual([recordId])
    await put(clinical, id, { ...person, email: 'somebody@clinic.test', firstName: 'Anna' }, 3)
    expect(await account()).toBeNull()
    expect(await seen()).toEqual([])
  })
})

it('lists the tests of a subject within the actor’s scope', async () => {
  const { home, away } = test.ours.places
  const of = async (client: Client, subject_id: string) =>
    (await client.get('/test-records', { subject_id, state: 'all', per_page: '100' })).json().page.total
  expect(await of(clinical, home.subjectId)).toBe(5)
  expect(await of(clinical, away.subjectId)).toBe(0)
})

describe('a search for words that many subjects have', () => {
  let own: string

  beforeAll(async () => {
    const { ward, home } = test.ours.places
    const id = `('0190c000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
    const [organisation, group] = [`'${ward.organisationId}'::uuid`, `'${ward.groupId}'::uuid`]
    for (const [columns, values] of [
      ['subjects (tenant_id, id, kind, organisation_id, group_id)', `${id}, 'human', ${organisation}, ${group}`],
      [
        'subject_identities (tenant_id, subject_id, group_id, email)',
        `${id}, ${group}, 'many-' || n || '@people.test'`,
      ],
      [
        'subject_groups (tenant_id, subject_id, group_id, organisation_id, name_key, is_home, is_first_of_organisation)',
        `${id}, ${group}, ${organisation}, 'common ' || n, true, true`,
      ],
    ]) {
      await test.query(
        test.ours,
        `insert into ${columns} select tenants.id, ${values} from tenants, generate_series(1, 5001) as n`,
      )
    }
    await test.query(
      test.ours,
      // For every second subject `whole` is null, as with too many words, so its other words are checked row by row.
      `insert into subject_words (tenant_id, word, subject_id, group_id, organisation_id, whole)
       select tenants.id, word || n, ${id}, ${group}, ${organisation},
         case when n % 2 = 0 then ' common ' || n || ' frequent ' || n || case when n >= 4690 then ' late ' || n else '' end end
       from tenants, generate_series(1, 5001) as n,
         unnest(array['common ', 'frequent '] || case when n <= ${searchCap} then array['alike-a ', 'alike-b ', 'alike-c ']
           when n >= 4690 then array['late '] else '{}' end) as word`,
    )
    own = await added(home, { email: 'own@people.test', firstName: 'Common', lastName: 'Quillon' })
  })

  it('checks each subject of a small group', async () => {
    expect(await found(clinical, { search: 'common' })).toEqual([own])
    expect(await found(clinical, { search: 'common quillon' })).toEqual([own])
    expect(await found(clinical, { search: 'common frequent' })).toEqual([])
  })

  it('uses the rarest word, and stops at the counted maximum when all are common', async () => {
    expect(await found(tenant, { search: 'common quillon' })).toEqual([own])
    for (const search of ['common', 'frequent common', 'c']) {
      const { data, page } = (await tenant.get('/subjects', { search, per_page: '100' })).json()
      expect(page).toMatchObject({ total: searchCap, totalIsCapped: true })
      expect(new Set(data.map(({ id }: { id: string }) => id)).size).toBe(100)
    }
    expect(await found(tenant, { search: 'frequent own' })).toEqual([])
    expect(await found(tenant, { search: 'common frequent q' })).toEqual([])
    // There are 312 of them, after 4,000 subjects with longer words.
    const late = (await tenant.get('/subjects', { search: 'frequent late' })).json()
    expect(late.page).toMatchObject({ total: searchCap, totalIsCapped: true })
    // Both words are common; all words with the longer beginning were read, and none belongs to a subject with the
    // other.
    expect(await found(tenant, { search: 'alike late' })).toEqual([])
    const { page } = (await tenant.get('/subjects', { search: 'alike' })).json()
    expect(page).toMatchObject({ total: searchCap, totalIsCapped: false })
  })
})
