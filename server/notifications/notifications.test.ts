import { beforeEach, describe, expect, it } from 'vitest'
import type { Notification } from '../../contract/notifications/items.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { notified, startNotified, type RuleChange } from '../../tests/server/notified.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { addSubject } from '../../tests/server/subjects.ts'
import { password } from '../../tests/server/tenants.ts'
import type { TestApp } from '../../tests/server/test-app.ts'
import { makeNotifications } from './making-service.ts'
import { aRule } from '../../tests/walks/nouns/notifications.ts'
import { madeEarlier, thisMillisecond } from '../../tests/server/rows.ts'

let test: TestApp
let admin: Client

const { home, follow, makeRule, changeRule, record, correct, voidIt, itemsOf, list, send } = notified(
  () => test,
  () => admin,
)

startNotified((started) => {
  ;({ test, admin } = started)
})

describe('items', () => {
  it('come from what is recorded once a rule is on, each with its deadline', async () => {
    const before = await record()
    const off = await makeRule({ isOn: false })
    const rule = await makeRule({ withinHours: 24 })
    const id = await record()
    const negative = await record('negative')
    expect(await itemsOf(id)).toEqual([])
    await follow()
    const [item, ...others] = await itemsOf(id)
    expect(others).toEqual([])
    expect(item).toMatchObject({ rule: { id: rule.id, name: rule.name }, kind: 'first', state: 'ready', missing: [] })
    const recorded = (await admin.get(`/test-records/${id}`)).json().data
    expect(Date.parse(item?.dueAt ?? '') - Date.parse(recorded.recordedAt)).toBe(24 * 60 * 60 * 1000)
    expect(await itemsOf(negative)).toEqual([])
    expect(await itemsOf(before)).toEqual([])
    expect((await list()).map(({ rule: { id: of } }) => of)).not.toContain(off.id)
    await follow()
    expect(await itemsOf(id)).toHaveLength(1)
  })

  it('say what is missing, and are ready once it was entered', async () => {
    await makeRule({ needed: ['sex', 'name', 'address', 'clia'] })
    await test.query(test.ours, `update groups set clia = '12D3456789' where id = $1`, [home().groupId])
    const subjectId = await addSubject(admin, home())
    const id = await record('positive', subjectId)
    await follow()
    expect(await itemsOf(id)).toMatchObject([{ state: 'incomplete', missing: ['sex', 'address'] }])
    expect(await list({ state: 'incomplete' })).toHaveLength(1)
    expect(await list({ state: 'ready' })).toEqual([])
    await test.query(
      test.ours,
      `insert into subject_details (tenant_id, subject_id, sex, address) values (current_tenant(), $1, 'female', '{"country": "GB"}')`,
      [subjectId],
    )
    expect(await itemsOf(id)).toMatchObject([{ state: 'ready', missing: [] }])
    expect(await list({ state: 'ready' })).toHaveLength(1)
    // What the tenant does not keep any more is missing again.
    await test.query(
      test.ours,
      `update tenants set subject_details = array['sex'], version = version + 1 where id = $1`,
      [test.ours.id],
    )
    expect(await itemsOf(id)).toMatchObject([{ state: 'incomplete', missing: ['address'] }])
    await test.query(
      test.ours,
      `update tenants set subject_details = array['sex', 'address'], version = version + 1 where id = $1`,
      [test.ours.id],
    )
  })

  it('lack no more what their rule needs no more, and nothing that it needs only since', async () => {
    const rule = await makeRule({ needed: ['sex', 'address'] })
    const id = await record('positive', await addSubject(admin, home()))
    await follow()
    expect(await itemsOf(id)).toMatchObject([{ state: 'incomplete', missing: ['sex', 'address'] }])
    const lowered = await changeRule(rule, { ...aRule(rule.name), isOn: true, needed: ['sex', 'clia'] })
    expect(await itemsOf(id)).toMatchObject([{ state: 'incomplete', missing: ['sex'] }])
    await changeRule(lowered, { ...aRule(rule.name), isOn: true, needed: [] })
    expect(await itemsOf(id)).toMatchObject([{ state: 'ready', missing: [] }])
    const made = await admin.post('/notification-reports', { ruleId: rule.id })
    expect(made.json().data).toMatchObject({ items: 1 })
  })

  it('lack no name of somebody of one name where people are identified by their names', async () => {
    const identifyBy = (by: string) =>
      test.query(test.ours, 'update tenants set identifies_by = $2, version = version + 1 where id = $1', [
        test.ours.id,
        by,
      ])
    await makeRule({ needed: ['name'] })
    const id = await record('positive', await addSubject(admin, home(), { firstName: null, lastName: 'Suharto' }))
    await follow()
    expect(await itemsOf(id)).toMatchObject([{ state: 'incomplete', missing: ['name'] }])
    await identifyBy('names')
    expect(await itemsOf(id)).toMatchObject([{ state: 'ready', missing: [] }])
    await identifyBy('email')
  })

  it('follow corrections and voids: what was told is corrected or removed, what was not gives way', async () => {
    await makeRule()
    const id = await record()
    await follow()
    await correct(id, 'positive', { note: 'Read again' })
    await follow()
    expect(await itemsOf(id)).toMatchObject([
      { state: 'superseded', closedBecause: 'corrected' },
      { state: 'ready', kind: 'first', record: { version: 2 } },
    ])
    await send(id)
    await correct(id, 'negative')
    await follow()
    const told = (await itemsOf(id)).at(1)
    expect((await itemsOf(id)).at(2)).toMatchObject({ kind: 'removal', refersTo: told?.id, state: 'ready' })
    await correct(id, 'positive')
    await voidIt(id)
    await follow()
    expect((await itemsOf(id)).slice(2)).toMatchObject([
      { state: 'superseded', kind: 'removal' },
      { state: 'superseded', kind: 'correction', closedBecause: 'voided' },
      { state: 'ready', kind: 'removal', refersTo: told?.id },
    ])
  })

  it('are acknowledged and rejected by hand, with who and why', async () => {
    await makeRule()
    const id = await record()
    await follow()
    const [{ id: itemId }] = (await itemsOf(id)) as [Notification]
    const answer = (what: string, reason = 'Told by telephone') =>
      admin.put(`/notifications/${itemId}/${what}`, { reason })
    expect((await answer('reject')).statusCode).toBe(409)
    const acknowledged = await answer('acknowledge')
    expect(acknowledged.json().data).toMatchObject({
      state: 'acknowledged',
      answerReason: 'Told by telephone',
      answeredBy: `${test.ours.marker} tenant`,
      reportId: null,
    })
    expect(acknowledged.json().data.sentAt).not.toBeNull()
    const again = await answer('acknowledge', 'Another reason')
    expect(again.json().data).toMatchObject({ answerReason: 'Told by telephone' })
    expect((await answer('reject', 'The postcode is wrong')).json().data).toMatchObject({
      state: 'rejected',
      answerReason: 'The postcode is wrong',
      answeredBy: `${test.ours.marker} tenant`,
    })
    expect(await list({ state: 'untold' })).toHaveLength(1)
    const events = await test.query<{ action: string }>(
      test.ours,
      `select action from audit_events where resource_id = $1 and outcome = 'done' order by id`,
      [itemId],
    )
    expect(events.map(({ action }) => action)).toEqual(['notification.acknowledged', 'notification.rejected'])
  })

  it('are listed while they are to be told, and what a record was told last is one line among those that are done', async () => {
    await makeRule()
    const id = await record()
    const untold = await record()
    await follow()
    await send(id)
    await correct(id, 'positive', { note: 'Read again' })
    await follow()
    const records = async (state?: string) =>
      (await list(state === undefined ? {} : { state })).map((item) => [item.record.id, item.kind, item.state])
    expect(await records()).toEqual([
      [untold, 'first', 'ready'],
      [id, 'correction', 'ready'],
    ])
    expect(await records('done')).toEqual([[id, 'first', 'sent']])
    await send(id)
    await correct(id, 'positive', { note: 'Read once more' })
    await correct(id, 'positive', { note: 'Read twice more' })
    await follow()
    expect(await records('done')).toEqual([[id, 'correction', 'sent']])
    await voidIt(untold)
    await follow()
    const done = await records('done')
    expect(done).toHaveLength(2)
    expect(done).toContainEqual([id, 'correction', 'sent'])
    expect(done).toContainEqual([untold, 'first', 'superseded'])
    expect((await records('all')).length).toBeGreaterThan(4)
  })

  it('that were told are listed by when they were told, whatever was due first', async () => {
    await makeRule()
    const [first, second] = [await record(), await record()]
    await follow()
    const told = async (sort: string, paging = {}) => {
      const query = new URLSearchParams({ state: 'done', sort, ...paging })
      return (await admin.get(`/notifications?${query}`)).json()
    }
    await send(second)
    // Both could be sent in one millisecond.
    await test.query(
      test.ours,
      `update notifications set ${madeEarlier('sent_at', "interval '1 hour'")} where tenant_id = current_tenant() and test_record_id = $1`,
      [second],
    )
    await send(first)
    const orderOf = ({ data }: { data: Notification[] }) => data.map((item) => item.record.id)
    expect(orderOf(await told('-told_at'))).toEqual([first, second])
    expect(orderOf(await told('told_at'))).toEqual([second, first])
  })

  it('are closed several at once with one reason, as told another way or as what need not be told', async () => {
    const rule = await makeRule({ needed: ['sex'] })
    const ready = await makeRule()
    const subjectId = await addSubject(admin, home())
    const ids = [await record('positive', subjectId), await record('positive', subjectId)]
    await follow()
    const close = async (body: object, as = admin) => await as.put('/notifications/close', body)
    const incomplete = { filter: { state: 'incomplete', rule_id: rule.id }, total: 2 }
    expect((await close({ how: 'needless', reason: '  ', ...incomplete })).statusCode).toBe(422)
    // What came after the list was seen is not closed with it.
    for (const total of [1, 3, null]) {
      const unseen = await close({ how: 'needless', reason: 'Recorded as an exercise', ...incomplete, total })
      expect([unseen.statusCode, unseen.json().code]).toEqual([409, 'not-possible'])
    }
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    const [{ id: one }] = (await list({ rule_id: ready.id })) as [Notification]
    expect((await close({ how: 'told', reason: 'By telephone', ids: [one] }, theirs)).json().data).toEqual({
      closed: 0,
    })
    const needless = await close({ how: 'needless', reason: 'Recorded as an exercise', ...incomplete })
    expect(needless.json().data, needless.body).toEqual({ closed: 2 })
    expect((await close({ how: 'needless', reason: 'Again', ...incomplete, total: 0 })).json().data).toEqual({
      closed: 0,
    })
    expect(await list({ state: 'done', rule_id: rule.id })).toMatchObject(
      ids.map(() => ({ state: 'superseded', closedBecause: 'person', answerReason: 'Recorded as an exercise' })),
    )
    const others = { ids: null, except: [one], total: 2 }
    expect((await close({ how: 'told', reason: 'By telephone', ...others })).json().data).toEqual({ closed: 1 })
    expect((await list()).map((item) => item.id)).toEqual([one])
    expect(await list({ state: 'acknowledged' })).toMatchObject([{ reportId: null, answerReason: 'By telephone' }])
    const events = await test.query<{ action: string; count: string }>(
      test.ours,
      `select action, count(*) from audit_events where outcome = 'done' and action in ('notification.closed', 'notification.acknowledged')
         and resource_id in (select id from notifications where rule_id = any($1::uuid[])) group by action order by action`,
      [[rule.id, ready.id]],
    )
    expect(events).toMatchObject([
      { action: 'notification.acknowledged', count: '1' },
      { action: 'notification.closed', count: '2' },
    ])
    // Neither looking back nor following the record makes again what somebody closed, but a correction does.
    expect((await admin.put(`/notification-rules/${rule.id}/look-back`, { days: 1 })).json().data).toEqual({ made: 0 })
    await correct(ids[0] ?? '', 'positive', { note: 'Read again' })
    await follow()
    expect((await list({ rule_id: rule.id })).map(({ kind }) => kind)).toEqual(['first'])
  })

  it('that the authority rejects are told again, though their correction was closed as what need not be told', async () => {
    await makeRule()
    const id = await record()
    await follow()
    await send(id)
    await correct(id, 'positive', { note: 'Read again' })
    await follow()
    const [first, second] = await itemsOf(id)
    const closed = await admin.put('/notifications/close', { how: 'needless', reason: 'A note', ids: [second?.id] })
    expect(closed.json().data).toEqual({ closed: 1 })
    await admin.put(`/notifications/${first?.id}/reject`, { reason: 'The postcode is missing' })
    expect((await list()).map((item) => [item.id, item.state])).toEqual([[first?.id, 'rejected']])
  })

  it('that are being sent, or wait for what is, are not closed with others', async () => {
    const rule = await makeRule()
    const id = await record()
    await follow()
    await test.query(
      test.ours,
      `update notifications set state = 'sending' where tenant_id = current_tenant() and rule_id = $1`,
      [rule.id],
    )
    await correct(id, 'positive', { note: 'Read again' })
    await follow()
    expect((await list({ rule_id: rule.id })).map(({ state }) => state).sort()).toEqual(['sending', 'waiting'])
    const closed = await admin.put('/notifications/close', { how: 'told', reason: 'By telephone', total: 2 })
    expect(closed.json().data).toEqual({ closed: 0 })
  })

  it('that were rejected after a correction are told by the correction alone', async () => {
    await makeRule()
    const id = await record()
    await follow()
    await send(id)
    await correct(id, 'positive', { note: 'Read again' })
    await follow()
    const [{ id: first }] = (await itemsOf(id)) as [Notification]
    await admin.put(`/notifications/${first}/reject`, { reason: 'Unknown person' })
    expect(await itemsOf(id)).toMatchObject([{ state: 'superseded' }, { state: 'ready' }])
  })

  it('are counted by what they wait for, and narrowed', async () => {
    const rule = await makeRule()
    await makeRule({ needed: ['sex'] })
    const id = await record('positive', await addSubject(admin, home()))
    await follow()
    await test.query(
      test.ours,
      `update notifications set due_at = now() - interval '1 minute' where tenant_id = current_tenant() and rule_id = $1`,
      [rule.id],
    )
    const counts = (await admin.get('/notifications/counts')).json().data
    expect(counts).toMatchObject({ overdue: 1, due: 1, incomplete: 1, ready: 1, rejected: 0 })
    expect(counts.rules.map(({ toReport }: { toReport: number }) => toReport).sort()).toEqual([0, 1])
    const dutiesOf = async (client: typeof admin) => (await client.get('/dashboard')).json().data.duties
    expect(await dutiesOf(admin)).toEqual({ overdue: 1, due: 1 })
    expect(await dutiesOf(await logInAs(test.app, test.ours, 'clinical'))).toBeNull()
    expect((await list()).map(({ isOverdue }) => isOverdue)).toEqual([true, false])
    expect(await list({ rule_id: rule.id })).toHaveLength(1)
    expect(await list({ due: 'overdue' })).toHaveLength(1)
    expect(await list({ due: 'week' })).toHaveLength(2)
    expect(await list({ group_id: home().groupId })).toHaveLength(2)
    expect(await list({ group_id: test.ours.places.away.groupId })).toEqual([])
    await send(id)
    expect(await list({ due: 'week' })).toEqual([])
  })

  it('are narrowed to what is due by now, within a day and within a week', async () => {
    await makeRule()
    await record()
    await follow()
    const dues = ['overdue', 'day', 'week'] as const
    const foundIf = async (dueInMinutes: number) => {
      await test.query(
        test.ours,
        'update notifications set due_at = now() + make_interval(mins => $1) where tenant_id = current_tenant()',
        [dueInMinutes],
      )
      const lists = await Promise.all(dues.map((due) => list({ due })))
      return dues.filter((_, at) => lists[at]?.length === 1)
    }
    const [some, day] = [10, 24 * 60]
    expect(await foundIf(-some)).toEqual(['overdue', 'day', 'week'])
    expect(await foundIf(some)).toEqual(['day', 'week'])
    expect(await foundIf(day - some)).toEqual(['day', 'week'])
    expect(await foundIf(day + some)).toEqual(['week'])
    expect(await foundIf(7 * day - some)).toEqual(['week'])
    expect(await foundIf(7 * day + some)).toEqual([])
  })

  it('are seen by those who see the record', async () => {
    await makeRule()
    const id = await record()
    await follow()
    const group = await logInAs(test.app, test.ours, 'group')
    const [item] = await itemsOf(id, group)
    expect((await list({}, group)).map((one) => one.id)).toEqual([item?.id])
    const elsewhere = await logInAsSpare(test, test.ours, 'group')
    const { id: userId } = (await elsewhere.get('/users/my-details')).json().data
    const { away } = test.ours.places
    await test.query(test.ours, 'update users set organisation_id = $2 where id = $1', [userId, away.organisationId])
    await test.query(test.ours, 'update user_groups set group_id = $2 where user_id = $1', [userId, away.groupId])
    for (const other of [elsewhere, await logInAs(test.app, test.theirs, 'tenant')]) {
      expect((await other.get(`/test-records/${id}/notifications`)).statusCode).toBe(404)
      expect((await other.get(`/notifications/${item?.id}`)).statusCode).toBe(404)
      expect((await list({}, other)).map((one) => one.id)).not.toContain(item?.id)
    }
  })

  it('hold nothing of an erased person, and are not to be told any more', async () => {
    await makeRule()
    const leaving = await logInAsSpare(test, test.ours, 'clinical')
    const { email } = (await leaving.get('/users/my-details')).json().data
    const id = await record('positive', await addSubject(admin, home(), { email }))
    await follow()
    const [{ id: itemId }] = (await itemsOf(id)) as [Notification]
    expect((await list()).map((item) => item.id)).toEqual([itemId])
    const leave = { currentPassword: password, reason: 'created-in-error', reasonText: null }
    expect((await leaving.put('/users/my-details/delete', leave)).statusCode).toBe(204)
    expect(await itemsOf(id)).toMatchObject([
      { state: 'superseded', closedBecause: 'erased', record: { subject: { email: null } } },
    ])
    expect(await list()).toEqual([])
    await correct(id, 'positive', { note: 'Read again' })
    await follow()
    expect((await itemsOf(id)).map(({ id: of }) => of)).toEqual([itemId])
  })
})

