import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPool } from '../../platform/database.ts'
import { logInAs, visit, type Client } from '../../../tests/server/client.ts'
import { isOnCitus, leftOutOnCitus } from '../../../tests/programs/citus.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { runAsOwner, runEach } from '../../../tests/server/owner-connection.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { userIdOf } from '../../../tests/server/tenants.ts'

const isLeftOut = leftOutOnCitus('a trigger counts with a sequence, which is on one server')

let test: TestApp
let clinical: Client

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** The server has seen this user before, so it can guess who they are. */
beforeEach(async () => {
  clinical = await logInAs(test.app, test.ours, 'clinical')
  expect((await record()).statusCode).toBe(201)
})

const record = (key = randomUUID(), place = test.ours.places.home, client = clinical) =>
  client.post('/test-records', newRecordAt(place), { 'idempotency-key': key })
const ask = (text: string, values: unknown[] = []) => test.query<{ count: number }>(test.ours, text, values)
const move = (groupId: string) =>
  ask('update user_groups set group_id = $1 where user_id = $2', [groupId, userIdOf('clinical')])
const countOf = async (table: string) => (await ask(`select count(*)::int from ${table}`))[0]?.count
const written = () => Promise.all(['test_records', 'idempotency_keys'].map(countOf))

describe('a look-up before the actor is confirmed', () => {
  it('travels with the opening of the request, and the commit with the write: two round trips', async () => {
    const pool = createPool({ url: test.database.serverUrl, size: 1, onError: () => undefined })
    const trips = listenTo(pool)
    const app = await test.another({ pool })
    const here = clinical.copy(app)
    await record(randomUUID(), test.ours.places.home, here)
    trips.clear()
    expect((await record(randomUUID(), test.ours.places.home, here)).statusCode).toBe(201)
    expect(trips.size).toBe(2)
    await pool.end()
  })

  it('is rolled back when the session has ended', async () => {
    const before = await written()
    await ask('delete from sessions where user_id = $1', [userIdOf('clinical')])
    expect((await record()).statusCode).toBe(401)
    expect(await written()).toEqual(before)
  })

  it('is rolled back when recording has been switched off, and leaves the key unused', async () => {
    const [before, key] = [await written(), randomUUID()]
    await ask(`update tenants set features = '{PREVENT_WEB_TEST_CREATION}'`)
    const refused = await record(key)
    await ask(`update tenants set features = '{}'`)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'test-creation-disabled'])
    expect(await written()).toEqual(before)
    expect((await record(key)).statusCode).toBe(201)
  })

  it('is repeated for a user who has moved to another group', async () => {
    const { home, ward } = test.ours.places
    await move(ward.groupId)
    const replies = [await record(randomUUID(), home), await record(randomUUID(), ward)]
    await move(home.groupId)
    replies.push(await record(randomUUID(), home), await record(randomUUID(), ward))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([422, 201, 201, 422])
  })

  it('is not used for a session on the host of another tenant', async () => {
    const before = await written()
    const stranger = await visit(test.app, test.theirs)
    for (const [name, value] of clinical.cookies) stranger.cookies.set(name, value)
    expect((await record(randomUUID(), test.ours.places.home, stranger)).statusCode).toBe(401)
    expect(await written()).toEqual(before)
  })
})

describe('a list of a session that was seen before', () => {
  const list = (client = clinical) => client.get('/test-records')
  const places = async () => {
    const { data } = (await list()).json<{ data: { group: { id: string } }[] }>()
    return new Set(data.map(({ group }) => group.id))
  }

  it('is the page of the scope that the user has now', async () => {
    const { home, ward } = test.ours.places
    expect(await places()).toEqual(new Set([home.groupId]))
    await move(ward.groupId)
    expect((await record(randomUUID(), ward)).statusCode).toBe(201)
    expect(await places()).toEqual(new Set([ward.groupId]))
    await move(home.groupId)
    expect(await places()).toEqual(new Set([home.groupId]))
  })

  it('is shown to nobody whose session has ended, nor on the host of another tenant', async () => {
    expect((await list()).statusCode).toBe(200)
    const stranger = await visit(test.app, test.theirs)
    for (const [name, value] of clinical.cookies) stranger.cookies.set(name, value)
    await ask('delete from sessions where user_id = $1', [userIdOf('clinical')])
    const refused = await Promise.all([list(), list(stranger)])
    expect(refused.map((reply) => [reply.statusCode, reply.json().data])).toEqual([
      [401, undefined],
      [401, undefined],
    ])
  })
})

describe('a commit that travels with the last statement', () => {
  it('keeps nothing and answers with an error when it fails', async () => {
    const [before, key] = [await written(), randomUUID()]
    await runEach(
      test.database.ownerUrl,
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'not today'; end $$`,
      `create constraint trigger refuse after insert on test_records deferrable initially deferred
         for each row execute function refuse()`,
    )
    const refused = await record(key)
    await runEach(test.database.ownerUrl, 'drop trigger refuse on test_records', 'drop function refuse')
    // Citus tells a commit that a server refuses as one whose server was lost.
    expect([refused.statusCode, refused.json().code]).toEqual(isOnCitus ? [503, 'unavailable'] : [500, 'internal'])
    expect(await written()).toEqual(before)
    expect((await record(key)).statusCode).toBe(201)
  })

  it('allows no statement after it', async () => {
    const late = test.door.enterTenant(test.ours.id, 'late', async (scope) => {
      await sql`select 1`.execute(scope.last())
      await sql`select 2`.execute(scope.db)
    })
    await expect(late).rejects.toThrow('behind the last statement')
  })
})

describe.skipIf(isLeftOut)('a test ID that is taken', () => {
  /** Makes the first `times` new records take the test ID of an existing one. */
  const takeFirst = (times: number) =>
    runAsOwner(
      test.database.ownerUrl,
      `create sequence tries;
       create function take() returns trigger language plpgsql security definer as $$ begin
         if nextval('tries') <= ${times} then
           select test_id into new.test_id from test_records where tenant_id = new.tenant_id limit 1;
         end if;
         return new;
       end $$;
       create trigger take before insert on test_records for each row execute function take()`,
    )
  const stopTaking = () =>
    runAsOwner(test.database.ownerUrl, 'drop trigger take on test_records; drop function take; drop sequence tries')

  it('is replaced by another: one record, with one event', async () => {
    const [[records = 0], events = 0] = [await written(), await countOf('audit_events')]
    await takeFirst(2)
    const stored = await record()
    await stopTaking()
    expect(stored.statusCode).toBe(201)
    expect([(await written())[0], await countOf('audit_events')]).toEqual([records + 1, events + 1])
  })

  it('answers with an internal error and keeps nothing when every try is taken', async () => {
    const before = await written()
    await takeFirst(100)
    const refused = await record()
    await stopTaking()
    expect([refused.statusCode, refused.json().code]).toEqual([500, 'internal'])
    expect(await written()).toEqual(before)
  })
})

/**
 * Collects the number of answers received when each statement was sent: as many different values as there were round
 * trips.
 */
function listenTo(pool: ReturnType<typeof createPool>): Set<number> {
  const trips = new Set<number>()
  let answers = 0
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...sent: unknown[]) => Promise<unknown>
    const listening = (...sent: unknown[]) => {
      trips.add(answers)
      const answer = query(...sent)
      const count = () => void (answers += 1)
      answer.then(count, count)
      return answer
    }
    client.query = listening as typeof client.query
  })
  return trips
}
