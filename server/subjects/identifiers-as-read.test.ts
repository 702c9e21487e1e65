import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverRules as said } from '../../contract/phrases/en_GB/server-rules.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { merge } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

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
