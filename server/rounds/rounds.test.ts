import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoundRow } from '../../contract/rounds/round.ts'
import { logInAs, type Client, type TestResponse } from '../testing/client.ts'
import { newAssay } from '../testing/new-assay.ts'
import { asOwnerIn } from '../testing/rows.ts'
import { logInAsSpare } from '../testing/spare-user.ts'
import { addSubject, merge, recordTestOf, undo } from '../testing/subjects.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { countWaiting } from '../testing/waiting.ts'
import { password } from '../testing/tenants.ts'
import { multipart, tinyPng } from '../testing/uploads.ts'

let test: TestApp
let clinical: Client
let colleague: Client
let tenant: Client

beforeAll(async () => {
  test = await startTestApp()
  clinical = await logInAs(test.app, test.ours, 'clinical')
  colleague = await logInAs(test.app, test.ours, 'group')
  tenant = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())

const home = () => test.ours.places.home

interface Started {
  id: string
  people: string[]
}

/** Starts a round of new people, of whom `names` gives the first names. */
async function start(change: object = {}, many = 3): Promise<Started> {
  const { organisationId, groupId, assayId } = home()
  const people: string[] = []
  for (let i = 0; i < many; i++)
    people.push(await addSubject(clinical, home(), { firstName: `Person ${randomUUID()}` }))
  const sent = { organisationId, groupId, assayId, specimen: 'Nasal swab', lot: 'LOT-7', zone: 'Europe/London' }
  const response = await clinical.post('/rounds', { ...sent, timing: 'none', ...change })
  expect(response.statusCode, response.body).toBe(201)
  return { id: response.json().data.id, people }
}

const tested = (result = 'negative', more: object = {}) => ({
  outcome: 'tested',
  analyteResults: [{ analyteId: 'line', result }],
  ...more,
})
const now = () => new Date().toISOString()
const send = (roundId: string, entries: object[], client = clinical): Promise<TestResponse> =>
  client.put(`/rounds/${roundId}/entries`, { entries: entries.map((entry) => ({ base: 1, at: now(), ...entry })) })
const opened = async (roundId: string, client = clinical) => (await client.get(`/rounds/${roundId}`)).json()
const rowOf = async (roundId: string, subjectId: string): Promise<RoundRow> =>
  (await opened(roundId)).rows.find((row: RoundRow) => row.subjectId === subjectId)
async function finish(roundId: string, client = clinical): Promise<TestResponse> {
  const { revision } = (await opened(roundId, client)).data
  return client.put(`/rounds/${roundId}/finish`, { revision })
}
const recordsOf = (subjectIds: readonly string[]) =>
  test.query<{ subject_id: string; result: string; recorded_by: string; results_by: string | null }>(
    test.ours,
    `select subject_id, result, recorded_by, results_by from test_records where subject_id = any($1::uuid[])`,
    [subjectIds],
  )
const outcome = (response: TestResponse) => [response.statusCode, response.json().code]

describe('a round', () => {
  it('begins with everybody of the group, none of whom has a result', async () => {
    const { id, people } = await start()
    const { rows, data } = await opened(id, colleague)
    expect(rows.map((row: RoundRow) => row.subjectId)).toEqual(expect.arrayContaining(people))
    expect(rows.every((row: RoundRow) => row.entry === null && row.enteredBy === null)).toBe(true)
    expect(data).toMatchObject({ state: 'open', entered: 0, people: rows.length })
  })

  it('is entered person by person, and tells others what changed', async () => {
    const { id, people } = await start()
    const [ann = '', bob = ''] = people
    const { revision } = (await opened(id)).data
    const sent = await send(id, [
      { subjectId: ann, entry: tested('positive') },
      { subjectId: bob, entry: { outcome: 'refused', reason: 'Afraid' } },
    ])
    expect(sent.json()).toMatchObject({ conflicts: [], refused: [] })
    const changes = (await colleague.get(`/rounds/${id}/changes?after=${revision}`)).json()
    expect(changes.rows.map((row: RoundRow) => [row.subjectId, row.entry?.outcome, row.enteredBy?.name])).toEqual(
      expect.arrayContaining([
        [ann, 'tested', expect.any(String)],
        [bob, 'refused', expect.any(String)],
      ]),
    )
    expect(changes.rows).toHaveLength(2)
    const none = (await colleague.get(`/rounds/${id}/changes?after=${changes.data.revision}`)).json()
    expect(none.rows).toEqual([])
    const events = await test.query<{ details: object }>(
      test.ours,
      `select details from audit_events where resource_id = $1 and action = 'round.entered' order by id`,
      [id],
    )
    expect(events.map(({ details }) => details)).toEqual([{ subject_id: ann }, { subject_id: bob }])
  })

  it('takes a batch again without changing anything', async () => {
    const { id, people } = await start()
    const batch = [{ subjectId: people[0], entry: tested(), at: now() }]
    const first = (await send(id, batch)).json()
    const again = (await send(id, batch)).json()
    expect(again).toEqual(first)
  })

  it('keeps what somebody else entered otherwise, and agrees to the same', async () => {
    const { id, people } = await start()
    const [ann = '', bob = ''] = people
    await send(
      id,
      [
        { subjectId: ann, entry: tested() },
        { subjectId: bob, entry: tested() },
      ],
      colleague,
    )
    const sent = await send(id, [
      { subjectId: ann, entry: tested('positive') },
      { subjectId: bob, entry: tested() },
    ])
    expect(sent.json()).toMatchObject({ conflicts: [ann], refused: [] })
    const standing = await rowOf(id, ann)
    expect(standing.entry?.analyteResults).toEqual([{ analyteId: 'line', result: 'negative' }])
    // Whoever has seen the other result may replace it.
    const chosen = await send(id, [{ subjectId: ann, base: standing.revision, entry: tested('positive') }])
    expect(chosen.json().conflicts).toEqual([])
    expect((await rowOf(id, ann)).entry?.analyteResults[0]?.result).toBe('positive')
  })

  it('does not let a late entry of the same person replace a newer one', async () => {
    const { id, people } = await start()
    const [ann = ''] = people
    const earlier = new Date(Date.now() - 1000).toISOString()
    await test.query(test.ours, `update rounds set started_at = now() - interval '1 hour' where id = $1`, [id])
    await send(id, [{ subjectId: ann, entry: tested('positive') }])
    const late = await send(id, [{ subjectId: ann, entry: tested(), at: earlier }])
    expect(late.json().conflicts).toEqual([ann])
    const newer = await send(id, [{ subjectId: ann, entry: tested(), at: now() }])
    expect(newer.json().conflicts).toEqual([])
  })

  it('refuses a result for a line that the kit does not have, and one without lines', async () => {
    const { id, people } = await start()
    const wrong = { outcome: 'tested', analyteResults: [{ analyteId: 'other', result: 'negative' }] }
    const sent = await send(id, [{ subjectId: people[0], entry: wrong }])
    expect(sent.json().refused).toEqual([{ subjectId: people[0], reason: expect.stringContaining('line') }])
    const none = await send(id, [{ subjectId: people[0], entry: { outcome: 'tested' } }])
    expect(outcome(none)).toEqual([422, 'validation'])
  })

  it('is a missing one to another place', async () => {
    const { id } = await start()
    const other = await logInAs(test.app, test.ours, { email: test.ours.places.away.username })
    expect(outcome(await other.get(`/rounds/${id}`))).toEqual([404, 'not-found'])
    expect(outcome(await finish(id, other).catch(() => other.put(`/rounds/${id}/pause`)))).toEqual([404, 'not-found'])
  })

  it('shows nobody’s last result to whoever may not see tests', async () => {
    const subjectId = await addSubject(clinical, home(), { firstName: `Person ${randomUUID()}` })
    await recordTestOf(clinical, home(), subjectId)
    const { id } = await start()
    const lasts = async () => {
      const roster = (await clinical.get(`/round-rosters/${home().groupId}`)).json().data as RoundRow[]
      const rows = [...roster, ...(await opened(id)).rows] as RoundRow[]
      return rows.filter(({ subject }) => subject.id === subjectId).map(({ last }) => last?.result)
    }
    expect(await lasts()).toEqual(['negative', 'negative'])
    const setPermissions = (change: string) =>
      test.query(
        test.ours,
        `update tenant_permissions set permissions = ${change} where tenant_id = current_tenant() and user_type = 'clinical'`,
      )
    const [before] = await test.query<{ permissions: string[] }>(
      test.ours,
      `select permissions from tenant_permissions where tenant_id = current_tenant() and user_type = 'clinical'`,
    )
    await setPermissions(`'{login-dashboard,view-own-user,create-tests,view-subjects}'`)
    expect(await lasts()).toEqual([undefined, undefined])
    await setPermissions(`'{${before?.permissions.join(',')}}'`)
  })

  it('shows nobody to whoever may record and not see subjects, and finds those whom they can name', async () => {
    const { id, people } = await start()
    const email = `${randomUUID()}@people.test`
    const named = await addSubject(clinical, home(), { email })
    const [before] = await test.query<{ permissions: string[] }>(
      test.ours,
      `select permissions from tenant_permissions where tenant_id = current_tenant() and user_type = 'clinical'`,
    )
    const setPermissions = (permissions: readonly string[] = []) =>
      test.query(
        test.ours,
        `update tenant_permissions set permissions = $1 where tenant_id = current_tenant() and user_type = 'clinical'`,
        [permissions],
      )
    await setPermissions(['login-dashboard', 'view-own-user', 'view-tests', 'create-tests'])
    const { organisationId, groupId, assayId } = home()
    const refused = [
      await clinical.get(`/round-rosters/${groupId}`),
      await clinical.get(`/rounds/${id}`),
      await clinical.get(`/rounds/${id}/changes`, { after: '0' }),
      await clinical.put(`/rounds/${id}/people`, { subjectId: people[0], isIn: true }),
      await send(id, [{ subjectId: people[0], entry: tested() }]),
      await clinical.post('/rounds', { organisationId, groupId, assayId, zone: 'Europe/London', timing: 'none' }),
    ]
    const found = await clinical.post('/subjects/lookup', { email })
    await setPermissions(before?.permissions)
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 403))
    expect(found.json().data?.id, found.body).toBe(named)
  })

  it('is opened in the audit trail by whoever looks on, once', async () => {
    const { id, people } = await start()
    const openings = async () =>
      (
        await test.query<{ count: number }>(
          test.ours,
          `select count(*)::int as count from audit_events where resource_id = $1 and action = 'round.opened'`,
          [id],
        )
      )[0]?.count
    const look = async (after: number, client = colleague) =>
      (await client.get(`/rounds/${id}/changes`, { after: String(after) })).json().rows.length
    // Nobody is shown as long as nothing has changed.
    expect([await look(1), await openings()]).toEqual([0, 0])
    expect([await look(0), await look(0), await openings()]).toEqual([expect.any(Number), expect.any(Number), 1])
    await opened(id)
    expect(await openings()).toBe(2)
    await send(id, [{ subjectId: people[0], entry: tested() }])
    expect([await look(1, clinical), await look(1), await openings()]).toEqual([1, 1, 2])
  })

  it('takes people in and out as long as nothing was entered for them', async () => {
    const { id, people } = await start()
    const [ann = '', bob = ''] = people
    const late = await addSubject(clinical, home())
    const added = await clinical.put(`/rounds/${id}/people`, { subjectId: late, isIn: true })
    expect(added.json().rows.map((row: RoundRow) => row.subjectId)).toEqual([late])
    await send(id, [{ subjectId: ann, entry: tested() }])
    expect(outcome(await clinical.put(`/rounds/${id}/people`, { subjectId: ann, isIn: false }))).toEqual([
      409,
      'not-possible',
    ])
    expect((await clinical.put(`/rounds/${id}/people`, { subjectId: bob, isIn: false })).statusCode).toBe(200)
    expect((await rowOf(id, bob)).isRemoved).toBe(true)
    expect((await send(id, [{ subjectId: bob, entry: tested() }])).json().refused).toHaveLength(1)
  })
})