describe('rules', () => {
  it('keep each version with the time from which it was in force', async () => {
    const rule = await makeRule()
    const {
      organisations: _o,
      groups: _g,
      assays: _a,
      template: _t,
      version,
      since: _s,
      madeBy: _m,
      id,
      ...content
    } = rule
    const form = { ...content, organisationIds: [], groupIds: [] }
    expect((await changeRule({ id, version }, form)).version).toBe(1)
    const changed = await changeRule({ id, version }, { ...form, withinHours: 48 })
    expect(changed).toMatchObject({ version: 2, withinHours: 48 })
    const { data } = (await admin.get(`/notification-rules/${id}/versions`)).json()
    expect(data).toMatchObject([
      { version: 2, withinHours: 48, until: null },
      { version: 1, withinHours: 24, until: changed.since },
    ])
    const stale = await admin.send('PUT', `/notification-rules/${id}`, { body: form, headers: { 'if-match': '"1"' } })
    expect(stale.statusCode).toBe(412)
  })

  it('keep the template that they began with, and name the kits that they ask for', async () => {
    const named = { name: `line line ${test.ours.marker}`, loinc: null, snomed: null }
    const rule = await makeRule({ analytes: [named], template: 'england-influenza' } as RuleChange)
    expect(rule.template).toMatchObject({ id: 'england-influenza', readOn: '2026-11-25' })
    expect(rule.assays.map(({ id }) => id)).toContain(home().assayId)
    const other = await makeRule({ analytes: [{ ...named, name: 'Something else' }] })
    expect(other.assays).toEqual([])
  })

  it('refuse places of nobody', async () => {
    const reply = await admin.post('/notification-rules', { ...aRule(), groupIds: [crypto.randomUUID()] })
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['groupIds']])
  })

  it('look back when asked, once', async () => {
    const recent = await record()
    await test.query(test.ours, `update test_records set performed_at = now() - interval '20 days' where id = $1`, [
      recent,
    ])
    const analytes = [{ name: `Line line ${test.ours.marker}`, loinc: null, snomed: null }]
    const rule = await makeRule({ analytes, needed: [] })
    await follow()
    expect(await itemsOf(recent)).toEqual([])
    const back = async (days: number) => {
      const reply = await admin.put(`/notification-rules/${rule.id}/look-back`, { days })
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json().data.made
    }
    const foreseen = async (days: number) => {
      const reply = await admin.get(`/notification-rules/${rule.id}/look-back`, { days: String(days) })
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json().data
    }
    await back(19)
    expect(await itemsOf(recent)).toEqual([])
    const { made, missing } = await foreseen(21)
    expect(made).toBeGreaterThan(0)
    expect(missing).toEqual([])
    // Nothing of it was stored.
    expect(await itemsOf(recent)).toEqual([])
    const needing = await changeRule(rule, { ...aRule(rule.name), analytes, isOn: true, needed: ['email', 'race'] })
    expect(await foreseen(21)).toEqual({
      made,
      incomplete: made,
      missing: expect.arrayContaining([{ field: 'race', tests: made }]),
    })
    await changeRule(needing, { ...aRule(rule.name), analytes, isOn: true, needed: [] })
    expect(await back(21)).toBe(made)
    expect(await itemsOf(recent)).toMatchObject([{ kind: 'first', state: 'ready' }])
    expect(await foreseen(21)).toEqual({ made: 0, incomplete: 0, missing: [] })
    expect(await back(30)).toBe(0)
    await follow()
    expect(await itemsOf(recent)).toHaveLength(1)
  })

  it('are none of a tenant of animals', async () => {
    await test.query(
      test.ours,
      `update tenants set subjects = jsonb_set(subjects, '{kind}', '"non-human"'), version = version + 1 where id = $1`,
      [test.ours.id],
    )
    const refused = [
      await admin.get('/notifications'),
      await admin.get('/notifications/counts'),
      await admin.get('/notification-rules'),
      await admin.post('/notification-rules', aRule()),
    ]
    await test.query(
      test.ours,
      `update tenants set subjects = jsonb_set(subjects, '{kind}', '"human"'), version = version + 1 where id = $1`,
      [test.ours.id],
    )
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 409])
  })
})

