import { beforeEach, describe, expect, it } from 'vitest'
import { fhirBase } from '../../contract/fhir/served.ts'
import { sealAudit } from '../audit/service.ts'
import { makeNotifications } from '../notifications/making-service.ts'
import { aRule } from '../../tests/walks/nouns/notifications.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { removeNotifications } from '../../tests/server/remove-notifications.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import {
  change,
  email,
  giveToNewest,
  message,
  nothing,
  opened,
  send,
  staff,
  statesOf,
  subjectId,
  test,
  tokenIn,
  visitor,
} from '../../tests/server/sent-results.ts'
import { admin, machine, record, setId } from '../../tests/server/sets-of-results.ts'
import { findContent } from '../webhooks/sending-repository.ts'

const code = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, JSON.parse(body).code]

describe('a single result of a set', () => {
  it('is seen by staff, and reaches neither the person nor a machine before the outcome', async () => {
    const patient = await logInAsSpare(test, test.ours, 'patient')
    await giveToNewest(subjectId)
    const { id, testId } = await record('positive')
    const seen = async (client: Client) => ({
      read: (await client.get(`/test-records/${id}`)).statusCode,
      listed: (await client.get('/test-records', { per_page: '100', subject_id: subjectId })).json().data.length,
      counted: (await client.get('/test-records', { per_page: '100', subject_id: subjectId })).json().page.total,
      searched: (await client.get('/test-records', { search: testId })).json().data.length,
    })
    const all = { read: 200, listed: 2, counted: 2, searched: 1 }
    const held = { read: 404, listed: 1, counted: 1, searched: 0 }
    expect([await seen(staff), await seen(patient), await seen(machine)]).toEqual([all, held, held])
    expect((await patient.get('/dashboard')).json().data.counts.positive).toBe(0)
    await record('positive')
    const whole = { read: 200, listed: 3, counted: 3, searched: 1 }
    expect([await seen(staff), await seen(patient), await seen(machine)]).toEqual([whole, whole, whole])
    expect((await patient.get(`/test-records/${id}`)).json().data.testSet.outcome.name).toBe('Confirmed')
  })

  it('is in no file, which is said, and the file has it after the outcome', async () => {
    const { testId } = await record('positive')
    const exported = async () => (await admin.get('/test-records/export', { search: testId })).body.includes(testId)
    const lacks = async (query: Record<string, string>, client = admin) =>
      (await client.get('/test-records/held-back', query)).json().data.count
    expect([await exported(), await lacks({ search: testId })]).toEqual([false, 1])
    expect(await lacks({ search: testId, result: 'negative' })).toBe(0)
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    expect(await lacks({}, theirs)).toBe(0)
    await record('negative')
    expect([await exported(), await lacks({ search: testId })]).toEqual([true, 0])
  })

  it('is no FHIR resource before, and one that has changed after', async () => {
    const { id } = await record('positive')
    const report = () => machine.get(`${fhirBase}/DiagnosticReport/${id}`)
    expect((await report()).statusCode).toBe(404)
    const [{ now } = { now: '' }] = await test.query<{ now: string }>(
      test.ours,
      `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
    )
    await record('positive')
    expect((await report()).statusCode).toBe(200)
    const bundle = await machine.get(`${fhirBase}/DiagnosticReport`, { _lastUpdated: `ge${now}`, _count: '100' })
    expect(bundle.statusCode, bundle.body).toBe(200)
    expect(bundle.body).toContain(id)
  })

  it('has no content in a webhook before the outcome', async () => {
    const { id } = await record('positive')
    const content = () => test.door.enterTenant(test.ours.id, id, (scope) => findContent(scope, id))
    expect(await content()).toBeUndefined()
    await record('positive')
    expect(await content()).toMatchObject({ result: 'positive' })
    const events = await test.query<{ action: string }>(
      test.ours,
      `select action from audit_events where resource_id = $1 and action ~ '(recorded|released|held)' order by id`,
      [id],
    )
    expect(events.map(({ action }) => action)).toEqual(['test-record.recorded', 'test-record.released'])
  })

  it('is neither printed nor sent by staff before the outcome', async () => {
    const { id } = await record('positive')
    const refused = [409, 'result-held-back']
    expect(code(await send('email', id))).toEqual(refused)
    expect(code(await staff.post(`/test-records/${id}/prints`))).toEqual(refused)
    expect(code(await staff.post(`/test-sets/${setId}/prints`))).toEqual(refused)
    await record('positive')
    expect((await send('email', id)).statusCode).toBe(201)
    expect((await staff.post(`/test-records/${id}/prints`)).statusCode).toBe(200)
    expect((await staff.post(`/test-sets/${setId}/prints`)).statusCode).toBe(204)
  })

  it('stays with the staff when the set is stopped', async () => {
    const { id } = await record('positive')
    expect((await staff.send('PUT', `/test-sets/${setId}/stop`, { body: { reason: 'left' } })).statusCode).toBe(200)
    expect(code(await send('email', id))).toEqual([409, 'result-held-back'])
    expect((await machine.get(`/test-records/${id}`)).statusCode).toBe(404)
  })
})

describe('where results are sent at once', () => {
  beforeEach(async () => {
    await test.query(test.ours, 'update tenants set sends_results_at_once = true')
    return async () => test.query(test.ours, 'update tenants set sends_results_at_once = false')
  })

  it('one message goes out, when the set has its outcome, and shows that', async () => {
    const first = await record('positive')
    expect([await statesOf(first.id), await test.mails(test.ours, email)]).toEqual([[], []])
    const last = await record('negative')
    const [, shown] = await opened(tokenIn(await message()))
    expect([await statesOf(first.id), await statesOf(last.id)]).toEqual([[], [['email', 'opened', 'saved']]])
    expect(shown).toMatchObject({
      result: 'negative',
      outcome: { name: 'Test again', result: 'inconclusive', followUpOn: '2026-03-15' },
    })
  })

  it('a link opens nothing while the set is open again, and another follows with the new outcome', async () => {
    const first = await record('positive')
    await record('positive')
    const token = tokenIn(await message())
    expect(await opened(token)).toEqual([
      200,
      expect.objectContaining({ outcome: expect.objectContaining({ name: 'Confirmed' }) }),
    ])
    await change('void', {}, first.id)
    expect(await opened(token)).toEqual(nothing)
    expect(await test.mails(test.ours, email)).toHaveLength(1)
    const third = await record('negative')
    const again = tokenIn(await message(2))
    expect(await opened(again)).toEqual([
      200,
      expect.objectContaining({ outcome: expect.objectContaining({ name: 'Not found' }) }),
    ])
    // The message about the test that was sent before tells the outcome, so that none follows about the last one.
    expect(await statesOf(third.id)).toEqual([])
  })
})

describe('a printed sheet', () => {
  it('is verified by nobody while its set is open again', async () => {
    const first = await record('positive')
    const second = await record('positive')
    const { code: typed } = (await staff.post(`/test-records/${second.id}/prints`)).json().data
    const sheet = { testId: second.testId, dateOfBirth: '1984-02-03', code: typed }
    const verified = async () => (await visitor.post('/verify-result', sheet)).json().data
    expect(await verified()).toMatchObject({ result: 'positive', outcome: { name: 'Confirmed' } })
    await change('void', {}, first.id)
    expect(await verified()).toBeNull()
  })
})

describe('what an authority is told', () => {
  beforeEach(async () => {
    await removeNotifications(test, test.ours)
    const rule = { ...aRule(), isOn: true, analytes: [], results: ['positive', 'negative', 'inconclusive'] }
    const reply = await admin.post('/notification-rules', rule)
    expect(reply.statusCode, reply.body).toBe(201)
  })

  const itemsOf = async ({ id }: { id: string }): Promise<string[]> => {
    await sealAudit(test.door)
    await makeNotifications(test.door)
    const reply = await staff.get(`/test-records/${id}/notifications`)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().data.map(({ state }: { state: string }) => state)
  }

  it('is the test that decided, once the set has its outcome', async () => {
    const first = await record('positive')
    expect(await itemsOf(first)).toEqual([])
    const second = await record('positive')
    expect([await itemsOf(first), (await itemsOf(second)).length]).toEqual([[], 1])
  })

  it('is the last of tests that disagree, once the set has its outcome', async () => {
    const first = await record('positive')
    const second = await record('negative')
    expect([await itemsOf(first), await itemsOf(second)]).toEqual([[], ['ready']])
  })
})
