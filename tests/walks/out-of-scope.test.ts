import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { logInAs, type Client } from '../server/client.ts'
import { callEndpoint, callOf } from './endpoint-calls.ts'
import type { Place } from '../server/places.ts'
import { userIdOf } from '../server/tenants.ts'
import { startTestApp, type TestApp } from '../server/test-app.ts'
import { isRefusedByItsType, placeOfNames } from './walk-scope.ts'

let test: TestApp
let group: Client

beforeAll(async () => {
  test = await startTestApp()
  await test.query(
    test.ours,
    `update tenant_permissions set permissions = permissions || '{view-users,edit-users,view-invites,invite-patients,create-tests,view-tests,edit-orgs,edit-groups,view-audit}'::text[]`,
  )
  group = await logInAs(test.app, test.ours, 'group')
})
afterAll(() => test.close())
beforeEach(() => test.query(test.ours, 'delete from audit_events'))

const events = () =>
  test.query<{ action: string; resource_type: string; resource_id: string; details: object }>(
    test.ours,
    `select action, outcome, actor_id, resource_type, resource_id, details from audit_events
     where tenant_id = current_tenant() order by id`,
  )

/** The values that the places of a tenant share, which no group can be refused. */
const ofWholeTenant = new Set([
  'tenantId',
  'assayId',
  'spareAssayId',
  'assayPictureId',
  'testingAlgorithmId',
  'spareAlgorithmId',
])

/** The endpoints whose path names a row of a place, and which people of a group may call. */
const ofOne = endpoints.filter(
  (endpoint) =>
    !isRefusedByItsType(endpoint, 'group') &&
    Object.values(callOf(endpoint, placeOfNames).params ?? {}).some(
      (name) => name.endsWith('Id') && !ofWholeTenant.has(name),
    ),
)
const [away, nowhere] = ['away', 'unique'] as const

it.each(ofOne)('$name audits an attempt out of scope, and replies as for a missing thing', async (endpoint) => {
  const far = test.ours.places[away]
  const [response, id] = await attempt(endpoint, far)
  expect(response.statusCode).toBe(404)
  // A change may be preceded by a read for the version.
  expect((await events()).at(-1)).toEqual(refusal(endpoint, id, true))

  // Another tenant's id is unknown to this one.
  await test.query(test.ours, 'delete from audit_events')
  const [other, foreignId] = await attempt(endpoint, test.theirs.places[nowhere])
  expect(other.statusCode).toBe(404)
  expect(other.body.length).toBe(response.body.length)
  expect((await events()).at(-1)).toEqual(refusal(endpoint, foreignId, false))
})

async function attempt(endpoint: Endpoint, place: Place) {
  const call = callOf(endpoint, place)
  const { id, ...others } = call.params ?? {}
  return [await callEndpoint(group, endpoint, call), id ?? Object.values(others)[0] ?? ''] as const
}

function refusal({ audit, name, path, about }: Endpoint, id: string, isOutOfScope: boolean) {
  return {
    action: audit ?? name,
    outcome: 'refused',
    actor_id: userIdOf('group'),
    resource_type: about?.[0] ?? path.split('/')[1]?.replace(/s$/, ''),
    resource_id: id,
    details: { isOutOfScope },
  }
}

it('audits an attempt to work with a group, an organisation or a subject out of scope', async () => {
  const { home, away: far } = test.ours.places
  const refused = async (name: string, body: object) => {
    await test.query(test.ours, 'delete from audit_events')
    const endpoint = endpoints.find((one) => one.name === name)
    if (endpoint === undefined) throw new Error(`There is no endpoint ${name}`)
    const call = callOf(endpoint, home)
    const response = await callEndpoint(group, endpoint, { ...call, body: { ...(call.body as object), ...body } })
    expect(response.statusCode, response.body).toBe(422)
    return (await events()).map(({ action, resource_type, resource_id }) => [action, resource_type, resource_id])
  }
  expect(await refused('recordTest', { subjectId: far.subjectId })).toEqual([
    ['test-record.recorded', 'subject', far.subjectId],
  ])
  expect(await refused('recordTest', { deviceImageId: far.imageId })).toEqual([
    ['test-record.recorded', 'device-image', far.imageId],
  ])
  expect(await refused('createInvite', { groupId: far.groupId })).toEqual([['invite.created', 'group', far.groupId]])
  expect(await refused('createUser', { groupIds: [far.groupId] })).toEqual([['user.invited', 'group', far.groupId]])
})

it('does not count a malformed id as an attempt', async () => {
  expect((await group.get('/test-records/nonsense')).statusCode).toBe(404)
  expect(await events()).toEqual([])
})
