import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { logInAs, type Client } from '../server/client.ts'
import { callEndpoint, callOf } from './endpoint-calls.ts'
import { recordsPerPlace, type Place } from '../server/places.ts'
import { startTestApp, type TestApp } from '../server/test-app.ts'
import { grantEverything, isOfPlaces, isRefusedByItsType } from './walk-scope.ts'

let test: TestApp
const clients = new Map<UserType, Client>()

beforeAll(async () => {
  test = await startTestApp()
  for (const { userType } of actors) clients.set(userType, await logInAs(test.app, test.ours, userType))
  await grantEverything(test)
})
afterAll(() => test.close())

/** The hidden places of each user type, and its number of visible records. */
const actors: { userType: UserType; hidden: ('ward' | 'away' | 'home')[]; records: number }[] = [
  { userType: 'clinical', hidden: ['ward', 'away'], records: recordsPerPlace },
  { userType: 'group', hidden: ['ward', 'away'], records: recordsPerPlace },
  { userType: 'provider', hidden: ['away'], records: 2 * recordsPerPlace },
  { userType: 'organisation', hidden: ['away'], records: 2 * recordsPerPlace },
  { userType: 'tenant', hidden: [], records: 4 * recordsPerPlace },
  { userType: 'patient', hidden: ['ward', 'away'], records: recordsPerPlace },
  { userType: 'unlimited', hidden: ['home', 'ward', 'away'], records: 0 },
]

const walked = endpoints.filter(isOfPlaces)

describe.each(actors)('$userType', ({ userType, hidden, records }) => {
  // From whoever sees the whole tenant no place is hidden.
  it.each(hidden.length === 0 ? [] : walked)('$name shows nothing outside the scope', async (endpoint) => {
    const client = clientOf(userType)
    for (const place of hidden) {
      for (const call of callsAbout(endpoint, test.ours.places[place])) {
        const { body, statusCode } = await callEndpoint(client, endpoint, call)
        expect(body).not.toContain(test.ours.places[place].marker)
        // A refusal for lack of permission says nothing about the scope.
        expect(statusCode === 403).toBe(isRefusedByItsType(endpoint, userType))
      }
    }
  })

  it('lists, counts and exports the same records', async () => {
    const client = clientOf(userType)
    const { counts } = (await client.get('/dashboard')).json().data
    const voided = (await client.get('/test-records', { state: 'voided' })).json().page.total
    expect(voided).toBe(records / recordsPerPlace)
    expect(counts.positive + counts.negative + counts.inconclusive + counts.invalid).toBe(records - voided)
    for (const [query, expected] of [
      [{}, records - voided],
      [{ state: 'all' }, records],
    ] as const) {
      const list = (await client.get('/test-records', { per_page: '100', ...query })).json()
      const csv = (await client.get('/test-records/export', query)).body
      expect(list.page.total).toBe(expected)
      expect(list.data).toHaveLength(expected)
      expect(csv.trimEnd().split('\r\n').slice(1)).toHaveLength(expected)
    }
  })
})

it('a patient sees their own subject’s records and nothing else of their group', async () => {
  await test.query(test.ours, `update test_records set subject_id = $1 where group_id = $2 and result = 'positive'`, [
    test.ours.places.ward.subjectId,
    test.ours.places.home.groupId,
  ])
  const { data } = (await clientOf('patient').get('/test-records', { per_page: '100', state: 'all' })).json()
  expect(data).toHaveLength(recordsPerPlace - 1)
  expect((await clientOf('patient').get(`/test-records/${test.ours.places.home.recordId}`)).statusCode).toBe(404)
  expect((await clientOf('patient').get(`/device-images/${test.ours.places.home.imageId}`)).statusCode).toBe(404)
})

it('a user who was moved to another group sees that group at the next request', async () => {
  await test.query(test.ours, 'update user_groups set group_id = $1 where user_id = $2', [
    test.ours.places.away.groupId,
    (await clientOf('clinical').get('/users/my-details')).json().data.id,
  ])
  const { data } = (await clientOf('clinical').get('/test-records', { per_page: '100' })).json()
  expect(new Set(data.map(({ group }: { group: { id: string } }) => group.id))).toEqual(
    new Set([test.ours.places.away.groupId]),
  )
})

function clientOf(userType: UserType): Client {
  const client = clients.get(userType)
  if (client === undefined) throw new Error(`Nobody is logged in as ${userType}`)
  return client
}

/** Returns the valid call about a place and, for lists, the call without a filter. */
function callsAbout(endpoint: Endpoint, place: Place) {
  const call = callOf(endpoint, place)
  return endpoint.method === 'GET' ? [call, { ...call, query: undefined }] : [call]
}
