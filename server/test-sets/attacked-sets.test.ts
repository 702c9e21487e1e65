import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { usualRules } from '../../contract/outbreaks/rules.ts'
import { findOutbreaksOf } from '../outbreaks/finding-service.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { addSubject, recordTestOf } from '../../tests/server/subjects.ts'
import {
  born,
  change,
  giveToNewest,
  message,
  nothing,
  opened,
  positive,
  send,
  staff,
  subjectId,
  test,
  tokenIn,
  visitor,
} from '../../tests/server/sent-results.ts'
import { admin, begin, home, machine, record, setId } from '../../tests/server/sets-of-results.ts'

describe('a single result of a set', () => {
  it('is not in the file of the person before the outcome', async () => {
    const patient = await logInAsSpare(test, test.ours, 'patient')
    await giveToNewest(subjectId)
    const { testId } = await record('positive')
    const file = async () => (await patient.get('/users/my-details/data')).body
    expect(await file()).not.toContain(testId)
    await record('positive')
    expect(await file()).toContain(testId)
  })

  it('is not in the audit trail when it is corrected, which tokens read and files are made of', async () => {
    const { id } = await record('positive')
    await change('corrections', positive, id)
    await change('corrections', {}, id)
    const query = { resource_id: id, resource_type: 'test-record', per_page: '100' }
    const listed = await machine.get('/audit-events', query)
    expect(listed.statusCode, listed.body).toBe(200)
    const corrections = listed
      .json()
      .data.filter(({ action }: { action: string }) => action === 'test-record.corrected')
    expect(corrections.length).toBeGreaterThan(0)
    for (const event of corrections) {
      const { body } = await machine.get(`/audit-events/${event.id}`)
      expect(body).not.toMatch(/positive|negative/)
    }
    expect((await machine.get('/audit-events/export', query)).body).not.toMatch(/positive|negative/)
  })

  it('is no earlier result in the line list of an outbreak, on its page neither', async () => {
    await test.query(test.ours, `update test_records set performed_at = '2015-01-01T12:00:00Z'`)
    const rules = await admin.put('/outbreak-rules', { ...usualRules, isOn: true, positives: 2 })
    expect(rules.statusCode, rules.body).toBe(200)
    const at = (id: string, when: string) =>
      test.query(
        test.ours,
        `update test_records set performed_at = $2, recorded_at = $2, updated_at = $2, result = 'positive',
           analyte_results = jsonb_set(analyte_results, '{0,result}', '"positive"') where id = $1`,
        [id, when],
      )
    const untested = await addSubject(admin, home())
    for (const of of [subjectId, untested]) {
      const { id } = await record('positive', of, of === subjectId ? setId : await begin(of))
      await at(id, '2024-02-07T09:00:00Z')
    }
    for (const of of [subjectId, await addSubject(admin, home())]) {
      await at(await recordTestOf(admin, home(), of), '2026-03-10T09:00:00Z')
    }
    const now = new Date('2026-03-11T09:00:00Z')
    await test.door.enterTenant(test.ours.id, randomUUID(), (scope) => findOutbreaksOf({ ...scope, now }))
    const [outbreak] = (await admin.get('/outbreaks', { per_page: '100' })).json().data
    expect(outbreak).toMatchObject({ cases: 2 })
    const page = await admin.get(`/outbreaks/${outbreak.id}`)
    const file = await admin.get(`/outbreaks/${outbreak.id}/export`, { format: 'csv' })
    expect(file.body).toContain('2026')
    expect([page.body, file.body].filter((text) => text.includes('2024'))).toEqual([])
  })

  it('is not among the tests that a machine is told to be of a person', async () => {
    const counted = async () =>
      Promise.all(
        [staff, machine].map(async (client) => (await client.get(`/subjects/${subjectId}`)).json().data.tests),
      )
    expect(await counted()).toEqual([1, 1])
    await record('positive')
    expect(await counted()).toEqual([2, 1])
  })

  it('has been seen by a second reader who opened its set', async () => {
    await test.query(test.ours, 'update groups set two_readers = true where id = $1', [home().groupId])
    const { id } = await record('positive')
    await test.query(test.ours, 'update groups set two_readers = false where id = $1', [home().groupId])
    const wasSeen = async () => (await admin.get(`/test-records/${id}/second-reading`)).json().data.wasSeen
    expect(await wasSeen()).toBe(false)
    await admin.get(`/test-sets/${setId}`)
    expect(await wasSeen()).toBe(true)
  })

  it('is not printed when it was voided', async () => {
    const { id } = await record('positive')
    await change('void', {}, id)
    const reply = await staff.post(`/test-records/${id}/prints`)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'result-held-back'])
  })

  it('is shown by no link and no sheet that are older when it was corrected and voided while it was held back', async () => {
    const first = await record('positive')
    const second = await record('negative')
    expect((await send('email', second.id)).statusCode).toBe(201)
    const token = tokenIn(await message())
    const { code } = (await staff.post(`/test-records/${second.id}/prints`)).json().data
    const verified = async () =>
      (await visitor.post('/verify-result', { testId: second.testId, dateOfBirth: born, code })).json().data
    expect(await verified()).toMatchObject({ result: 'negative' })
    await change('void', {}, first.id)
    await change('corrections', positive, second.id)
    expect([await opened(token), await verified()]).toEqual([nothing, null])
    await change('void', {}, second.id)
    expect([await opened(token), await verified()]).toEqual([nothing, null])
    expect((await message(2)).subject).toMatch(/^A result from .+ is no longer valid$/)
  })
})

