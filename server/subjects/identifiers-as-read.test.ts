import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverRules as said } from '../../contract/phrases/en_GB/server-rules.ts'
import { readIdentifier } from '../../contract/rules/written-characters.ts'
import { leftOutOnCitus } from '../testing/citus.ts'
import { logInAs, type Client } from '../testing/client.ts'
import { runMigration } from '../testing/run-migration.ts'
import { addSubject, merge } from '../testing/subjects.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const isLeftOut = leftOutOnCitus('migrations of rows are run before tenants are spread')

let test: TestApp
let tenant: Client
let groupId: string

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
  ;({ groupId } = test.ours.places.home)
  for (const each of [test.ours, test.theirs]) {
    await test.query(each, `update tenants set subjects = jsonb_set(subjects, '{kind}', '"non-human"')`)
  }
})
afterAll(() => test.close())

const add = (customId1: string, customId2 = 'Herd 1') =>
  tenant.post('/subjects', { kind: 'non-human', groupId, customId1, customId2 })
const lookUp = async (customId1: string, customId2 = 'Herd 1') => {
  const response = await tenant.post('/subjects/lookup', { groupId, customId1, customId2 })
  return response.statusCode === 200 ? response.json().data.id : response.statusCode
}
const found = async (search: string) =>
  (await tenant.get('/subjects', { search })).json().data.map(({ id }: { id: string }) => id)

it('a pasted tag equals the tag on screen: it makes no second animal and finds the first', async () => {
  const first = await add('UK 12-345')
  expect(first.statusCode, first.body).toBe(201)
  const { id, customId1 } = first.json().data
  expect(customId1).toBe('UK 12-345')
  for (const pasted of [
    'UK\u00a012-345',
    '\u202aUK 12-345\u202c',
    'UK\u2009\u200912\u2011345',
    'uk 12–345\ufeff',
    'ＵＫ　１２－３４５',
    'UK ١٢-٣٤٥',
    'U\u00adK\t12-3\u200b45\n',
  ]) {
    const again = await add(pasted, 'Herd\u00a01')
    expect([pasted, again.statusCode]).toEqual([pasted, 409])
    expect([pasted, await lookUp(pasted)]).toEqual([pasted, id])
  }
})

describe('a tag that differs from another one only in spaces, hyphens or accents', () => {
  const same = { code: 'duplicate', errors: { customId1: [said.idsLikeOfSubject] } }
  const put = (id: string, version: number, more: object) =>
    tenant.send('PUT', `/subjects/${id}`, {
      body: { kind: 'non-human', customId2: 'Byre 7', ...more },
      headers: { 'if-match': `"${version}"` },
    })
  const confirmed = (customId1: string) =>
    tenant.post('/subjects', { kind: 'non-human', groupId, customId1, customId2: 'byre7', hasSimilarIds: true })

  it('is added only by whoever says that it is another animal', async () => {
    const first = (await add('IE 12 x', 'Byre 7')).json().data.id
    for (const [tag, herd] of [
      ['IE12x', 'Byre 7'],
      ['ie-12-X', 'BYRE-7'],
      ['IÉ 12x', 'Byre7'],
    ] as const) {
      const refused = await add(tag, herd)
      expect([tag, refused.statusCode, refused.json()]).toMatchObject([tag, 409, same])
      expect([tag, await lookUp(tag, herd)]).toEqual([tag, first])
    }
    for (const [tag, herd] of [
      ['IE12x', 'Byre 8'],
      ['IE12', 'xByre 7'],
    ] as const) {
      expect([tag, (await add(tag, herd)).statusCode]).toEqual([tag, 201])
    }
    const other = await confirmed('IE12x')
    expect(other.statusCode, other.body).toBe(201)
    expect([await lookUp('IE12x', 'byre7'), await lookUp('IE 12 x', 'Byre 7')]).toEqual([other.json().data.id, first])
    // Equal ones are never two animals.
    expect((await confirmed('ie12X')).json()).not.toHaveProperty('errors.customId1')
    expect((await confirmed('ie12X')).statusCode).toBe(409)
  })

  it('is given to an animal only by whoever says so, and is no obstacle to itself', async () => {
    await add('IE 20 x', 'Byre 7')
    const { id } = (await add('IE 21 x', 'Byre 7')).json().data
    expect((await put(id, 1, { customId1: 'IE21x' })).statusCode).toBe(200)
    const refused = await put(id, 2, { customId1: 'IE20x' })
    expect([refused.statusCode, refused.json()]).toMatchObject([409, same])
    expect((await put(id, 2, { customId1: 'IE20x', hasSimilarIds: true })).statusCode).toBe(200)
    // What was confirmed is not asked about again.
    expect((await put(id, 3, { customId1: 'IE20x' })).statusCode).toBe(200)
  })

  it('is added once, even when several ask for it at the same time', async () => {
    const tags = ['IE 30 x', 'IE30x', 'IE-30-x', 'IE 30x']
    const statuses = (await Promise.all(tags.map((tag) => add(tag)))).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  })

  it('becomes known to no group that has the other', async () => {
    const { ward } = test.ours.places
    const there = { kind: 'non-human', groupId: ward.groupId, customId1: 'IE40x', customId2: 'Herd 1' }
    const { id } = (await tenant.post('/subjects', there)).json().data
    await add('IE 40 x')
    const refused = await tenant.put(`/subjects/${id}/groups/${groupId}`)
    expect([refused.statusCode, refused.json()]).toMatchObject([409, same])
  })

  it('finds the animal into which that one was merged', async () => {
    const [from, into] = [(await add('IE 50 x')).json().data.id, (await add('IE 51 x')).json().data.id]
    expect((await merge(tenant, { from, into })).statusCode).toBe(200)
    expect(await lookUp('IE50x')).toBe(into)
    expect((await add('IE50x')).json()).toMatchObject(same)
  })
})

