import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { newDraftAt } from '../../tests/server/new-draft.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import type { Place } from '../../tests/server/places.ts'
import { addSubject, merge, recordTestOf, undo } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { userIdOf } from '../../tests/server/tenants.ts'
import { removeEnded } from '../upkeep/service.ts'

let test: TestApp
let tenant: Client
let home: Place
let ward: Place

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
  ;({ home, ward } = test.ours.places)
})
afterAll(() => test.close())

const details = async (id: string) => (await tenant.get(`/subjects/${id}`)).json().data
const testsOf = async (id: string): Promise<string[]> => {
  const response = await tenant.get('/test-records', { subject_id: id, state: 'all', per_page: '100' })
  return response.json().data.map((record: { id: string }) => record.id)
}
const found = async (search: string): Promise<string[]> =>
  (await tenant.get('/subjects', { search })).json().data.map(({ id }: { id: string }) => id)
const groupsOf = async (id: string): Promise<string[]> =>
  (await details(id)).groups.map((group: { id: string }) => group.id).toSorted()
const edit = async (id: string, identity: object) => {
  const { kind, email, dateOfBirth, firstName, lastName, localId, version } = await details(id)
  const body = { kind, email, dateOfBirth, firstName, lastName, localId, ...identity }
  return tenant.send('PUT', `/subjects/${id}`, { body, headers: { 'if-match': `"${version}"` } })
}
async function merged(from: string, into: string) {
  const response = await merge(tenant, { from, into })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data
}
async function undone(done: { id: string; subjectId: string }) {
  const response = await undo(tenant, done)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data
}

