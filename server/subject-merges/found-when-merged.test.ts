import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { merge, undo } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let tenant: Client
let groupId: string

beforeAll(async () => {
  test = await startTestApp()
  tenant = await logInAs(test.app, test.ours, 'tenant')
  groupId = test.ours.places.home.groupId
  await test.query(test.ours, `update tenants set identifies_by = 'names', subject_details = '{nhsNumber}'`)
})
afterAll(() => test.close())

interface Person {
  firstName: string | null
  lastName: string
  dateOfBirth: string
  localId?: string
  nhsNumber?: string
  isNamesake?: boolean
}

function add({ nhsNumber, ...person }: Person, to = groupId) {
  const details = nhsNumber === undefined ? {} : { details: { nhsNumber } }
  return tenant.post('/subjects', { kind: 'human', groupId: to, email: null, localId: null, ...person, ...details })
}

async function added(person: Person, to = groupId): Promise<string> {
  const reply = await add(person, to)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data.id
}

const edit = async (id: string, change: object) => {
  const { kind, email, dateOfBirth, firstName, lastName, localId, version } = (
    await tenant.get(`/subjects/${id}`)
  ).json().data
  const body = { kind, email, dateOfBirth, firstName, lastName, localId, ...change }
  return tenant.send('PUT', `/subjects/${id}`, { body, headers: { 'if-match': `"${version}"` } })
}

