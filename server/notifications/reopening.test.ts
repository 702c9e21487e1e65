import { describe, expect, it } from 'vitest'
import { isClosedByHand, type ClosingWay, type Notification } from '../../contract/notifications/items.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { notified, startNotified } from '../../tests/server/notified.ts'
import { addSubject } from '../../tests/server/subjects.ts'
import type { TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

const { home, follow, makeRule, record, correct, voidIt, itemsOf, list, send } = notified(
  () => test,
  () => admin,
)

startNotified((started) => {
  ;({ test, admin } = started)
})

/** Closes the last item of a record, and returns it as it is then. */
async function close(recordId: string, how: ClosingWay): Promise<Notification> {
  const last = (await itemsOf(recordId)).at(-1)
  const reply = await admin.put('/notifications/close', { how, reason: 'Recorded as an exercise', ids: [last?.id] })
  expect(reply.json().data, reply.body).toEqual({ closed: 1 })
  const closed = (await itemsOf(recordId)).at(-1)
  if (closed === undefined) throw new Error('The item is gone')
  expect(isClosedByHand(closed)).toBe(true)
  return closed
}

async function reopen(items: readonly { id: string }[], as = admin): Promise<unknown> {
  const reply = await as.put('/notifications/reopen', { ids: items.map(({ id }) => id) })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

const opened = { opened: 1, stays: 0 }
const stays = { opened: 0, stays: 1 }
const nothing = { opened: 0, stays: 0 }

describe('what somebody closed', () => {
  it.each(['needless', 'told'] as const)('as %s is opened again, once, by whoever sees it', async (how) => {
    await makeRule()
    const id = await record()
    await follow()
    const closed = await close(id, how)
    expect(await list()).toEqual([])
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    expect(await reopen([closed], theirs)).toEqual(nothing)
    expect(await reopen([closed])).toEqual(opened)
    expect(await reopen([closed])).toEqual(nothing)
    expect(await list()).toMatchObject([
      { id: closed.id, state: 'ready', kind: 'first', closedBecause: null, sentAt: null, answerReason: null },
    ])
    const events = await test.query<{ action: string }>(
      test.ours,
      `select action from audit_events where resource_id = $1 and outcome = 'done' order by id`,
      [closed.id],
    )
    expect(events.map(({ action }) => action)).toEqual([
      how === 'told' ? 'notification.acknowledged' : 'notification.closed',
      'notification.reopened',
    ])
    const made = await admin.post('/notification-reports', { ruleId: closed.rule.id, ids: [closed.id] })
    expect(made.json().data, made.body).toMatchObject({ items: 1 })
  })

  it('is opened again several at once, and each is judged anew', async () => {
    await makeRule({ needed: ['sex', 'address'] })
    const subjectId = await addSubject(admin, home())
    const ids = [await record('positive', subjectId), await record('positive', subjectId)]
    await follow()
    const closed = [await close(ids[0] ?? '', 'needless'), await close(ids[1] ?? '', 'told')]
    await test.query(
      test.ours,
      `update notifications set due_at = version_at where tenant_id = current_tenant() and test_record_id = any($1::uuid[])`,
      [ids],
    )
    expect(await reopen(closed)).toEqual({ opened: 2, stays: 0 })
    const open = { state: 'incomplete', missing: ['sex', 'address'], isOverdue: true }
    expect(await list()).toMatchObject([open, open])
  })

  it('was rejected before, and is to be told again', async () => {
    await makeRule()
    const id = await record()
    await follow()
    await send(id)
    const [told] = await itemsOf(id)
    await admin.put(`/notifications/${told?.id}/reject`, { reason: 'The postcode is missing' })
    const closed = await close(id, 'needless')
    expect(await reopen([closed])).toEqual(opened)
    expect(await itemsOf(id)).toMatchObject([{ state: 'rejected', sentAt: told?.sentAt, answerReason: null }])
  })

  it('stays closed where its test has changed since, followed or not', async () => {
    await makeRule()
    const [corrected, voided] = [await record(), await record()]
    await follow()
    const closed = [await close(corrected, 'needless'), await close(voided, 'told')]
    await correct(corrected, 'positive', { note: 'Read again' })
    await voidIt(voided)
    expect(await reopen(closed)).toEqual({ opened: 0, stays: 2 })
    await follow()
    expect(await reopen(closed)).toEqual({ opened: 0, stays: 2 })
    expect(await list()).toMatchObject([
      { record: { id: corrected }, kind: 'first' },
      { record: { id: voided }, kind: 'removal' },
    ])
  })

  it('corrects what the authority holds by now, and takes the place of what it rejected', async () => {
    await makeRule()
    const id = await record()
    await follow()
    await send(id)
    await correct(id, 'positive', { note: 'Read again' })
    await follow()
    const correction = await close(id, 'needless')
    expect(correction).toMatchObject({ kind: 'correction' })
    const [first] = await itemsOf(id)
    await admin.put(`/notifications/${first?.id}/reject`, { reason: 'Unknown person' })
    expect(await reopen([correction])).toEqual(opened)
    expect(await itemsOf(id)).toMatchObject([
      { state: 'superseded', closedBecause: 'corrected' },
      { state: 'ready', kind: 'first', refersTo: null },
    ])
  })

  it('removes nothing that the authority does not hold', async () => {
    await makeRule()
    const id = await record()
    await follow()
    await send(id)
    await voidIt(id)
    await follow()
    const removal = await close(id, 'needless')
    expect(removal).toMatchObject({ kind: 'removal' })
    expect(await reopen([removal])).toEqual(opened)
    await close(id, 'needless')
    const [first] = await itemsOf(id)
    await admin.put(`/notifications/${first?.id}/reject`, { reason: 'Unknown person' })
    expect(await reopen([removal])).toEqual(stays)
  })

  it('stays closed once its person is erased', async () => {
    await makeRule()
    const id = await record('positive', await addSubject(admin, home()))
    await follow()
    const closed = await close(id, 'needless')
    await test.query(
      test.ours,
      'delete from subject_identities where tenant_id = current_tenant() and subject_id = $1',
      [closed.record.subject.id],
    )
    expect(await reopen([closed])).toEqual(stays)
  })
})

it('what gave way by itself, or was sent with a report and acknowledged, is not opened again', async () => {
  await makeRule()
  const [corrected, sent] = [await record(), await record()]
  await follow()
  await correct(corrected, 'positive', { note: 'Read again' })
  await follow()
  await send(sent)
  const [reported] = await itemsOf(sent)
  await admin.put(`/notifications/${reported?.id}/acknowledge`, { reason: 'They have it' })
  const others = [...(await itemsOf(corrected)), ...(await itemsOf(sent))]
  expect(others.map(isClosedByHand)).not.toContain(true)
  expect(await reopen(others)).toEqual(nothing)
})