describe('two subjects that are merged', () => {
  let kept: string
  let other: string
  let tests: string[]
  let done: { id: string; subjectId: string }
  let old: string
  let times = 0

  beforeEach(async () => {
    old = `old.address.${(times += 1)}@people.test`
    kept = await addSubject(tenant, home, { firstName: null, lastName: 'Zephyr' })
    other = await addSubject(tenant, ward, {
      email: old,
      firstName: 'Ana',
      lastName: `Zefir${times}`,
      localId: `W-${kept}`,
    })
    tests = [await recordTestOf(tenant, ward, other), await recordTestOf(tenant, ward, other)]
    await test.query(test.ours, `update test_records set state = 'voided' where id = $1`, [tests[1]])
    tests.push(await recordTestOf(tenant, home, kept))
    done = await merged(other, kept)
  })

  it('become one with the tests of both, voided ones included, in both groups, with the identifiers of both', async () => {
    expect((await testsOf(kept)).toSorted()).toEqual(tests.toSorted())
    expect(await groupsOf(kept)).toEqual([home.groupId, ward.groupId].toSorted())
    expect(await details(kept)).toMatchObject({
      firstName: 'Ana',
      lastName: 'Zephyr',
      localId: `W-${kept}`,
      tests: 3,
      alsoKnownBy: [{ email: old, localId: null, customId1: null, customId2: null }],
    })
    expect(done).toMatchObject({ subjectId: kept, mergedSubjectId: other, tests: 2, undoneAt: null })
    expect((await tenant.get(`/subjects/${other}`)).statusCode).toBe(404)
    expect([await found(`zefir${times}`), await testsOf(other)]).toEqual([[kept], []])
    const csv = (await tenant.get('/test-records/export', { subject_id: kept, state: 'all' })).body
    expect([csv.match(/Zephyr/g)?.length, csv.includes(old)]).toEqual([3, false])
    const trail = await test.query(
      test.ours,
      `select resource_id, actor_id, details ->> 'keptSubjectId' as kept, details ->> 'mergedSubjectId' as merged
       from audit_events where action = 'subject.merged' and outcome = 'done' and details ->> 'mergeId' = $1`,
      [done.id],
    )
    const event = { actor_id: userIdOf('tenant'), kept, merged: other }
    expect(trail).toEqual(
      expect.arrayContaining([
        { ...event, resource_id: kept },
        { ...event, resource_id: other },
      ]),
    )
  })

  it('are found by the old email, in searches and look-ups, and cannot be added again by it', async () => {
    const group = await logInAs(test.app, test.ours, 'clinical')
    expect(await found(old)).toEqual([kept])
    expect((await group.post('/subjects/lookup', { groupId: home.groupId, email: old })).json().data.id).toBe(kept)
    const again = { kind: 'human', groupId: ward.groupId, email: old.toUpperCase(), firstName: 'Ana' }
    const { email } = await details(kept)
    // A member of the family enters another one, as with an email that somebody has now.
    for (const known of [{ email: old.toUpperCase() }, { email }]) {
      for (const dateOfBirth of ['1984-02-03', '2015-06-07']) {
        const refused = await tenant.post('/subjects', { ...again, ...known, dateOfBirth })
        expect([refused.statusCode, Object.keys(refused.json().errors ?? {})], refused.body).toEqual([409, ['email']])
      }
    }
    const child = await addSubject(tenant, ward, { dateOfBirth: '2015-06-07' })
    expect((await edit(child, { email: old })).statusCode).toBe(409)
    // In a group that does not know whom was kept, nobody is in the way.
    await addSubject(tenant, test.ours.places.away, { email: old, dateOfBirth: '2015-06-07' })
    // The former identifiers stay when the present ones change.
    expect((await edit(kept, { lastName: 'Zephyrine' })).statusCode).toBe(200)
    expect(await found(old)).toContain(kept)
  })

  it('receive the test that somebody was recording for the merged one', async () => {
    const nurse = await logInAs(test.app, test.ours, 'organisation')
    await nurse.put('/test-records/draft', newDraftAt(ward, { subjectId: other }))
    expect((await nurse.get('/test-records/draft')).json().data).toMatchObject({ subject: { id: kept } })
    const late = await nurse.post('/test-records', { ...newRecordAt(ward), subjectId: other })
    expect([late.statusCode, late.json().data?.subject.id]).toEqual([201, kept])
    expect(await testsOf(kept)).toHaveLength(4)
    // It was recorded for the merged one, and goes back as what was recorded before.
    expect(await undone(done)).toMatchObject({ tests: 3, testsStaying: 0 })
    expect(new Set(await testsOf(other))).toEqual(new Set([...tests.slice(0, 2), late.json().data.id]))
  })

  it('become two again with the tests of each, and empty fields as before', async () => {
    expect(await undone(done)).toMatchObject({ identity: null, undoneAt: expect.any(String) })
    expect((await testsOf(other)).toSorted()).toEqual(tests.slice(0, 2).toSorted())
    expect(await testsOf(kept)).toEqual(tests.slice(2))
    expect([await groupsOf(kept), await groupsOf(other)]).toEqual([[home.groupId], [ward.groupId]])
    expect(await details(kept)).toMatchObject({ firstName: null, lastName: 'Zephyr', localId: null, alsoKnownBy: [] })
    expect(await details(other)).toMatchObject({ email: old, firstName: 'Ana', lastName: `Zefir${times}` })
    expect([await found(old), await found(`W-${kept}`)]).toEqual([[other], [other]])
    expect((await tenant.get(`/subjects/${kept}/merges`)).json().data).toEqual([])
    expect(await undone(done)).toMatchObject({ id: done.id })
  })

  it('keep later changes and records when the merge is undone', async () => {
    await edit(kept, { firstName: 'Anna' })
    const since = await recordTestOf(tenant, ward, kept)
    expect(await undone(done)).toMatchObject({ tests: 2, testsStaying: 1 })
    expect(await details(kept)).toMatchObject({ firstName: 'Anna', localId: null })
    expect((await testsOf(kept)).toSorted()).toEqual([since, ...tests.slice(2)].toSorted())
    expect(await groupsOf(kept)).toEqual([home.groupId, ward.groupId].toSorted())
  })

  it('stay one after 30 days, when the data for undoing is deleted', async () => {
    const begunBefore = (time: string) =>
      test.query(test.ours, 'update subject_merges set merged_at = now() - $2::interval where id = $1', [done.id, time])
    await begunBefore('29 days 23 hours 50 minutes')
    await removeEnded(test.door)
    expect((await tenant.get(`/subjects/${kept}/merges`)).json().data).toMatchObject([{ id: done.id }])
    await begunBefore('30 days 1 minute')
    expect((await undo(tenant, done)).statusCode).toBe(404)
    expect((await tenant.get(`/subjects/${kept}/merges`)).json().data).toEqual([])
    await removeEnded(test.door)
    expect(await test.query(test.ours, 'select from subject_merges where id = $1', [done.id])).toEqual([])
    expect(await found(old)).toEqual([kept])
  })

  it('stay one while somebody else has the identifiers of the merged one there', async () => {
    const third = await addSubject(tenant, ward, { dateOfBirth: '2015-06-07' })
    await test.query(test.ours, 'update subject_identities set email = $1 where subject_id = $2', [old, third])
    expect((await undo(tenant, done)).json()).toMatchObject({ code: 'not-possible' })
    expect(await testsOf(kept)).toHaveLength(3)
  })
})

