import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestDraft } from '../../../contract/test-records/test-draft.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { newDraftAt } from '../../../tests/server/new-draft.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { userIdOf } from '../../../tests/server/tenants.ts'

let test: TestApp
let nurse: Client
const log: string[] = []

beforeAll(async () => {
  test = await startTestApp({ log: { write: (line) => void log.push(line) } })
  nurse = await logInAs(test.app, test.ours, 'clinical')
})
afterAll(() => test.close())
beforeEach(() => test.query(test.ours, 'delete from test_drafts'))

const address = '/test-records/draft'
const keep = (change: Partial<TestDraft> = {}, client = nurse) =>
  client.put(address, newDraftAt(test.ours.places.home, change))
const kept = async (client = nurse) => (await client.get(address)).json().data
const discard = (key: string, client = nurse) => client.send('DELETE', address, { query: { idempotency_key: key } })

describe('a draft of a test', () => {
  it('is restored at the person’s next login, with its subject, as it was typed', async () => {
    const { home } = test.ours.places
    expect(await kept()).toBeNull()
    expect((await keep({ note: 'half a sen' })).statusCode).toBe(204)
    const { subjectId: _, ...content } = newDraftAt(home, { note: 'half a sen' })
    expect(await kept(await logInAs(test.app, test.ours, 'clinical'))).toEqual({
      ...content,
      subject: expect.objectContaining({ id: home.subjectId, email: home.subjectEmail, dateOfBirth: '1980-05-17' }),
      startedAt: expect.stringMatching(/^2/),
    })
  })

  it('is shown to nobody else, whatever their permissions', async () => {
    await keep({ typedSubject: { ...newDraftAt(test.ours.places.home).typedSubject, email: 'secret@people.test' } })
    for (const userType of ['group', 'organisation', 'tenant', 'provider'] as const) {
      const other = await logInAs(test.app, test.ours, userType)
      expect(await kept(other)).toBeNull()
      expect((await discard('draft-1', other)).statusCode).toBe(204)
    }
    expect(await kept(await logInAs(test.app, test.theirs, 'clinical'))).toBeNull()
    expect(await kept()).not.toBeNull()
    expect(log.join('')).not.toContain('secret@people.test')
  })

  it('hides a subject that its person may not see', async () => {
    await keep({ subjectId: test.ours.places.ward.subjectId })
    expect((await kept()).subject).toBeNull()
  })

  it('keeps its starting time until another draft replaces it', async () => {
    await keep()
    await test.query(test.ours, `update test_drafts set started_at = now() - interval '20 minutes'`)
    const { startedAt } = await kept()
    await keep({ location: 'Room 4' })
    expect(await kept()).toMatchObject({ startedAt, location: 'Room 4' })
    await keep({ idempotencyKey: 'draft-2' })
    expect((await kept()).startedAt > startedAt).toBe(true)
  })

  it('expires a day after the last change', async () => {
    await keep()
    await test.query(test.ours, `update test_drafts set kept_at = now() - interval '23 hours 50 minutes'`)
    expect(await kept()).not.toBeNull()
    await test.query(test.ours, `update test_drafts set kept_at = now() - interval '24 hours 1 minute'`)
    expect(await kept()).toBeNull()
  })

  it('is discarded only by its own key', async () => {
    await keep()
    await discard('of-another-window')
    expect(await kept()).not.toBeNull()
    await discard('draft-1')
    expect(await kept()).toBeNull()
  })

  it('is deleted with its recording, and a late copy is ignored', async () => {
    await keep({ idempotencyKey: 'saved-1' })
    const headers = { 'idempotency-key': 'saved-1' }
    expect((await nurse.post('/test-records', newRecordAt(test.ours.places.home), headers)).statusCode).toBe(201)
    expect(await kept()).toBeNull()
    expect((await keep({ idempotencyKey: 'saved-1' })).statusCode).toBe(204)
    expect(await kept()).toBeNull()
  })

  it('remains when another test is recorded', async () => {
    await keep()
    await nurse.post('/test-records', newRecordAt(test.ours.places.home), { 'idempotency-key': 'other-1' })
    expect(await kept()).not.toBeNull()
  })

  it.each([
    ['a field that nobody knows', { subject: {} }],
    ['a text without end', { note: 'x'.repeat(5001) }],
    [
      'more results than a test has lines',
      { analyteResults: Array.from({ length: 21 }, (_, i) => ({ analyteId: `${i}`, result: 'positive' as const })) },
    ],
    ['no key', { idempotencyKey: '' }],
  ])('with %s is refused', async (_, change) => {
    expect((await keep(change as Partial<TestDraft>)).statusCode).toBe(422)
    expect(await kept()).toBeNull()
  })

  it('is audited when it begins, is opened and is discarded, but not for every change', async () => {
    const before = await actions()
    await keep()
    await keep({ note: 'a' })
    await keep({ note: 'ab' })
    await kept()
    await discard('draft-1')
    expect((await actions()).slice(before.length)).toEqual([
      { action: 'test-draft.kept', resource_id: null },
      { action: 'test-draft.opened', resource_id: test.ours.places.home.subjectId },
      { action: 'test-draft.discarded', resource_id: null },
    ])
  })
})

function actions() {
  return test.query<{ action: string }>(
    test.ours,
    `select action, resource_id from audit_events where actor_id = $1 and action like 'test-draft.%' order by id`,
    [userIdOf('clinical')],
  )
}
