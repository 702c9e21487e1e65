import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { v4 as anyId } from 'uuid'
import * as phrases from '../../../contract/phrases/en_GB/index.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { userIdOf } from '../../../tests/server/tenants.ts'
import { asOwnerIn } from '../../../tests/server/rows.ts'
import { countWaiting } from '../../../tests/server/waiting.ts'
import { callOf } from '../../../tests/walks/endpoint-calls.ts'
import { createAssay } from '../../../contract/assays/endpoints.ts'
import { createUser } from '../../../contract/users/endpoints.ts'
import { removeEnded } from '../../upkeep/service.ts'
import { mostRefusalsAnHour } from './refusal-counts.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.query(test.ours, 'delete from audit_events')
  await test.query(test.ours, 'delete from refusal_counts')
})

const events = () =>
  test.query<{ action: string; resource_type: string; resource_id: string; details: object }>(
    test.ours,
    `select action, outcome, actor_id, resource_type, resource_id, details from audit_events
     where tenant_id = current_tenant() order by occurred_at, id`,
  )
const newAssay = (organisationIds: string[]) =>
  admin.post('/assays', { ...(callOf(createAssay, test.ours.places.home).body as object), organisationIds })

it('a refused request that names many rows has one event with their number', async () => {
  const unknown = Array.from({ length: 300 }, () => anyId())
  expect((await newAssay(unknown)).statusCode).toBe(422)
  const event = {
    action: 'assay.created',
    outcome: 'refused',
    actor_id: userIdOf('tenant'),
    resource_type: 'organisation',
  }
  expect(await events()).toEqual([{ ...event, resource_id: unknown[0], details: { isOutOfScope: false, named: 300 } }])
})

it('ids must not repeat, and a list of them is bounded', async () => {
  const [one, ...others] = Array.from({ length: 501 }, () => anyId())
  const assay = async (list: (string | undefined)[]) =>
    (await newAssay(list as string[])).json().errors?.organisationIds
  expect(await assay([one, one?.toUpperCase()])).toEqual([phrases.rules.malformed])
  expect(await assay([one, ...others])).toBeDefined()
  const body = callOf(createUser, test.ours.places.home).body as object
  const user = async (groupIds: unknown[]) =>
    (await admin.post('/users', { ...body, groupIds })).json().errors?.groupIds
  expect(await user([one, one])).toEqual([phrases.rules.malformed])
  expect(await user(others.slice(0, 101))).toBeDefined()
  expect(await events()).toEqual([])
})

it('a search that finds no subject is told as that, and counted like other guesses', async () => {
  const clinical = await logInAs(test.app, test.ours, 'clinical')
  await test.query(test.ours, 'delete from audit_events')
  expect((await clinical.post('/subjects/lookup', { email: 'nobody@nowhere.test' })).statusCode).toBe(404)
  expect(await events()).toEqual([
    {
      action: 'subject.not-found',
      outcome: 'done',
      actor_id: userIdOf('clinical'),
      resource_type: 'subject',
      resource_id: null,
      details: null,
    },
  ])
  const counted = await test.query(test.ours, 'select attempts from refusal_counts where tenant_id = current_tenant()')
  expect(counted).toEqual([{ attempts: 1 }])
})

it('a loop of refused attempts does not bury the trail, which counts the rest', async () => {
  const patient = await logInAs(test.app, test.ours, 'patient')
  const wander = async (times: number): Promise<number[]> => {
    const replies = Array.from({ length: times }, () => patient.get(`/test-records/${anyId()}`))
    return (await Promise.all(replies)).map(({ statusCode }) => statusCode)
  }
  await test.query(test.ours, 'delete from audit_events')
  expect(new Set(await wander(mostRefusalsAnHour + 30))).toEqual(new Set([404]))
  const counted = { action: 'audit.refusals-counted', outcome: 'refused', actor_id: userIdOf('patient') }
  const told = async () => (await events()).filter(({ action }) => action === counted.action)
  expect((await events()).length).toBe(mostRefusalsAnHour + 2)
  expect(await told()).toMatchObject([
    { ...counted, details: { more: 1 } },
    { ...counted, details: { more: 10 } },
  ])
  // Other people's attempts still have an event each.
  await admin.get(`/test-records/${anyId()}`)
  expect((await events()).at(-1)).toMatchObject({ action: 'test-record.opened', actor_id: userIdOf('tenant') })

  await test.query(test.ours, `update refusal_counts set window_started_at = now() - interval '61 minutes'`)
  expect(await wander(1)).toEqual([404])
  expect((await told()).at(-1)).toMatchObject({ ...counted, details: { more: 30 } })
  expect((await events()).at(-1)).toMatchObject({ action: 'test-record.opened', actor_id: userIdOf('patient') })
})

it('refusals of one person that wait for their counter hold up nobody else', async () => {
  const patient = await logInAs(test.app, test.ours, 'patient')
  expect((await patient.get(`/test-records/${anyId()}`)).statusCode).toBe(404)
  let refused: Promise<number[]> | undefined
  await asOwnerIn(test.database.owner, test.ours.id, async (owner) => {
    const counter = 'select from refusal_counts where tenant_id = $1 and actor_id = $2 for update'
    await owner.query(counter, [test.ours.id, userIdOf('patient')])
    // Half of the requests ask for a missing record, the others for something forbidden.
    const all = Array.from({ length: 60 }, (_, n) => patient.get(n % 2 ? `/test-records/${anyId()}` : '/users'))
    refused = Promise.all(all).then((replies) => replies.map(({ statusCode }) => statusCode))
    await expect.poll(() => countWaiting(test.database)).toBeGreaterThan(0)
    // The waiting requests would give up after ten seconds.
    expect((await admin.get('/test-records')).statusCode).toBe(200)
    expect(await countWaiting(test.database)).toBe(1)
  })
  expect(new Set(await refused)).toEqual(new Set([404, 403]))
  const actions = (await events()).map(({ action }) => action)
  expect(actions.filter((action) => action !== 'session.login')).toHaveLength(61)
})

it('counted refusals are reported once the hour is over, even if the person does not come back', async () => {
  await test.query(
    test.ours,
    `insert into refusal_counts (tenant_id, actor_id, window_started_at, attempts) values
       (current_tenant(), $1, now() - interval '61 minutes', ${mostRefusalsAnHour + 7}),
       (current_tenant(), $2, now() - interval '61 minutes', 3),
       (current_tenant(), $3, now() - interval '59 minutes', ${mostRefusalsAnHour + 7})`,
    [userIdOf('patient'), userIdOf('clinical'), userIdOf('group')],
  )
  await removeEnded(test.app.door)
  expect(await events()).toMatchObject([{ actor_id: userIdOf('patient'), details: { more: 7 } }])
  expect(await test.query(test.ours, 'select actor_id from refusal_counts')).toEqual([{ actor_id: userIdOf('group') }])
})
