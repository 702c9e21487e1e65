import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { runMigration } from '../../tests/server/run-migration.ts'
import { addSubject, merge, recordTestOf, undo } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let tenant: Client

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())

interface Found {
  id: string
  formerly?: string | null
}

/** What each way to search finds: the ids, with by what of somebody who was merged. */
async function searched(client: Client, search: string) {
  const told = (data: Found[]) => data.map(({ id, formerly }) => [id, formerly])
  const list = (await client.get('/subjects', { search })).json().data
  const matches = (await client.post('/subjects/matches', { search })).json().data
  const everything = (await client.post('/search', { search })).json().data.subjects
  return { list: told(list), matches: told(matches), everything: told(everything) }
}

describe('whoever was merged', () => {
  const was = { firstName: 'Zora', lastName: "O'Formerly", email: 'zora.was@people.test', localId: 'ZW-17' }
  let kept: string
  let record: string
  let done: { id: string; subjectId: string }

  beforeAll(async () => {
    const { home } = test.ours.places
    const from = await addSubject(tenant, home, was)
    kept = await addSubject(tenant, home, {
      firstName: 'Sofia',
      lastName: 'Present',
      email: 'sofia.is@people.test',
      localId: 'SP-1',
    })
    record = await recordTestOf(tenant, home, kept)
    const reply = await merge(tenant, { from, into: kept })
    expect(reply.statusCode, reply.body).toBe(200)
    done = reply.json().data
  })

  it.each([
    ['zora formerly', "Zora O'Formerly"],
    ['oformer', "Zora O'Formerly"],
    ['present zora', "Zora O'Formerly"],
    ['zora.was@', was.email],
    ['ZW 17', was.localId],
    ['sofia present', null],
    ['sofia', null],
  ])('is found by %s, with what it was that they were known by', async (search, formerly) => {
    const one = [[kept, formerly]]
    expect(await searched(tenant, search)).toEqual({ list: one, matches: one, everything: one })
    const tests: Found[] = (await tenant.get('/test-records', { search })).json().data
    expect(tests.map(({ id, formerly: told }) => [id, told ?? null])).toEqual([[record, formerly]])
  })

  it('is nobody to a group that does not know whom was kept, nor to another tenant', async () => {
    const { ward } = test.ours.places
    const from = await addSubject(tenant, ward, { firstName: 'Wanda', lastName: 'Formerly' })
    const into = await addSubject(tenant, ward, { firstName: 'Present', lastName: 'Ward' })
    expect((await merge(tenant, { from, into })).statusCode).toBe(200)
    expect((await searched(tenant, 'wanda')).list).toEqual([[into, 'Wanda Formerly']])
    const nurse = await logInAs(test.app, test.ours, 'group')
    expect((await searched(nurse, 'zora formerly')).list).toEqual([[kept, "Zora O'Formerly"]])
    const none = { list: [], matches: [], everything: [] }
    expect(await searched(nurse, 'wanda')).toEqual(none)
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    expect([await searched(theirs, 'zora formerly'), await searched(theirs, 'wanda')]).toEqual([none, none])
  })

  it('is found by names that were kept before lists searched for them', async () => {
    const words = () =>
      test.query(test.ours, 'select word, group_id from subject_words where subject_id = $1 order by word', [kept])
    const before = await words()
    await test.query(
      test.ours,
      `delete from subject_words where subject_id = $1 and word = any('{zora oformerly,oformerly,formerly}')`,
      [kept],
    )
    expect((await searched(tenant, 'oformerly')).matches).toEqual([])
    await runMigration(test, '0278-words-of-former-names')
    expect(await words()).toEqual(before)
    expect((await searched(tenant, 'present zora formerly')).list).toEqual([[kept, "Zora O'Formerly"]])
  })

  it('is found by their names as themselves once the merge is undone', async () => {
    const reply = await undo(tenant, done)
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await searched(tenant, 'zora formerly')).list).toEqual([[expect.not.stringMatching(kept), null]])
  })
})

describe('an email or an ID', () => {
  it('is said to be that of several once two were merged into two others', async () => {
    const { home, ward } = test.ours.places
    const groupId = home.groupId
    const shared = { email: 'shared.was@people.test', localId: 'SH-1', isLocalIdShared: true }
    const pair = async (place: typeof home, number: number) => {
      const from = await addSubject(tenant, place, { ...shared, firstName: `Una${number}` })
      const into = await addSubject(tenant, place, { localId: `IN-${number}`, lastName: `Into${number}` })
      const reply = await merge(tenant, { from, into })
      expect(reply.statusCode, reply.body).toBe(200)
      return into
    }
    const lookUp = async (wanted: object, client = tenant) => {
      const { isFormer, isOneOfSeveral } = (await client.post('/subjects/lookup', { groupId, ...wanted })).json().data
      return { isFormer, isOneOfSeveral }
    }
    const alone = { isFormer: true, isOneOfSeveral: false }
    await pair(home, 1)
    expect(await lookUp({ email: shared.email })).toEqual(alone)
    await pair(ward, 2)
    expect(await lookUp({ email: shared.email })).toEqual({ isFormer: true, isOneOfSeveral: true })
    // A local ID is one of a group.
    expect(await lookUp({ localId: shared.localId })).toEqual(alone)
    const again = await addSubject(tenant, home, { localId: 'SH-1', isLocalIdShared: true })
    expect(await lookUp({ localId: shared.localId })).toEqual({ isFormer: false, isOneOfSeveral: true })
    const into = await addSubject(tenant, home, { lastName: 'Again', localId: 'AG-1' })
    expect((await merge(tenant, { from: again, into })).statusCode).toBe(200)
    expect(await lookUp({ localId: shared.localId })).toEqual({ isFormer: true, isOneOfSeveral: true })
    expect(await lookUp({ localId: shared.localId, besides: into })).toEqual(alone)
    // Nothing is said of people who are out of sight.
    const nurse = await logInAs(test.app, test.ours, 'group')
    expect(await lookUp({ email: shared.email }, nurse)).toEqual(alone)
  })
})