it('two subjects with one email in two groups can be merged and parted, even if the kept one was tested in the other’s group', async () => {
  const email = 'same@people.test'
  const [kept, other] = [await addSubject(tenant, home, { email }), await addSubject(tenant, ward, { email })]
  const done = await merged(other, kept)
  await recordTestOf(tenant, ward, kept)
  await undone(done)
  expect([await groupsOf(kept), await groupsOf(other)]).toEqual([
    [home.groupId, ward.groupId].toSorted(),
    [ward.groupId],
  ])
  expect((await edit(kept, { firstName: 'Renamed' })).statusCode).toBe(200)
})

it('chained merges are undone from the last one, and each subject gets its own back', async () => {
  const { away } = test.ours.places
  const [a, b, c] = [
    await addSubject(tenant, home, { email: 'chain-a@people.test' }),
    await addSubject(tenant, ward),
    await addSubject(tenant, away),
  ]
  const tests = [
    await recordTestOf(tenant, home, a),
    await recordTestOf(tenant, ward, b),
    await recordTestOf(tenant, away, c),
  ]
  const first = await merged(a, b)
  const second = await merged(b, c)
  expect([await found('chain-a@'), (await testsOf(c)).toSorted()]).toEqual([[c], tests.toSorted()])
  expect((await undo(tenant, first)).statusCode).toBe(404)
  await undone(second)
  expect([await found('chain-a@'), await testsOf(c), await groupsOf(c)]).toEqual([[b], tests.slice(2), [away.groupId]])
  expect((await testsOf(b)).toSorted()).toEqual(tests.slice(0, 2).toSorted())
  await undone(first)
  expect([await testsOf(a), await testsOf(b), await found('chain-a@')]).toEqual([[tests[0]], [tests[1]], [a]])
})

it('two merges into one subject can be undone in any order', async () => {
  const kept = await addSubject(tenant, home)
  const others = [await addSubject(tenant, ward), await addSubject(tenant, ward)]
  const [first, second] = [await merged(others[0] ?? '', kept), await merged(others[1] ?? '', kept)]
  await undone(first)
  expect(await groupsOf(kept)).toEqual([home.groupId, ward.groupId].toSorted())
  await undone(second)
  expect(await groupsOf(kept)).toEqual([home.groupId])
})

it('a missing email is filled in, unless a group has somebody else with it', async () => {
  const without = async () => {
    const id = await addSubject(tenant, home)
    await test.query(test.ours, 'update subject_identities set email = null where subject_id = $1', [id])
    return id
  }
  const [kept, other] = [await without(), await addSubject(tenant, ward, { email: 'lost@people.test' })]
  const done = await merged(other, kept)
  expect(await details(kept)).toMatchObject({ email: 'lost@people.test', alsoKnownBy: [] })
  await undone(done)
  expect((await details(kept)).email).toBeNull()
  await addSubject(tenant, home, { email: 'lost@people.test' })
  await merged(other, kept)
  expect((await details(kept)).email).toBeNull()
})

