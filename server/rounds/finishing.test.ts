import { describe, expect, it } from 'vitest'
import type { RoundRow } from '../../contract/rounds/round.ts'
import type { TestResponse } from '../../tests/server/client.ts'
import { newAssay } from '../../tests/server/new-assay.ts'
import {
  test,
  clinical,
  colleague,
  tenant,
  home,
  start,
  tested,
  send,
  opened,
  finish,
  recordsOf,
  outcome,
} from '../../tests/server/going-rounds.ts'
import { runEach } from '../../tests/server/owner-connection.ts'
import { asOwnerIn, madeEarlier } from '../../tests/server/rows.ts'
import { recordTestOf } from '../../tests/server/subjects.ts'
import { countWaiting } from '../../tests/server/waiting.ts'

describe('finishing a round', () => {
  it('stores each result once, with who read it, and leaves out the others', async () => {
    const { id, people } = await start()
    const [ann = '', bob = '', eve = ''] = people
    await send(id, [
      { subjectId: ann, entry: tested('positive') },
      { subjectId: bob, entry: { outcome: 'absent' } },
    ])
    await send(id, [{ subjectId: eve, entry: tested() }], colleague)
    const finished = await finish(id)
    expect(finished.json().data).toMatchObject({ state: 'finished' })
    const records = await recordsOf(people)
    const [by] = await test.query<{ id: string }>(test.ours, `select id from users where email = $1`, [
      'group@clinic.test',
    ])
    expect(records.map(({ subject_id, result }) => [subject_id, result])).toEqual(
      expect.arrayContaining([
        [ann, 'positive'],
        [eve, 'negative'],
      ]),
    )
    expect(records).toHaveLength(2)
    const ofColleague = records.find(({ subject_id }) => subject_id === eve)
    expect([ofColleague?.results_by, ofColleague?.recorded_by === ofColleague?.results_by]).toEqual([by?.id, false])
    expect((await finish(id)).json().data.state).toBe('finished')
    expect(await recordsOf(people)).toHaveLength(2)
    expect(outcome(await send(id, [{ subjectId: bob, entry: tested() }]))).toEqual([409, 'round-ended'])
  })

  it('goes on where it was broken off, and makes none twice', async () => {
    const { id, people } = await start({}, 4)
    await send(
      id,
      people.map((subjectId) => ({ subjectId, entry: tested() })),
    )
    const { revision } = (await opened(id)).data
    const ordered = people.toSorted()
    // A row that cannot be written stands for a server that dies in the middle.
    await runEach(
      test.database.ownerUrl,
      `create function fail_one() returns trigger language plpgsql as $$ begin
         if new.subject_id = '${ordered[2]}' then raise exception 'broken off'; end if; return new; end $$`,
      'create trigger fail_one before insert on test_records for each row execute function fail_one()',
    )
    const broken = await clinical.put(`/rounds/${id}/finish`, { revision })
    expect(broken.statusCode).toBe(500)
    expect(await recordsOf(people)).toHaveLength(2)
    expect(outcome(await clinical.put(`/rounds/${id}/cancel`))).toEqual([409, 'not-possible'])
    await runEach(test.database.ownerUrl, 'drop trigger fail_one on test_records', 'drop function fail_one()')
    const again = await clinical.put(`/rounds/${id}/finish`, { revision })
    expect(again.json().data?.state, again.body).toBe('finished')
    const records = await recordsOf(people)
    expect(records.map(({ subject_id }) => subject_id).toSorted()).toEqual(ordered)
  })

  it('is finished for both of two people who finish it at once', async () => {
    const { id, people } = await start({}, 1)
    await send(id, [{ subjectId: people[0], entry: tested() }])
    const { revision } = (await opened(id)).data
    const other = await recordTestOf(clinical, home(), people[0] ?? '')
    // A transaction stands for the one who is faster, while the other is about to store the result.
    let slower: Promise<TestResponse> | undefined
    await asOwnerIn(test.database.owner, test.ours.id, async (faster) => {
      const person = 'select from subjects where tenant_id = $1 and id = $2 for update'
      await faster.query(person, [test.ours.id, people[0]])
      slower = clinical.put(`/rounds/${id}/finish`, { revision })
      await expect.poll(() => countWaiting(test.database)).toBe(1)
      await faster.query('update round_rows set test_record_id = $2 where round_id = $1 and subject_id = $3', [
        id,
        other,
        people[0],
      ])
      await faster.query(
        `update rounds set state = 'finished', ended_at = now(), ended_by = started_by where id = $1`,
        [id],
      )
    })
    const reply = await slower
    expect(reply?.json().data?.state, reply?.body).toBe('finished')
    expect(await recordsOf(people)).toHaveLength(1)
    // Whoever comes later gets the same.
    expect((await colleague.put(`/rounds/${id}/finish`, { revision })).json().data.state).toBe('finished')
  })

  it('says why a row fails to both of two people who finish it at once', async () => {
    const { id, people } = await start({}, 2)
    const [ann = '', bob = ''] = people
    await send(id, [
      { subjectId: ann, entry: tested() },
      { subjectId: bob, entry: tested() },
    ])
    const { revision } = (await opened(id)).data
    let slower: Promise<TestResponse> | undefined
    await asOwnerIn(test.database.owner, test.ours.id, async (faster) => {
      await faster.query('select from subjects where tenant_id = $1 and id = any($2) for update', [
        test.ours.id,
        people,
      ])
      slower = colleague.put(`/rounds/${id}/finish`, { revision })
      await expect.poll(() => countWaiting(test.database)).toBe(1)
      await faster.query('update rounds set revision = revision + 1 where id = $1', [id])
      await faster.query(
        `update round_rows w set revision = r.revision, failure = '[{"field": "groupId", "phrase": "suspendedPlace", "values": {}}]'
         from rounds r where r.id = w.round_id and r.id = $1 and w.subject_id = $2`,
        [id, ann],
      )
    })
    // Neither of the two has a newer page.
    for (const reply of [await slower, await clinical.put(`/rounds/${id}/finish`, { revision })]) {
      const { data, rows } = reply?.json() ?? {}
      expect([reply?.statusCode, data?.state], reply?.body).toEqual([200, 'open'])
      const of = (subjectId: string) => rows.find((row: RoundRow) => row.subjectId === subjectId)
      expect(of(ann)).toMatchObject({ testRecordId: null, failure: expect.stringMatching(/suspended/) })
      expect(of(bob)).toMatchObject({ testRecordId: expect.any(String), failure: null })
    }
    await send(id, [{ subjectId: ann, base: 100, entry: tested('positive') }], colleague)
    expect(outcome(await clinical.put(`/rounds/${id}/finish`, { revision }))).toEqual([412, 'stale-version'])
    expect((await finish(id)).json().data.state).toBe('finished')
    expect((await recordsOf(people)).map(({ result }) => result).toSorted()).toEqual(['negative', 'positive'])
  })

  it('stores nothing that was entered after the user looked', async () => {
    const { id, people } = await start()
    const { revision } = (await opened(id)).data
    await send(id, [{ subjectId: people[0], entry: tested('positive') }], colleague)
    expect(outcome(await clinical.put(`/rounds/${id}/finish`, { revision }))).toEqual([412, 'stale-version'])
    expect(await recordsOf(people)).toEqual([])
  })

  it('waits for a suspended group, and says why', async () => {
    const { id, people } = await start()
    await send(id, [{ subjectId: people[0], entry: tested() }])
    await tenant.put(`/groups/${home().groupId}/suspend`)
    const waiting = (await finish(id, tenant)).json()
    expect(waiting.data.state).toBe('open')
    const [row] = waiting.rows.filter(({ failure }: RoundRow) => failure !== null)
    expect(row).toMatchObject({ subjectId: people[0], testRecordId: null, failure: expect.stringMatching(/suspended/) })
    await tenant.put(`/groups/${home().groupId}/reactivate`)
    expect((await finish(id)).json().data.state).toBe('finished')
    expect(await recordsOf(people)).toHaveLength(1)
  })

  // A record holds minutes, so what happens within one minute is neither before nor after.
  it.each([
    ['goes on with a kit that was retired after it began', 10, 'finished', 1],
    ['stores no result of a kit that was retired before it began', 30, 'open', 0],
  ])('%s', async (_, minutesAgo, state, stored) => {
    const made = await tenant.post('/assays', newAssay(`Retired ${minutesAgo} minutes ago`))
    const { id: assayId, analytes } = made.json().data
    const { id, people } = await start({ assayId })
    await test.query(
      test.ours,
      `update rounds set ${madeEarlier('started_at', "interval '20 minutes'")} where id = $1`,
      [id],
    )
    await test.query(test.ours, `update assays set retired_at = now() - make_interval(mins => $2) where id = $1`, [
      assayId,
      minutesAgo,
    ])
    const result = [{ analyteId: analytes[0].id, result: 'negative' }]
    await send(id, [{ subjectId: people[0], entry: { outcome: 'tested', analyteResults: result } }])
    const { data, rows } = (await finish(id)).json()
    expect([data.state, rows.some(({ failure }: RoundRow) => failure !== null)]).toEqual([state, stored === 0])
    expect(await recordsOf(people)).toHaveLength(stored)
  })
})