describe('finishing a round', () => {
  it('stores each result once, with who read it, and leaves out the others', async () => {
    const { id, people } = await start()
    const [ann = '', bob = '', eve = ''] = people
    await send(id, [
      { subjectId: ann, entry: tested('positive') },
      { subjectId: bob, entry: { outcome: 'absent' } },
    ])
    await send(id, [{ subjectId: eve, entry: tested() }], colleague)
    const finished = await finish(id)
    expect(finished.json().data).toMatchObject({ state: 'finished' })
    const records = await recordsOf(people)
    const [by] = await test.query<{ id: string }>(test.ours, `select id from users where email = $1`, [
      'group@clinic.test',
    ])
    expect(records.map(({ subject_id, result }) => [subject_id, result])).toEqual(
      expect.arrayContaining([
        [ann, 'positive'],
        [eve, 'negative'],
      ]),
    )
    expect(records).toHaveLength(2)
    const ofColleague = records.find(({ subject_id }) => subject_id === eve)
    expect([ofColleague?.results_by, ofColleague?.recorded_by === ofColleague?.results_by]).toEqual([by?.id, false])
    expect((await finish(id)).json().data.state).toBe('finished')
    expect(await recordsOf(people)).toHaveLength(2)
    expect(outcome(await send(id, [{ subjectId: bob, entry: tested() }]))).toEqual([409, 'round-ended'])
  })

  it('goes on where it was broken off, and makes none twice', async () => {
    const { id, people } = await start({}, 4)
    await send(
      id,
      people.map((subjectId) => ({ subjectId, entry: tested() })),
    )
    const { revision } = (await opened(id)).data
    const ordered = people.toSorted()
    // A row that cannot be written stands for a server that dies in the middle.
    await test.database.owner.query(
      `create function fail_one() returns trigger language plpgsql as $$ begin
         if new.subject_id = '${ordered[2]}' then raise exception 'broken off'; end if; return new; end $$;
       create trigger fail_one before insert on test_records for each row execute function fail_one()`,
    )
    const broken = await clinical.put(`/rounds/${id}/finish`, { revision })
    expect(broken.statusCode).toBe(500)
    expect(await recordsOf(people)).toHaveLength(2)
    expect(outcome(await clinical.put(`/rounds/${id}/cancel`))).toEqual([409, 'not-possible'])
    await test.database.owner.query('drop trigger fail_one on test_records; drop function fail_one()')
    const again = await clinical.put(`/rounds/${id}/finish`, { revision })
    expect(again.json().data?.state, again.body).toBe('finished')
    const records = await recordsOf(people)
    expect(records.map(({ subject_id }) => subject_id).toSorted()).toEqual(ordered)
  })

  it('is finished for both of two people who finish it at once', async () => {
    const { id, people } = await start({}, 1)
    await send(id, [{ subjectId: people[0], entry: tested() }])
    const { revision } = (await opened(id)).data
    const other = await recordTestOf(clinical, home(), people[0] ?? '')
    // A transaction stands for the one who is faster, while the other is about to store the result.
    let slower: Promise<TestResponse> | undefined
    await asOwnerIn(test.database.owner, test.ours.id, async (faster) => {
      await faster.query('select from subjects where id = $1 for update', [people[0]])
      slower = clinical.put(`/rounds/${id}/finish`, { revision })
      await expect.poll(() => countWaiting(test.database)).toBe(1)
      await faster.query('update round_rows set test_record_id = $2 where round_id = $1 and subject_id = $3', [
        id,
        other,
        people[0],
      ])
      await faster.query(
        `update rounds set state = 'finished', ended_at = now(), ended_by = started_by where id = $1`,
        [id],
      )
    })
    const reply = await slower
    expect(reply?.json().data?.state, reply?.body).toBe('finished')
    expect(await recordsOf(people)).toHaveLength(1)
    // Whoever comes later gets the same.
    expect((await colleague.put(`/rounds/${id}/finish`, { revision })).json().data.state).toBe('finished')
  })

  it('says why a row fails to both of two people who finish it at once', async () => {
    const { id, people } = await start({}, 2)
    const [ann = '', bob = ''] = people
    await send(id, [
      { subjectId: ann, entry: tested() },
      { subjectId: bob, entry: tested() },
    ])
    const { revision } = (await opened(id)).data
    let slower: Promise<TestResponse> | undefined
    await asOwnerIn(test.database.owner, test.ours.id, async (faster) => {
      await faster.query('select from subjects where id = any($1) for update', [people])
      slower = colleague.put(`/rounds/${id}/finish`, { revision })
      await expect.poll(() => countWaiting(test.database)).toBe(1)
      await faster.query('update rounds set revision = revision + 1 where id = $1', [id])
      await faster.query(
        `update round_rows w set revision = r.revision, failure = '[{"field": "groupId", "phrase": "suspendedPlace", "values": {}}]'
         from rounds r where r.id = w.round_id and r.id = $1 and w.subject_id = $2`,
        [id, ann],
      )
    })
    // Neither of the two has a newer page.
    for (const reply of [await slower, await clinical.put(`/rounds/${id}/finish`, { revision })]) {
      const { data, rows } = reply?.json() ?? {}
      expect([reply?.statusCode, data?.state], reply?.body).toEqual([200, 'open'])
      const of = (subjectId: string) => rows.find((row: RoundRow) => row.subjectId === subjectId)
      expect(of(ann)).toMatchObject({ testRecordId: null, failure: expect.stringMatching(/suspended/) })
      expect(of(bob)).toMatchObject({ testRecordId: expect.any(String), failure: null })
    }
    await send(id, [{ subjectId: ann, base: 100, entry: tested('positive') }], colleague)
    expect(outcome(await clinical.put(`/rounds/${id}/finish`, { revision }))).toEqual([412, 'stale-version'])
    expect((await finish(id)).json().data.state).toBe('finished')
    expect((await recordsOf(people)).map(({ result }) => result).toSorted()).toEqual(['negative', 'positive'])
  })

  it('stores nothing that was entered after the user looked', async () => {
    const { id, people } = await start()
    const { revision } = (await opened(id)).data
    await send(id, [{ subjectId: people[0], entry: tested('positive') }], colleague)
    expect(outcome(await clinical.put(`/rounds/${id}/finish`, { revision }))).toEqual([412, 'stale-version'])
    expect(await recordsOf(people)).toEqual([])
  })

  it('waits for a suspended group, and says why', async () => {
    const { id, people } = await start()
    await send(id, [{ subjectId: people[0], entry: tested() }])
    await tenant.put(`/groups/${home().groupId}/suspend`)
    const waiting = (await finish(id, tenant)).json()
    expect(waiting.data.state).toBe('open')
    const [row] = waiting.rows.filter(({ failure }: RoundRow) => failure !== null)
    expect(row).toMatchObject({ subjectId: people[0], testRecordId: null, failure: expect.stringMatching(/suspended/) })
    await tenant.put(`/groups/${home().groupId}/reactivate`)
    expect((await finish(id)).json().data.state).toBe('finished')
    expect(await recordsOf(people)).toHaveLength(1)
  })

  it('goes on with a kit that was retired meanwhile', async () => {
    const made = await tenant.post('/assays', newAssay('Retired during a round'))
    const { id: assayId, analytes } = made.json().data
    const { id, people } = await start({ assayId })
    expect((await tenant.put(`/assays/${assayId}/retire`)).statusCode).toBe(200)
    const result = [{ analyteId: analytes[0].id, result: 'negative' }]
    await send(id, [{ subjectId: people[0], entry: { outcome: 'tested', analyteResults: result } }])
    expect((await finish(id)).json().data.state).toBe('finished')
    expect(await recordsOf(people)).toHaveLength(1)
  })
})