it.skipIf(isLeftOut)(
  'the migration normalises stored identifiers as the program does typed ones, and drops nobody',
  async () => {
    const odd = [
      'AB\u00a01',
      'ＡＢ–２',
      'AB\u202f\u202f٣',
      'A\ufe0fB\u200d4',
      'Jose\u0301\u30005',
      'بي\u200cبي',
      'AB 7',
    ]
    const ids: string[] = []
    for (const [at, stored] of odd.entries()) {
      const id: string = (await add(`Old ${at}`)).json().data.id
      await test.query(test.ours, 'update subject_identities set custom_id_1 = $1 where subject_id = $2', [stored, id])
      ids.push(id)
    }
    const former = (await add('Former')).json().data.id
    expect((await merge(tenant, { from: former, into: ids[0] ?? '' })).statusCode).toBe(200)
    await test.query(test.ours, `update merged_subjects set custom_id_1 = $1, custom_id_2 = $2 where id = $3`, [
      'FORMER\u00a0ID',
      'Herd\u00a01',
      former,
    ])
    // Two identifiers that become equal, and one of another tenant.
    const [one, other] = [(await add('Twin a')).json().data.id, (await add('Twin b')).json().data.id]
    await test.query(test.ours, 'update subject_identities set custom_id_1 = $1 where subject_id = $2', [
      'T\u00a01',
      one,
    ])
    await test.query(test.ours, 'update subject_identities set custom_id_1 = $1 where subject_id = $2', [
      'T\u20091',
      other,
    ])
    const people = await addSubject(tenant, test.ours.places.ward, {}).catch(() => undefined)
    expect(people).toBeUndefined()
    const count = () => test.query(test.ours, 'select count(*) from subject_identities')
    const before = await count()

    await runMigration(test, '0076-identifiers-as-read')

    const stored = await test.query<{ custom_id_1: string }>(
      test.ours,
      'select custom_id_1 from subject_identities where subject_id = any($1) order by array_position($1, subject_id)',
      [ids],
    )
    expect(stored.map((row) => row.custom_id_1)).toEqual(odd.map(readIdentifier))
    for (const [at, typed] of odd.entries()) expect([typed, await lookUp(typed)]).toEqual([typed, ids[at]])
    expect(await lookUp('former id')).toBe(ids[0])
    expect(await found('ab 1 herd')).toContain(ids[0])
    expect(await count()).toEqual(before)
    expect(await lookUp('t 1')).toBe(one)
    const duplicates = (await tenant.get(`/subjects/${one}/duplicates`)).json().data
    expect(
      duplicates.map(({ subject, reason }: { subject: { id: string }; reason: string }) => [subject.id, reason]),
    ).toEqual([[other, 'same-identifiers']])
  },
)

it.skipIf(isLeftOut)('identifiers from older versions are also found without dashes and spaces', async () => {
  const asked = ['q10000', 'ra-1', 'rb1', 'rab1', 'rab gap', 'st', 'uv w', 'w gap', 'x1 y2']
  const id = (await add('Q-10000', 'Gap')).json().data.id
  const others = [
    await add('RA-B-1', 'Gap'),
    await add('S-T', 'Gap'),
    await add('"U/V-W', 'Gap'),
    await add('X1', 'Y-2'),
  ]
  const all = async () => await Promise.all(asked.map(async (typed) => [typed, await found(typed)] as const))
  const before = await all()
  expect(Object.fromEntries(before)).toMatchObject({ q10000: [id], st: [others[1]?.json().data.id] })
  // Stores the search words as the earlier version did, with their gaps only.
  await test.query(
    test.ours,
    `delete from subject_words as w using subject_identities as i
     where i.subject_id = w.subject_id and i.custom_id_2 in ('Gap', 'Y-2')
       and w.word not in (select words_before from unnest($1::text[]) as words_before)`,
    [['q-10000', '10000', 'ra-b-1', 'b-1', '1', 's-t', 't', 'u/v-w', 'v-w', 'w', 'x1', 'y-2', '2', 'gap']],
  )
  await test.query(test.ours, `update subject_words set whole = replace(whole, 'rab', '') where whole like '%rab%'`)
  expect(await all()).not.toEqual(before)
  await runMigration(test, '0085-words-without-gaps')
  expect(await all()).toEqual(before)
})