describe('mails about deadlines', () => {
  const mailsTo = () =>
    test.query<{ recipient: string }>(
      test.ours,
      `select recipient from messages where template = 'notifications-due' order by recipient`,
    )
  const move = async (hours: number) => {
    await test.query(
      test.ours,
      `update notifications set ${madeEarlier('due_at', 'make_interval(hours => $1)')}, ${madeEarlier('warn_at', 'make_interval(hours => $1)')}
       where tenant_id = current_tenant()`,
      [hours],
    )
    await test.query(test.ours, `update notification_follows set look_at = ${thisMillisecond}`)
    await makeNotifications(test.door)
  }
  beforeEach(() => test.query(test.ours, `delete from messages where template = 'notifications-due'`))

  it.each([
    [`state = 'open'`, true],
    [`state = 'sending'`, true],
    [`state = 'rejected'`, true],
    [`state = 'sent', sent_at = now()`, false],
    [`state = 'acknowledged', sent_at = now()`, false],
    [`state = 'superseded', closed_because = 'corrected'`, false],
  ])('about an item whose %s warn before the deadline and say when it is over: %s', async (set, isTold) => {
    await makeRule()
    const id = await record()
    await follow()
    await test.query(
      test.ours,
      `update notifications set ${set} where tenant_id = current_tenant() and test_record_id = $1`,
      [id],
    )
    await move(0)
    const follows = await test.query(
      test.ours,
      `select f.look_at is not distinct from min(n.warn_at) as at_warning
       from notification_follows f left join notifications n on n.tenant_id = f.tenant_id
       where f.tenant_id = current_tenant() group by f.look_at`,
    )
    expect(follows).toEqual([{ at_warning: isTold }])
    await move(19)
    const warned = (await mailsTo()).length
    expect(warned > 0).toBe(isTold)
    await test.query(
      test.ours,
      `update notification_rules set told_at = now() - interval '25 hours' where tenant_id = current_tenant()`,
    )
    await move(6)
    expect(await mailsTo()).toHaveLength(2 * warned)
  })

  it('go at a quarter of the time and when it is over, at most once a day, to those who may tell', async () => {
    await makeRule()
    await record()
    await follow()
    expect(await mailsTo()).toEqual([])
    await move(19)
    const warned = await mailsTo()
    expect(warned.length).toBeGreaterThan(1)
    const types = await test.query<{ user_type: string }>(
      test.ours,
      `select distinct u.user_type from messages m join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
       where m.template = 'notifications-due'`,
    )
    expect(types.map(({ user_type }) => user_type)).not.toContain('patient')
    expect(types.map(({ user_type }) => user_type)).not.toContain('clinical')
    await move(1)
    expect(await mailsTo()).toHaveLength(warned.length)
    await move(6)
    expect(await mailsTo()).toHaveLength(warned.length)
    await test.query(
      test.ours,
      `update notification_rules set told_at = now() - interval '25 hours' where tenant_id = current_tenant()`,
    )
    await move(0)
    expect(await mailsTo()).toHaveLength(2 * warned.length)
    await move(0)
    expect(await mailsTo()).toHaveLength(2 * warned.length)
  })
})
