import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Round, RoundRow } from '../../contract/rounds/round.ts'
import { serverRules } from '../../contract/phrases/en_GB/server-rules.ts'
import { logInAs } from '../../tests/server/client.ts'
import { newAssay } from '../../tests/server/new-assay.ts'
import {
  test,
  clinical,
  colleague,
  tenant,
  home,
  start,
  tested,
  now,
  send,
  opened,
  rowOf,
  finish,
  recordsOf,
  outcome,
} from '../../tests/server/going-rounds.ts'
import { madeEarlier } from '../../tests/server/rows.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { addSubject, merge, recordTestOf, undo } from '../../tests/server/subjects.ts'
import { password } from '../../tests/server/tenants.ts'
import { multipart, tinyPng } from '../../tests/server/uploads.ts'

describe('a round', () => {
  it('begins with everybody of the group, none of whom has a result', async () => {
    const { id, people } = await start()
    const { rows, data } = await opened(id, colleague)
    const group = (await tenant.get('/subjects', { group_id: home().groupId, per_page: '100' })).json().data
    expect(rows.map((row: RoundRow) => row.subjectId).toSorted()).toEqual(
      group.map((subject: { id: string }) => subject.id).toSorted(),
    )
    expect(rows.map((row: RoundRow) => row.subjectId)).toEqual(expect.arrayContaining(people))
    expect(rows.every((row: RoundRow) => row.entry === null && row.enteredBy === null)).toBe(true)
    expect(data).toMatchObject({ state: 'open', entered: 0, people: rows.length })
  })

  it('does not begin with a group that has nobody, which would be a round without anybody to test', async () => {
    const { organisationId, assayId } = home()
    const made = await tenant.post('/groups', { organisationId, name: `Empty ${randomUUID()}` })
    const groupId = made.json().data.id
    const ours = async () => (await tenant.get('/rounds')).json().data.filter((one: Round) => one.group.id === groupId)
    const refused = await tenant.post('/rounds', { organisationId, groupId, assayId, zone: 'UTC', timing: 'none' })
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { subjectIds: [serverRules.emptyGroup] }])
    expect(await ours()).toEqual([])
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
    const now = changes.data.revision
    const same = await colleague.get(`/rounds/${id}/changes`, { after: String(now) }, { 'if-none-match': `"${now}"` })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    await send(id, [{ subjectId: bob, entry: null }])
    const next = await colleague.get(`/rounds/${id}/changes`, { after: String(now) }, { 'if-none-match': `"${now}"` })
    expect(next.json().rows.map((row: RoundRow) => [row.subjectId, row.entry])).toEqual([[bob, null]])
    const events = await test.query<{ details: object }>(
      test.ours,
      `select details from audit_events where resource_id = $1 and action = 'round.entered' order by id`,
      [id],
    )
    expect(events.slice(0, 2).map(({ details }) => details)).toEqual([{ subject_id: ann }, { subject_id: bob }])
  })

  it('tells whoever has all that it was paused meanwhile', async () => {
    const { id } = await start()
    const { revision } = (await opened(id)).data
    await colleague.put(`/rounds/${id}/pause`)
    const headers = { 'if-none-match': `"${revision}"` }
    const changes = await colleague.get(`/rounds/${id}/changes`, { after: String(revision) }, headers)
    expect(changes.json().data.state).toBe('paused')
  })

  it('takes a batch again without changing anything', async () => {
    const { id, people } = await start()
    const batch = [{ subjectId: people[0], entry: tested(), at: now() }]
    const first = (await send(id, batch)).json()
    const shown = async () => {
      const { data, rows } = await opened(id)
      return { data, rows }
    }
    const changed = async () => [
      await shown(),
      await test.query(test.ours, `select id from audit_events where resource_id = $1 and action = 'round.entered'`, [
        id,
      ]),
    ]
    const before = await changed()
    expect(before[1]).toHaveLength(1)
    const again = (await send(id, batch)).json()
    expect(again).toEqual(first)
    expect(await changed()).toEqual(before)
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
    const stands = async () => (await rowOf(id, ann)).entry?.analyteResults[0]?.result
    expect(await stands()).toBe('positive')
    const newer = await send(id, [{ subjectId: ann, entry: tested(), at: now() }])
    expect(newer.json().conflicts).toEqual([])
    expect(await stands()).toBe('negative')
  })

  it('does not let a late taking back of the same person remove a newer entry', async () => {
    const { id, people } = await start()
    const [ann = ''] = people
    const earlier = new Date(Date.now() - 1000).toISOString()
    await test.query(test.ours, `update rounds set started_at = now() - interval '1 hour' where id = $1`, [id])
    await send(id, [{ subjectId: ann, entry: tested('positive') }])
    const late = await send(id, [{ subjectId: ann, entry: null, at: earlier }])
    expect(late.json().conflicts).toEqual([ann])
    expect((await rowOf(id, ann)).entry?.analyteResults[0]?.result).toBe('positive')
    expect((await send(id, [{ subjectId: ann, entry: null, at: now() }])).json().conflicts).toEqual([])
    expect((await rowOf(id, ann)).entry).toBeNull()
  })

  it('moves what a device with a wrong clock sends into the round: not before it began, and not after now', async () => {
    const { id, people } = await start()
    const [ann = '', bob = '', eve = ''] = people
    await test.query(test.ours, `update rounds set ${madeEarlier('started_at', "interval '1 hour'")} where id = $1`, [
      id,
    ])
    const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60_000).toISOString()
    await send(id, [
      { subjectId: ann, entry: tested(), at: inHours(3) },
      { subjectId: bob, entry: tested(), at: inHours(-3) },
      { subjectId: eve, entry: tested(), at: inHours(-0.5) },
    ])
    const stored = await test.query<{ subject_id: string; minutes: number }>(
      test.ours,
      `select w.subject_id, round(extract(epoch from now() - w.performed_at) / 60)::int as minutes from round_rows w
       where w.round_id = $1 and w.performed_at <= now()`,
      [id],
    )
    expect(new Map(stored.map(({ subject_id, minutes }) => [subject_id, minutes]))).toEqual(
      new Map([
        [ann, 0],
        [bob, 60],
        [eve, 30],
      ]),
    )
    // A later entry of another device is not held to be older than one from the future.
    expect((await send(id, [{ subjectId: ann, base: 2, entry: tested('positive') }])).json().conflicts).toEqual([])
    expect((await finish(id)).json().data.state).toBe('finished')
    expect(await recordsOf(people)).toHaveLength(3)
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
    const { id, people } = await start()
    const other = await logInAs(test.app, test.ours, { email: test.ours.places.away.username })
    const { revision } = (await opened(id)).data
    for (const reply of [
      await other.get(`/rounds/${id}`),
      await other.get(`/rounds/${id}/changes`, { after: '0' }),
      await other.put(`/rounds/${id}/finish`, { revision }),
      await other.put(`/rounds/${id}/pause`),
      await other.put(`/rounds/${id}/cancel`),
      await send(id, [{ subjectId: people[0], entry: tested() }], other),
    ])
      expect(outcome(reply)).toEqual([404, 'not-found'])
    expect((await opened(id)).data).toMatchObject({ state: 'open', entered: 0 })
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
    const admin = await logInAs(test.app, test.ours, 'tenant')
    const { body } = await admin.get('/audit-events', {
      resource_type: 'round',
      resource_id: id,
      action: 'round.opened',
    })
    const [{ name } = { name: undefined }] = await test.query<{ name: string }>(
      test.ours,
      `select g.name || ', ' || a.name as name from rounds as n
       join groups as g on g.id = n.group_id join assays as a on a.id = n.assay_id where n.id = $1`,
      [id],
    )
    expect(JSON.parse(body).data[0].resource).toEqual({ type: 'round', id, name })
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

describe('a round with timers', () => {
  const back = (id: string, minutes: number) =>
    test.query(
      test.ours,
      `with older as (update rounds set ${madeEarlier('started_at', 'make_interval(mins => $2)')} where id = $1)
       update round_rows set ${madeEarlier('applied_at', 'make_interval(mins => $2)')} where round_id = $1`,
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

describe('a test kit that requires the timer', () => {
  const assay = async (form: object) => (await tenant.post('/assays', form)).json().data
  const result = (of: { analytes: { id: string }[] }, more: object = {}) => ({
    ...tested('negative', more),
    analyteResults: [{ analyteId: of.analytes[0]?.id, result: 'negative' }],
  })

  it('begins no round without timers, and needs one for each result', async () => {
    const strict = await assay({ ...newAssay('Strict round'), requiresTimer: true })
    const { organisationId, groupId } = home()
    const refused = await clinical.post('/rounds', {
      organisationId,
      groupId,
      assayId: strict.id,
      zone: 'UTC',
      timing: 'none',
    })
    expect(outcome(refused)).toEqual([409, 'timer-required'])
    const { id, people } = await start({ assayId: strict.id, timing: 'tray' })
    const [ann = ''] = people
    const untimed = await send(id, [{ subjectId: ann, entry: result(strict) }])
    expect(untimed.json().refused).toEqual([{ subjectId: ann, reason: expect.stringMatching(/timer/) }])
    await clinical.put(`/rounds/${id}/timers`, { subjectIds: [ann] })
    const timed = await send(id, [{ subjectId: ann, base: 2, entry: result(strict, { reason: 'Came at once' }) }])
    expect(timed.json().refused).toEqual([])
  })

  it('needs none in a round that began before it did', async () => {
    const later = await assay(newAssay('Later strict'))
    const { id, people } = await start({ assayId: later.id })
    await test.query(test.ours, 'update assays set requires_timer = true where id = $1', [later.id])
    const sent = await send(id, [{ subjectId: people[0], entry: result(later) }])
    expect(sent.json().refused).toEqual([])
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
    expect((await undo(tenant, merged.json().data)).json().data).toMatchObject({ tests: 1, testsStaying: 0 })
    expect((await recordsOf(people)).map(({ subject_id }) => subject_id)).toEqual([from])
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
    const stored = await test.query(
      test.ours,
      'select subject_id, device_image_id from test_records where subject_id = any($1::uuid[])',
      [people],
    )
    expect(stored).toEqual([{ subject_id: ann, device_image_id: deviceImageId }])
  })
})