describe('whoever was merged into another', () => {
  const was = {
    firstName: 'Ana',
    lastName: 'Former',
    dateOfBirth: '1990-03-04',
    localId: 'F-1',
    nhsNumber: '9434765919',
  }
  const { firstName, lastName, dateOfBirth } = was
  let kept: string
  let done: { id: string; subjectId: string }

  beforeAll(async () => {
    const from = await added(was)
    kept = await added({
      firstName: 'Anna',
      lastName: 'Kept',
      dateOfBirth: '1991-05-06',
      localId: 'K-1',
      nhsNumber: '4010232137',
    })
    const reply = await merge(tenant, { from, into: kept })
    expect(reply.statusCode, reply.body).toBe(200)
    done = reply.json().data
  })

  const anew = { firstName: 'Olga', lastName: 'Anew', dateOfBirth: '1980-01-02' }
  it.each([
    ['names and date of birth', { firstName, lastName, dateOfBirth }, 'lastName'],
    [
      'former names and the date of birth of whom was kept',
      { firstName, lastName, dateOfBirth: '1991-05-06' },
      'lastName',
    ],
    ['local ID', { ...anew, localId: was.localId }, 'localId'],
    ['NHS number', { ...anew, nhsNumber: was.nhsNumber }, 'details.nhsNumber'],
  ])('is not added again by %s', async (_, person, field) => {
    const reply = await add(person)
    expect([reply.statusCode, Object.keys(reply.json().errors ?? {})], reply.body).toEqual([409, [field]])
  })

  it('is not what somebody else is changed into', async () => {
    const other = await added({ firstName: 'Other', lastName: 'Person', dateOfBirth: '1970-01-02' })
    const fields = async (change: object) => {
      const reply = await edit(other, change)
      return [reply.statusCode, Object.keys(reply.json().errors ?? {})]
    }
    expect(await fields({ firstName, lastName, dateOfBirth })).toEqual([409, ['lastName', 'dateOfBirth'].slice(0, 1)])
    expect(await fields({ localId: was.localId })).toEqual([409, ['localId']])
    expect(await fields({ details: { nhsNumber: was.nhsNumber } })).toEqual([409, ['details.nhsNumber']])
    // What somebody was is no obstacle to themselves.
    expect((await edit(kept, { firstName, lastName, dateOfBirth, localId: was.localId })).statusCode).toBe(200)
    const back = { firstName: 'Anna', lastName: 'Kept', dateOfBirth: '1991-05-06', localId: 'K-1' }
    expect((await edit(kept, back)).statusCode).toBe(200)
  })

  it('is not brought into a group that knows whom was kept', async () => {
    const { ward } = test.ours.places
    const namesake = await added({ firstName, lastName, dateOfBirth, isNamesake: true }, ward.groupId)
    const reply = await tenant.put(`/subjects/${namesake}/groups/${groupId}`, {})
    expect([reply.statusCode, Object.keys(reply.json().errors ?? {})], reply.body).toEqual([409, ['lastName']])
    await test.query(test.ours, 'delete from subject_identities where subject_id = $1', [namesake])
  })

  it('is found as the person who was kept, which the answer says', async () => {
    const lookUp = async (wanted: object) => {
      const reply = await tenant.post('/subjects/lookup', { groupId, ...wanted })
      const { id, isFormer } = reply.json().data ?? {}
      return [reply.statusCode, id, isFormer]
    }
    expect(await lookUp({ firstName, lastName, dateOfBirth })).toEqual([200, kept, true])
    expect(await lookUp({ localId: was.localId })).toEqual([200, kept, true])
    expect(await lookUp({ localId: 'K-1' })).toEqual([200, kept, false])
    // Who has a name by right goes before who had it.
    const own = await added({ firstName, lastName, dateOfBirth, isNamesake: true })
    expect(await lookUp({ firstName, lastName, dateOfBirth })).toEqual([200, own, false])
    await test.query(test.ours, 'delete from subject_identities where subject_id = $1', [own])
    const fhir = await tenant.get('/subjects', { search: was.localId })
    expect(fhir.json().data.map(({ id }: { id: string }) => id)).toEqual([kept])
  })

  it('is one of several, which the answer says, if another of that name was merged into somebody else', async () => {
    const born = '1975-08-09'
    const twice = { firstName: 'Tia', lastName: 'Twice', dateOfBirth: born }
    const pair = async (into: Person) => {
      const reply = await merge(tenant, { from: await added({ ...twice, isNamesake: true }), into: await added(into) })
      expect(reply.statusCode, reply.body).toBe(200)
    }
    const lookUp = async (more: object) => {
      const { isFormer, hasNamesake } = (await tenant.post('/subjects/lookup', { groupId, ...more })).json().data
      return { isFormer, hasNamesake }
    }
    await pair({ firstName: 'Una', lastName: 'One', dateOfBirth: '1975-08-10' })
    expect(await lookUp(twice)).toEqual({ isFormer: true, hasNamesake: false })
    await pair({ firstName: 'Ona', lastName: 'Other', dateOfBirth: '1975-08-11' })
    expect(await lookUp(twice)).toEqual({ isFormer: true, hasNamesake: true })
    // Whoever has the name by right is one of them as well.
    await added({ ...twice, isNamesake: true })
    expect(await lookUp(twice)).toEqual({ isFormer: false, hasNamesake: true })
    const nurse = await logInAs(test.app, test.ours, 'clinical')
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    expect((await nurse.post('/subjects/lookup', twice)).json().data).toMatchObject({ hasNamesake: true })
    expect((await theirs.post('/subjects/lookup', twice)).statusCode).toBe(404)
  })

  it('is shown among those who may be the same as somebody of that name', async () => {
    const own = await added({ firstName, lastName, dateOfBirth, isNamesake: true })
    const likes = (await tenant.get(`/subjects/${own}/duplicates`)).json().data
    expect(likes.map(({ subject }: { subject: { id: string } }) => subject.id)).toContain(kept)
    await test.query(test.ours, 'delete from subject_identities where subject_id = $1', [own])
  })

  it('is nothing to a group that does not know whom was kept, nor to another tenant', async () => {
    const { ward } = test.ours.places
    const elsewhere = await add(
      { firstName, lastName, dateOfBirth, localId: was.localId, nhsNumber: was.nhsNumber },
      ward.groupId,
    )
    expect(elsewhere.statusCode, elsewhere.body).toBe(201)
    await test.query(test.ours, 'delete from subject_identities where subject_id = $1', [elsewhere.json().data.id])
    const hers = { firstName: 'Una', lastName: 'Unseen', dateOfBirth }
    const [from, into] = [await added(hers, ward.groupId), await added({ ...hers, firstName: 'Uma' }, ward.groupId)]
    expect((await merge(tenant, { from, into })).statusCode).toBe(200)
    const seen = await tenant.post('/subjects/lookup', hers)
    expect(seen.json().data, seen.body).toMatchObject({ id: into, isFormer: true })
    const nurse = await logInAs(test.app, test.ours, 'group')
    const hidden = await nurse.post('/subjects/lookup', hers)
    expect(hidden.statusCode, hidden.body).toBe(404)
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    const unknown = await theirs.post('/subjects/lookup', { firstName, lastName, dateOfBirth })
    expect(unknown.statusCode, unknown.body).toBe(404)
  })

  it('can be added again once the merge is undone and they are gone', async () => {
    expect((await undo(tenant, done)).statusCode).toBe(200)
    const remembered = await test.query(test.ours, 'select id from merged_subjects where subject_id = $1', [kept])
    expect(remembered).toEqual([])
    const reply = await tenant.post('/subjects/lookup', { groupId, localId: was.localId })
    expect([reply.json().data.id === kept, reply.json().data.isFormer]).toEqual([false, false])
  })
})