describe('a round with timers', () => {
  const back = (id: string, minutes: number) =>
    test.query(
      test.ours,
      `with older as (update rounds set started_at = started_at - make_interval(mins => $2) where id = $1)
       update round_rows set applied_at = applied_at - make_interval(mins => $2) where round_id = $1`,
      [id, minutes],
    )

  it('stores when the sample was applied and when it was read, and asks why when that was early', async () => {
    const { id, people } = await start({ timing: 'tray' })
    const [ann = '', bob = ''] = people
    const started = await clinical.put(`/rounds/${id}/timers`, { subjectIds: [ann, bob] })
    expect(started.json().rows).toHaveLength(2)
    expect((await clinical.put(`/rounds/${id}/timers`, { subjectIds: [ann] })).json().rows).toHaveLength(0)
    const early = await send(id, [{ subjectId: ann, base: 2, entry: tested() }])
    expect(early.json().refused).toEqual([{ subjectId: ann, reason: expect.stringMatching(/early or late/) }])
    await send(id, [{ subjectId: ann, base: 2, entry: tested('negative', { reason: 'Called away' }) }])
    await back(id, 20)
    await test.query(test.ours, `update round_rows set performed_at = applied_at where subject_id = $1`, [ann])
    await send(id, [{ subjectId: bob, base: 2, entry: tested() }])
    expect((await finish(id)).json().data.state).toBe('finished')
    const records = await test.query(
      test.ours,
      `select subject_id, reading, reading_reason, read_at - performed_at > interval '19 minutes' as is_later
       from test_records where subject_id = any($1::uuid[])`,
      [people],
    )
    expect(records).toEqual(
      expect.arrayContaining([
        { subject_id: ann, reading: 'early', reading_reason: 'Called away', is_later: false },
        { subject_id: bob, reading: 'in-time', reading_reason: null, is_later: true },
      ]),
    )
  })
})

