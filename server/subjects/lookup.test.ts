import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { logInAs, type Client } from '../testing/client.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

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
  await test.query(test.ours, `update subject_identities set email = 'somebody-else@people.test'`)
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

it('makes a subject that is known elsewhere known in the group, which then finds it', async () => {
  await known('ward')
  const { email: of, dateOfBirth, firstName, lastName, localId } = (await lookUp(provider)).json().data
  const { groupId } = test.ours.places.home
  const body = { kind: 'human', groupId, email: of, dateOfBirth, firstName, lastName, localId }
  const created = (await provider.post('/subjects', body)).json().data
  expect((await lookUp(provider)).json().data).toMatchObject({ id: created.id, groupId })
})
