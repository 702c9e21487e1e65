import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../../contract/endpoints.ts'
import { logInAs, visit, type Client } from '../../../tests/server/client.ts'
import { callEndpoint, callOf } from '../../../tests/walks/endpoint-calls.ts'
import { everythingStored } from '../../../tests/server/everything-stored.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { startOperator, type TestOperator } from '../../../tests/server/operators.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { userIdOf } from '../../../tests/server/tenants.ts'

let test: TestApp
let clinical: Client

beforeAll(async () => {
  test = await startTestApp()
  clinical = await logInAs(test.app, test.ours, 'clinical')
})
afterAll(() => test.close())

const mine = () => `${userIdOf('clinical')}.${test.ours.id}`
const colleagues = () => `${userIdOf('provider')}.${test.ours.id}`

describe('a page that shows somebody other than the session’s user', () => {
  it('is refused by every endpoint and changes nothing', async () => {
    const admin = await logInAs(test.app, test.ours, 'tenant')
    const call = callOf({ name: 'recordTest' } as (typeof endpoints)[number], test.ours.places.home)
    // The server looks ahead for a user that it has seen, which writes before the actor is confirmed.
    expect((await clinical.post('/test-records', call.body)).statusCode).toBe(201)
    // The job queue changes by itself, so its tables are left out.
    const stored = async () =>
      (await everythingStored(test, test.ours))
        .split('\n')
        .filter((row) => !row.startsWith('jobs.'))
        .toSorted()
    const before = await stored()
    for (const endpoint of endpoints) {
      const { headers, ...sent } = callOf(endpoint, test.ours.places.home)
      const given = { ...sent, headers: { 'if-match': '"1"', ...headers, 'x-speaker': colleagues() } }
      for (const client of [admin, clinical]) {
        const { statusCode, body } = await callEndpoint(client.copy(), { ...endpoint, headers: {} }, given)
        expect([endpoint.name, statusCode, body]).toEqual([
          endpoint.name,
          409,
          expect.stringContaining('"code":"other-session"'),
        ])
      }
    }
    expect(await stored()).toEqual(before)
  })

  it('gets the message in its own language', async () => {
    const { body } = await clinical.get('/users/my-details', {}, { 'x-speaker': 'nobody', 'accept-language': 'es-MX' })
    expect(JSON.parse(body)).toMatchObject({ code: 'other-session', message: expect.stringMatching(/navegador/) })
  })

  it('neither logs the session’s user out nor keeps the session from expiring', async () => {
    const client = await logInAs(test.app, test.ours, 'clinical')
    const [session] = await test.query<{ id: string }>(
      test.ours,
      `update sessions set last_seen_at = now() - interval '5 minutes'
       where id = (select id from sessions where user_id = $1 order by id desc limit 1) returning id`,
      [userIdOf('clinical')],
    )
    const seen = () => test.query(test.ours, 'select last_seen_at from sessions where id = $1', [session?.id])
    const before = await seen()
    expect((await client.send('POST', '/logout', { headers: { 'x-speaker': colleagues() } })).statusCode).toBe(409)
    expect(before).toHaveLength(1)
    expect(await seen()).toEqual(before)
  })

  it('gets no photo when the photo’s address names another speaker', async () => {
    const { imageId } = test.ours.places.home
    const photo = (speaker: string) => clinical.get(`/device-images/${imageId}`, { speaker })
    expect((await photo(mine())).statusCode).toBe(200)
    expect((await photo(colleagues())).statusCode).toBe(409)
  })
})

describe('a page that shows the session’s user', () => {
  it.each([[() => mine()], [() => userIdOf('clinical')], [() => mine().toUpperCase()]])(
    'is served',
    async (speaker) => {
      const headers = { 'x-speaker': speaker() }
      expect((await clinical.get('/users/my-details', {}, headers)).statusCode).toBe(200)
      const body = newRecordAt(test.ours.places.home)
      expect((await clinical.post('/test-records', body, headers)).statusCode).toBe(201)
    },
  )

  it('gets 401 once the session is over, and may still log out', async () => {
    const visitor = await visit(test.app, test.ours)
    const headers = { 'x-speaker': mine() }
    expect((await visitor.get('/test-records', {}, headers)).statusCode).toBe(401)
    expect((await visitor.send('POST', '/logout', { headers })).statusCode).toBe(204)
  })
})

describe('an operator’s page', () => {
  let robin: TestOperator
  const asked = async (path: string, tenantId: string) => {
    const reply = await robin.client.get(path, {}, { 'x-speaker': `${robin.id}.${tenantId}` })
    return [reply.statusCode, reply.json().code]
  }
  beforeAll(async () => {
    robin = await startOperator(test, 'Robin Reed', null)
  })

  it('is refused while another tab has entered a tenant’s records, and told when that has ended', async () => {
    const admin = await logInAs(test.app, test.ours, 'tenant')
    await admin.put('/operator-access', { mayEnter: true })
    const reason = 'A clinician reported records that look wrong'
    expect((await robin.client.post(`/tenants/${test.ours.id}/entries`, { reason })).statusCode).toBe(201)
    expect(await asked('/users', robin.tenantId)).toEqual([409, 'entered-elsewhere'])
    expect(await asked('/users', test.theirs.id)).toEqual([409, 'entered-elsewhere'])
    expect(await asked('/users', test.ours.id)).toEqual([200, undefined])
    expect((await robin.client.send('DELETE', '/operator-entry')).statusCode).toBe(204)
    expect(await asked('/users', test.ours.id)).toEqual([403, 'entry-ended'])
    expect(await asked('/users', robin.tenantId)).toEqual([200, undefined])
  })
})