describe('a person of a round', () => {
  it('may be merged, and the result belongs to the kept one', async () => {
    const { id, people } = await start()
    const [from = '', into = ''] = people
    await send(id, [{ subjectId: from, entry: tested('positive') }])
    const merged = await merge(tenant, { from, into })
    expect(merged.statusCode, merged.body).toBe(200)
    expect((await rowOf(id, from)).subject.id).toBe(into)
    expect((await finish(id)).json().data.state).toBe('finished')
    expect((await recordsOf(people)).map(({ subject_id }) => subject_id)).toEqual([into])
  })

  it('may be parted again from one who is in another group', async () => {
    const { id, people } = await start()
    const away = await addSubject(tenant, test.ours.places.away)
    const done = (await merge(tenant, { from: people[0] ?? '', into: away })).json().data
    expect((await undo(tenant, done)).statusCode).toBe(200)
    expect((await rowOf(id, people[0] ?? '')).subject.id).toBe(people[0])
  })

  it('may be erased, which takes what was entered out of the round', async () => {
    const spare = await logInAsSpare(test, test.ours, 'clinical')
    const { email } = (await spare.get('/users/my-details')).json().data
    const theirs = await addSubject(clinical, home(), { email })
    const { id } = await start()
    await send(id, [{ subjectId: theirs, entry: tested('positive', { note: 'Private' }) }])
    const reason = { currentPassword: password, reason: 'created-in-error', reasonText: null }
    expect((await spare.put('/users/my-details/delete', reason)).statusCode).toBe(204)
    expect(await rowOf(id, theirs)).toMatchObject({ isRemoved: true, entry: null, subject: { email: null } })
    expect((await finish(id)).json().data.state).toBe('finished')
    expect(await recordsOf([theirs])).toEqual([])
  })

  it('keeps the photo that a helper took, when a colleague finishes', async () => {
    const made = await tenant.post('/assays', { ...newAssay('With a photo'), imageRequired: true })
    const { id: assayId, analytes } = made.json().data
    const { id, people } = await start({ assayId })
    const [ann = '', bob = ''] = people
    const analyteResults = [{ analyteId: analytes[0].id, result: 'negative' }]
    const without = await send(id, [{ subjectId: ann, entry: { outcome: 'tested', analyteResults } }])
    expect(without.json().refused).toHaveLength(1)
    const uploaded = await clinical.send(
      'POST',
      '/device-images',
      multipart([{ name: 'file', filename: 'p.png', type: 'image/png', content: tinyPng }]),
    )
    const deviceImageId = uploaded.json().data.id
    const entry = { outcome: 'tested', analyteResults, deviceImageId }
    expect((await send(id, [{ subjectId: ann, entry }])).json().refused).toEqual([])
    expect((await send(id, [{ subjectId: bob, entry }])).json().refused).toHaveLength(1)
    const finished = await finish(id, colleague)
    expect(finished.json().data.state, finished.body).toBe('finished')
    expect(await recordsOf(people)).toHaveLength(1)
  })
})