describe('an account', () => {
  const patient = async (email: string) => {
    const [row] = await test.query<{ id: string }>(
      test.ours,
      `insert into users (tenant_id, id, email, full_name, user_type, date_of_birth, email_verified_at)
       values (current_tenant(), gen_random_uuid(), $1, 'Rosa Quill', 'patient', '1984-02-03', now()) returning id`,
      [email],
    )
    return row?.id
  }
  const accountOf = async (id: string) => (await details(id)).account?.id

  it('moves with its subject and goes back', async () => {
    const id = await patient('moves@people.test')
    const [kept, other] = [
      await addSubject(tenant, home),
      await addSubject(tenant, ward, { email: 'moves@people.test' }),
    ]
    const done = await merged(other, kept)
    expect(await accountOf(kept)).toBe(id)
    await undone(done)
    expect([await accountOf(kept), await accountOf(other)]).toEqual([undefined, id])
  })

  it('stays with both if both had it', async () => {
    const id = await patient('both@people.test')
    const email = 'both@people.test'
    const [kept, other] = [await addSubject(tenant, home, { email }), await addSubject(tenant, ward, { email })]
    await undone(await merged(other, kept))
    expect([await accountOf(kept), await accountOf(other)]).toEqual([id, id])
  })

  it('of each subject prevents a merge', async () => {
    await patient('one@people.test')
    await patient('two@people.test')
    const [kept, other] = [
      await addSubject(tenant, home, { email: 'one@people.test' }),
      await addSubject(tenant, ward, { email: 'two@people.test' }),
    ]
    expect((await merge(tenant, { from: other, into: kept })).json()).toMatchObject({ code: 'not-possible' })
  })

  it('that is made later finds its subject by the merged one’s email, and stays with the merged one', async () => {
    const [kept, other] = [
      await addSubject(tenant, home),
      await addSubject(tenant, ward, { email: 'later@people.test' }),
    ]
    const done = await merged(other, kept)
    const id = await patient('later@people.test')
    await edit(kept, { dateOfBirth: '1984-02-04' })
    expect(await accountOf(kept)).toBe(id)
    await undone(done)
    expect([await accountOf(kept), await accountOf(other)]).toEqual([undefined, id])
  })
})

describe('a merge is refused', () => {
  it('unless both versions are the ones that were seen, and a repeat gets the first reply', async () => {
    const [kept, other] = [await addSubject(tenant, home), await addSubject(tenant, ward)]
    expect((await merge(tenant, { from: other, into: kept }, { from: 2 })).statusCode).toBe(412)
    expect((await merge(tenant, { from: other, into: kept }, { into: 2 })).statusCode).toBe(412)
    const done = await merged(other, kept)
    const repeat = await merge(tenant, { from: other, into: kept }, { from: 1, into: 1 })
    expect([repeat.statusCode, repeat.json().data]).toEqual([200, done])
    expect((await merge(tenant, { from: kept, into: kept })).statusCode).toBe(422)
  })

  it('for users who do not see all groups of both, and so is undoing it', async () => {
    const group = await logInAs(test.app, test.ours, 'group')
    const [kept, other, third] = [
      await addSubject(tenant, home),
      await addSubject(tenant, ward),
      await addSubject(tenant, home),
    ]
    expect((await merge(group, { from: other, into: kept })).statusCode).toBe(422)
    const done = await merged(other, kept)
    expect((await merge(group, { from: third, into: kept })).statusCode).toBe(403)
    expect((await merge(group, { from: kept, into: third })).statusCode).toBe(403)
    expect((await undo(group, done)).statusCode).toBe(403)
    expect((await group.get(`/subjects/${kept}/merges`)).json().data).toEqual([])
    const organisation = await logInAs(test.app, test.ours, 'organisation')
    expect((await organisation.get(`/subjects/${kept}/merges`)).json().data).toHaveLength(1)
    expect((await undo(organisation, done)).statusCode).toBe(200)
  })

  it('when the merged one’s group has a third subject with the kept one’s email', async () => {
    const email = 'third@people.test'
    const [kept, other] = [await addSubject(tenant, home, { email }), await addSubject(tenant, ward)]
    await addSubject(tenant, ward, { email })
    expect((await merge(tenant, { from: other, into: kept })).json()).toMatchObject({ code: 'duplicate' })
    expect(await details(other)).toMatchObject({ id: other })
  })
})