describe('a test of a set that turned out to be somebody else’s', () => {
  it('is no step any more: it leaves as any other, and says nothing of the set, which is not theirs', async () => {
    const other = await addSubject(admin, home(), { email: 'other-person@people.test' })
    const wrong = await record('positive')
    await change('corrections', { ...positive, subjectId: other }, wrong.id)
    // The set is still open.
    expect((await machine.get(`/test-records/${wrong.id}`)).statusCode).toBe(200)
    expect((await staff.post(`/test-records/${wrong.id}/prints`)).statusCode).toBe(200)
    const filter = { search: wrong.testId }
    expect((await staff.get('/test-records/held-back', filter)).json().data.count).toBe(0)
    await record('positive')
    const own = await record('positive')
    const shownOn = async (id: string) => (await staff.get(`/test-records/${id}`)).json().data.testSet
    expect(await shownOn(own.id)).toMatchObject({ state: 'ended', outcome: { name: 'Confirmed' } })
    expect(await shownOn(wrong.id)).toBeUndefined()
    expect((await send('email', wrong.id)).statusCode).toBe(201)
    const [, shown] = await opened(tokenIn(await message(1, 'other-person@people.test')))
    expect(shown).toMatchObject({ testId: wrong.testId, result: 'positive' })
    expect(shown).not.toHaveProperty('outcome')
  })
})

describe('where results are sent at once', () => {
  beforeEach(async () => {
    await test.query(test.ours, 'update tenants set sends_results_at_once = true')
    return async () => test.query(test.ours, 'update tenants set sends_results_at_once = false')
  })

  it('the new outcome is told when the test that decided before was voided', async () => {
    await record('positive')
    const second = await record('positive')
    await message(1)
    await change('void', {}, second.id)
    await message(2)
    await record('negative')
    const [, shown] = await opened(tokenIn(await message(3)))
    expect(shown).toMatchObject({ result: 'negative', state: 'recorded', outcome: { name: 'Test again' } })
  })
})

describe('a machine', () => {
  it('is refused a change that would take the outcome from a set, and may make any other', async () => {
    const first = await record('positive')
    const second = await record('positive')
    const why = { reason: 'data-entered-incorrectly' }
    const voided = await machine.post(`/test-records/${first.id}/void`, why, { 'if-match': '"1"' })
    expect([voided.statusCode, voided.json().code]).toEqual([409, 'result-held-back'])
    const { performedDate, performedTime, performedZone } = newRecordAt(home())
    const corrected = await machine.post(
      `/test-records/${second.id}/corrections`,
      {
        performedDate,
        performedTime,
        performedZone,
        analyteResults: [{ analyteId: 'line', result: 'negative' }],
        ...why,
      },
      { 'if-match': '"1"' },
    )
    expect(corrected.statusCode, corrected.body).toBe(200)
    expect(corrected.json().data.testSet.outcome.name).toBe('Test again')
    expect((await machine.get(`/test-records/${first.id}`)).json().data.state).toBe('recorded')
  })
})
