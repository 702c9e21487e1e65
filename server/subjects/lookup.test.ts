import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { addSubject, merge } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
/** Belongs to the organisation and so sees both of its groups. */
let provider: Client

beforeAll(async () => {
  test = await startTestApp()
  provider = await logInAs(test.app, test.ours, 'provider')
})
afterAll(() => test.close())

const email = 'moves-about@people.test'
const lookUp = (client: Client) =>
  client.post('/subjects/lookup', { groupId: test.ours.places.home.groupId, email: email.toUpperCase() })
const isOf = (place: 'home' | 'ward' | 'away') => {
  const { groupId, subjectId, marker } = test.ours.places[place]
  return { id: subjectId, groupId, groupName: expect.stringContaining(marker), organisationName: expect.any(String) }
}

/** Gives the subjects of these places one identity, and all others a different one. */
async function known(...places: ('home' | 'ward' | 'away')[]): Promise<void> {
  await test.query(
    test.ours,
    `update subject_identities set email = 'somebody-else@people.test' where email not ilike '%-added@people.test'`,
  )
  for (const place of places) {
    await test.query(test.ours, 'update subject_identities set email = $1 where subject_id = $2', [
      email,
      test.ours.places[place].subjectId,
    ])
  }
}

beforeEach(() => known())

it('finds a subject in the group that asks', async () => {
  await known('home', 'ward')
  expect((await lookUp(provider)).json().data).toMatchObject(isOf('home'))
})

it('finds a subject known in another group of the scope, and names that group', async () => {
  await known('ward')
  expect((await lookUp(provider)).json().data).toMatchObject(isOf('ward'))
})

it('finds no subject beyond the scope', async () => {
  await known('ward', 'away')
  const clinical = await logInAs(test.app, test.ours, 'clinical')
  expect([(await lookUp(clinical)).statusCode, (await lookUp(clinical)).json().code]).toEqual([404, 'email-not-found'])
  await known('away')
  expect((await lookUp(provider)).statusCode).toBe(404)
})

it('makes a subject that is known elsewhere known in the group, which then finds the same one', async () => {
  await known('ward')
  const { id } = (await lookUp(provider)).json().data
  const { groupId } = test.ours.places.home
  const acquaint = (client = provider, of = id, group = groupId) => client.put(`/subjects/${of}/groups/${group}`)
  const changes = () =>
    test.query(
      test.ours,
      `select details from audit_events where resource_id = $1 and action = 'subject.changed' and outcome = 'done'`,
      [id],
    )
  const clinical = await logInAs(test.app, test.ours, 'clinical')
  expect((await acquaint(clinical)).statusCode).toBe(404)
  expect((await acquaint(provider, id, test.ours.places.away.groupId)).statusCode).toBe(404)
  for (const _ of ['done', 'there already']) expect((await acquaint()).statusCode).toBe(204)
  expect((await lookUp(provider)).json().data).toMatchObject({ id, groupId })
  expect((await lookUp(clinical)).json().data).toMatchObject({ id, groupId })
  expect(await changes()).toEqual([{ details: { groupId } }])
})

it('makes a subject known to no group that has somebody with its email, or with its local ID', async () => {
  const { home, ward } = test.ours.places
  const acquaint = (of: string) => provider.put(`/subjects/${of}/groups/${home.groupId}`)
  const add = async (groupId: string, address: string, localId: string | null) => {
    const person = { kind: 'human', email: address, dateOfBirth: '1990-01-31', localId }
    return (await provider.post('/subjects', { ...person, groupId })).json().data.id
  }
  await add(home.groupId, 'shared-added@people.test', null)
  await add(home.groupId, 'numbered-added@people.test', 'ROOM 7')
  const sameEmail = await acquaint(await add(ward.groupId, 'Shared-Added@people.test', null))
  const sameNumber = await acquaint(await add(ward.groupId, 'other-added@people.test', 'room-7'))
  const refused = [sameEmail, sameNumber].map((reply) => [
    reply.statusCode,
    reply.json().code,
    Object.keys(reply.json().errors),
  ])
  expect(refused).toEqual([
    [409, 'duplicate', ['email']],
    [409, 'duplicate', ['localId']],
  ])
})

it('makes a subject known to no group that has somebody else with its NHS number', async () => {
  const { home, ward } = test.ours.places
  await test.query(test.ours, `update tenants set subject_details = '{nhsNumber}'`)
  const details = { nhsNumber: '943 476 5919' }
  const add = async (groupId: string, address: string) => {
    const person = { kind: 'human', email: address, dateOfBirth: '1990-01-31', details }
    return (await provider.post('/subjects', { ...person, groupId })).json().data.id
  }
  await add(home.groupId, 'first-added@people.test')
  const id = await add(ward.groupId, 'second-added@people.test')
  const refused = await provider.put(`/subjects/${id}/groups/${home.groupId}`)
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([409, ['details.nhsNumber']])
  // A number that the tenant does not keep any more is shown to nobody.
  await test.query(test.ours, `update tenants set subject_details = '{}'`)
  expect((await provider.put(`/subjects/${id}/groups/${home.groupId}`)).statusCode).toBe(204)
})

it('makes a subject known, or somebody else with its email, to a group that is asked for both at once', async () => {
  const { home, ward } = test.ours.places
  const add = (groupId: string, address: string) =>
    provider.post('/subjects', { kind: 'human', email: address, dateOfBirth: '1990-01-31', groupId })
  for (let i = 0; i < 5; i += 1) {
    const address = `at-once-${i}-added@people.test`
    const { id } = (await add(ward.groupId, address)).json().data
    const replies = await Promise.all([
      provider.put(`/subjects/${id}/groups/${home.groupId}`),
      add(home.groupId, address),
    ])
    expect(replies.filter(({ statusCode }) => statusCode >= 400)).toHaveLength(1)
  }
})

it('makes a subject known to no group that knew its email before a merge', async () => {
  const { home, ward } = test.ours.places
  const tenant = await logInAs(test.app, test.ours, 'tenant')
  const former = { email: 'former-added@people.test', dateOfBirth: '1990-01-31' }
  const kept = { email: 'kept-added@people.test', dateOfBirth: '1990-01-31' }
  const from = await addSubject(tenant, home, former)
  expect((await merge(tenant, { from, into: await addSubject(tenant, home, kept) })).statusCode).toBe(200)
  const refused = await tenant.put(`/subjects/${await addSubject(tenant, ward, former)}/groups/${home.groupId}`)
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([409, ['email']])
})