it('a test that was corrected to somebody else and back stays with the subject it was given to', async () => {
  const [from, into, third] = [
    await addSubject(tenant, home),
    await addSubject(tenant, home),
    await addSubject(tenant, home),
  ]
  const [stays, leaves] = [await recordTestOf(tenant, home, from), await recordTestOf(tenant, home, from)]
  const done = await merged(from, into)
  const { performedDate, performedTime, performedZone, analyteResults } = newRecordAt(home)
  const reason = 'data-entered-incorrectly'
  for (const [version, subjectId] of [third, into].entries()) {
    const body = { performedDate, performedTime, performedZone, analyteResults, lot: null, subjectId, reason }
    const response = await tenant.post(`/test-records/${stays}/corrections`, body, { 'if-match': `"${version + 1}"` })
    expect(response.statusCode, response.body).toBe(200)
  }
  await undone(done)
  expect([await testsOf(into), await testsOf(from), await testsOf(third)]).toEqual([[stays], [leaves], []])
})

describe('a test that was corrected while its subject was merged', () => {
  const { performedDate, performedTime, performedZone } = {
    performedDate: '2026-03-01',
    performedTime: '09:30',
    performedZone: 'Europe/London',
  }
  let from: string
  let into: string
  let recordId: string
  let done: { id: string; subjectId: string }

  const correct = (version: number, change: object) =>
    tenant.post(
      `/test-records/${recordId}/corrections`,
      {
        performedDate,
        performedTime,
        performedZone,
        analyteResults: newRecordAt(home).analyteResults,
        lot: null,
        reason: 'data-entered-incorrectly',
        ...change,
      },
      { 'if-match': `"${version}"` },
    )
  const subjectsInHistory = async () =>
    (await tenant.get(`/test-records/${recordId}/history`))
      .json()
      .data.map(({ before, after }: Record<'before' | 'after', { subject: { id: string } }>) => [
        before.subject.id,
        after.subject.id,
      ])

  beforeEach(async () => {
    ;[from, into] = [await addSubject(tenant, home), await addSubject(tenant, home)]
    recordId = await recordTestOf(tenant, home, from)
    expect((await correct(1, { lot: 'BEFORE' })).statusCode).toBe(200)
    done = await merged(from, into)
    expect((await correct(2, { lot: 'MEANWHILE' })).statusCode).toBe(200)
  })

  it('names one person in its history, before and after the merge is undone', async () => {
    expect(await subjectsInHistory()).toEqual([
      [into, into],
      [into, into],
    ])
    await undone(done)
    expect(await subjectsInHistory()).toEqual([
      [from, from],
      [from, from],
    ])
  })

  it('is not given to the kept subject by a form that was opened before the merge was undone', async () => {
    const { version } = (await tenant.get(`/test-records/${recordId}`)).json().data
    await undone(done)
    expect((await correct(version, { lot: 'AFTER', subjectId: into })).statusCode).toBe(412)
    expect(await testsOf(from)).toEqual([recordId])
    expect((await correct(version + 1, { lot: 'AFTER', subjectId: from })).statusCode).toBe(200)
    expect(await subjectsInHistory()).toEqual([
      [from, from],
      [from, from],
      [from, from],
    ])
    const [last, meanwhile] = (await tenant.get(`/test-records/${recordId}/history`)).json().data
    expect([last.after.lot, last.before.lot, meanwhile.after.lot]).toEqual(['AFTER', 'MEANWHILE', 'MEANWHILE'])
  })
})
