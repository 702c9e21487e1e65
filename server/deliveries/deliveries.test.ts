import { describe, expect, it } from 'vitest'
import { createPool } from '../platform/database.ts'
import { Client, logInAs, visit } from '../../tests/server/client.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { newAssay } from '../../tests/server/new-assay.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { thisMillisecond } from '../../tests/server/rows.ts'
import { recordTestOf } from '../../tests/server/subjects.ts'
import { changeAssay, createAssay } from '../../tests/server/assays.ts'
import { allMeanings } from '../../contract/assays/meanings.ts'
import { userIdOf } from '../../tests/server/tenants.ts'
import {
  test,
  staff,
  visitor,
  log,
  email,
  subjectId,
  recordId,
  born,
  tested,
  giveToNewest,
  send,
  listed,
  statesOf,
  endingsOf,
  message,
  tokenIn,
  sent,
  open,
  opened,
  nothing,
  correctEmail,
  change,
} from '../../tests/server/sent-results.ts'

describe('a result sent by staff', () => {
  it('reaches the person by a link without health content, which opens with their date of birth', async () => {
    const reply = await send()
    expect(reply.json().data.deliveries).toEqual([
      expect.objectContaining({ channel: 'email', reason: 'asked', sentBy: expect.any(String), openedAt: null }),
    ])
    const [{ sentAt, expiresAt }] = reply.json().data.deliveries
    expect(Date.parse(expiresAt) - Date.parse(sentAt)).toBe(10 * 24 * 60 * 60 * 1000)
    const mail = await message()
    expect(mail.link.hostname).toBe('ours.localhost')
    const words = [mail.subject, mail.text, mail.html].join('\n')
    expect(words).toContain('10 days')
    const { assay, testId } = (await staff.get(`/test-records/${recordId}`)).json().data
    for (const told of ['Ana', 'Quill', 'negative', assay.name, testId, recordId]) expect(words).not.toContain(told)

    const token = tokenIn(mail)
    expect(await opened(token, '1984-02-04')).toEqual(nothing)
    expect(await opened(token)).toEqual([
      200,
      {
        testId,
        result: 'negative',
        analyteResults: [expect.objectContaining({ analyteId: 'line', result: 'negative' })],
        performedAt: '2026-03-01T09:30:00.000Z',
        performedZone: 'Europe/London',
        state: 'recorded',
        assayName: assay.name,
        organisationName: expect.stringContaining(test.ours.marker),
        groupName: expect.stringContaining(test.ours.marker),
        phone: null,
        meaning: null,
        changedAt: null,
      },
    ])
    expect(await statesOf()).toEqual([['email', 'opened', 'asked']])
    const events = await test.query(
      test.ours,
      `select action, outcome, actor_id is null as visitor, details from audit_events
       where resource_id = $1 and action in ('test-record.sent', 'test-record.delivered') order by id`,
      [recordId],
    )
    expect(events).toEqual([
      { action: 'test-record.sent', outcome: 'done', visitor: false, details: { channel: 'email', state: 'asked' } },
      { action: 'test-record.delivered', outcome: 'refused', visitor: true, details: { state: 'wrong-birth-date' } },
      { action: 'test-record.delivered', outcome: 'done', visitor: true, details: null },
    ])
    const stored = await test.query<{ row: string }>(test.ours, 'select d::text as row from deliveries d')
    for (const { row } of stored) expect(row).not.toContain(email)
    expect(log.join('\n')).toContain('/results/:token/open')
    expect(log.join('\n')).not.toContain(token)
  })

  it('is sent once per key, even for two requests at once; another request under the key is refused', async () => {
    const key = { 'idempotency-key': `send-${recordId}` }
    const press = (body = { channel: 'email' }, id = recordId) =>
      staff.post(`/test-records/${id}/deliveries`, body, key)
    const both = await Promise.all([press(), press()])
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 201]))
    const later = await press()
    expect([later.statusCode, later.json().data.deliveries.length]).toEqual([200, 1])
    expect(await opened(tokenIn(await message()))).toEqual([200, expect.anything()])
    const other = await tested(staff)
    expect((await press({ channel: 'email' }, other.recordId)).json().code).toBe('idempotency-key-reused')
    expect((await press({ channel: 'text' })).json().code).toBe('idempotency-key-reused')
    expect(await statesOf()).toEqual([['email', 'opened', 'asked']])
    expect((await send()).statusCode).toBe(201)
    expect(await test.query(test.ours, 'select 1 from deliveries where test_record_id = $1', [recordId])).toHaveLength(
      2,
    )
  })

  it('goes to the mobile of the person’s account, in its language; without a mobile, the channel is refused', async () => {
    expect((await send('text')).json()).toMatchObject({ code: 'validation', errors: { channel: [expect.any(String)] } })
    expect((await listed()).obstacles).toEqual({ email: null, text: 'subjectWithoutMobile' })
    await test.query(
      test.ours,
      `with person as (update users set mobile = '+447400123456', lang = 'es' where id = $2 returning id)
       update subjects set user_id = (select id from person) where id = $1`,
      [subjectId, userIdOf('patient')],
    )
    await test.query(test.ours, `update tenants set available_languages = '{en_GB,es_MX}'`)
    expect((await send('text')).statusCode).toBe(201)
    const text = await message(1, '+447400123456')
    expect(text.text).toMatch(
      /^Hay un resultado listo para usted en .+: http:\/\/ours\.localhost:3000\/results\/[\w-]{43}$/,
    )
    expect(await opened(tokenIn(text))).toEqual([200, expect.objectContaining({ state: 'recorded' })])
  })

  it('shows the phone number of the group or, if it has none, of its organisation', async () => {
    await send()
    const token = tokenIn(await message())
    const { organisationId, groupId } = test.ours.places.home
    for (const [table, id, phone] of [
      ['organisations', organisationId, '+44 20 7946 0018'],
      ['groups', groupId, '+44 20 7946 0019'],
    ] as const) {
      await test.query(test.ours, `update ${table} set phone = $2 where id = $1`, [id, phone])
      expect(await opened(token)).toEqual([200, expect.objectContaining({ phone })])
      expect((await staff.get(`/test-records/${recordId}`)).json().data.phone).toBe(phone)
    }
    const patient = await logInAsSpare(test, test.ours, 'patient')
    await giveToNewest(subjectId)
    expect((await patient.get('/dashboard')).json().data.phone).toBe('+44 20 7946 0019')
    expect((await staff.get('/dashboard')).json().data.phone).toBeNull()
    for (const table of ['organisations', 'groups']) await test.query(test.ours, `update ${table} set phone = null`)
    expect((await patient.get('/dashboard')).json().data.phone).toBeNull()
  })

  it('is explained in the tenant’s words, both behind the link and on the patient’s home page', async () => {
    const token = await sent()
    const meanings = { en_GB: { negative: 'Nothing was found.' } }
    const own = `select assay_id, assay_version from test_records where id = $2`
    await test.query(test.ours, `update assay_versions set meanings = $1 where (assay_id, version) in (${own})`, [
      JSON.stringify(meanings),
      recordId,
    ])
    expect(await opened(token)).toEqual([200, expect.objectContaining({ meaning: 'Nothing was found.' })])
    const patient = await logInAsSpare(test, test.ours, 'patient')
    expect((await patient.get('/dashboard')).json().data).toMatchObject({ latest: [], meaning: null })
    await giveToNewest(subjectId)
    expect((await patient.get('/dashboard')).json().data).toMatchObject({
      latest: [{ id: recordId }],
      meaning: 'Nothing was found.',
    })
    expect((await staff.get('/dashboard')).json().data.meaning).toBeNull()
    await test.query(test.ours, `update assay_versions set meanings = '{}'`)
  })

  it('is explained in the words of the organisation that tested the person, if it has its own', async () => {
    const admin = await logInAs(test.app, test.ours, 'tenant')
    const { home, away } = test.ours.places
    const words = (negative: string) => allMeanings({ en_GB: { negative } })
    const kit = await createAssay(admin, {
      ...newAssay('Walk-in kit'),
      meanings: words('Ask the nurse on duty.'),
      organisationMeanings: [{ organisationId: home.organisationId, meanings: words('Ask our pharmacist.') }],
    })
    const [line] = kit.analytes
    const recorded = async (client: Client, place: typeof home, of: string) => {
      const body = newRecordAt({ ...place, subjectId: of, assayId: kit.id })
      const results = [{ analyteId: line?.id, result: 'negative' }]
      const response = await client.post('/test-records', { ...body, analyteResults: results })
      expect(response.statusCode, response.body).toBe(201)
      return response.json().data.id as string
    }
    const customer = await tested(staff)
    const atPharmacy = await recorded(staff, home, customer.subjectId)
    expect((await send('email', atPharmacy)).statusCode).toBe(201)
    const told = tokenIn(await message(1, customer.email))
    expect(await opened(told)).toEqual([200, expect.objectContaining({ meaning: 'Ask our pharmacist.' })])
    expect((await staff.post(`/test-records/${atPharmacy}/prints`)).json().data.meaning).toBe('Ask our pharmacist.')

    const resident = await tested(admin, away)
    const atHome = await recorded(admin, away, resident.subjectId)
    expect((await send('email', atHome, admin)).statusCode).toBe(201)
    const toldThere = tokenIn(await message(1, resident.email))
    expect(await opened(toldThere)).toEqual([200, expect.objectContaining({ meaning: 'Ask the nurse on duty.' })])

    // A record keeps the assay's words as they were when it was made, also those of an organisation.
    await changeAssay(admin, kit, { organisationMeanings: [] })
    expect(await opened(told)).toEqual([200, expect.objectContaining({ meaning: 'Ask our pharmacist.' })])
    const later = await recorded(staff, home, customer.subjectId)
    expect((await staff.post(`/test-records/${later}/prints`)).json().data.meaning).toBe('Ask the nurse on duty.')
  })

  it('is refused when nobody could open it: without a date of birth, and for an animal', async () => {
    await test.query(test.ours, 'update subject_identities set date_of_birth = null where subject_id = $1', [subjectId])
    expect((await send()).statusCode).toBe(422)
    expect((await listed()).obstacles.email).toBe('subjectWithoutBirthDate')
    await test.query(
      test.ours,
      `update subject_identities set date_of_birth = '1984-02-03', email = null where subject_id = $1`,
      [subjectId],
    )
    expect((await listed()).obstacles.email).toBe('subjectWithoutEmail')
    await test.query(test.ours, `update subjects set kind = 'non-human' where id = $1`, [subjectId])
    expect((await listed()).obstacles.email).toBe('subjectWithoutBirthDate')
    await change('void', {})
    expect((await send()).json().code).toBe('record-voided')
  })

  it('ends the earlier link of the same channel', async () => {
    const first = await sent()
    expect((await send()).statusCode).toBe(201)
    const second = tokenIn(await message(2))
    expect(await opened(first)).toEqual(nothing)
    expect(await opened(second)).toEqual([200, expect.anything()])
    expect(await statesOf()).toEqual([
      ['email', 'opened', 'asked'],
      ['email', 'ended', 'asked'],
    ])
    expect(await endingsOf()).toEqual(['opened', 'replaced'])
  })

  it('is sent as soon as it is saved, if the tenant wants that', async () => {
    await test.query(test.ours, 'update tenants set sends_results_at_once = true')
    try {
      const person = await tested(staff)
      expect(await opened(tokenIn(await message(1, person.email)))).toEqual([200, expect.anything()])
      expect(await statesOf(person.recordId)).toEqual([['email', 'opened', 'saved']])
      // The result of somebody without an address is saved all the same.
      await test.query(test.ours, 'update subject_identities set email = null where subject_id = $1', [
        person.subjectId,
      ])
      const unsent = await recordTestOf(staff, test.ours.places.home, person.subjectId)
      expect(await statesOf(unsent)).toEqual([])
    } finally {
      await test.query(test.ours, 'update tenants set sends_results_at_once = false')
    }
  })
})

describe('a link', () => {
  it('gets an equal reply, by equal work, whatever is wrong with it', async () => {
    const token = await sent()
    const wrong: Record<string, string> = {
      born: token,
      unknown: 'A'.repeat(43),
      expired: '',
      locked: '',
      ended: '',
      moved: '',
    }
    for (const [name, set] of [
      ['expired', `expires_at = ${thisMillisecond}`],
      ['locked', 'wrong_tries = 10'],
      ['ended', 'ended_at = now()'],
    ] as const) {
      const person = await tested(staff)
      await send('email', person.recordId)
      wrong[name] = tokenIn(await message(1, person.email))
      await test.query(test.ours, `update deliveries set ${set} where test_record_id = $1`, [person.recordId])
    }
    const person = await tested(staff)
    await send('email', person.recordId)
    wrong.moved = tokenIn(await message(1, person.email))
    await correctEmail(`new-${person.email}`, person.subjectId)
    const clerk = await logInAs(test.app, test.theirs, 'group')
    const theirs = await tested(clerk, test.theirs.places.home)
    await send('email', theirs.recordId, clerk)
    wrong.foreign = tokenIn(await message(1, theirs.email, test.theirs))
    expect(await opened(wrong.foreign, born, await visit(test.app, test.theirs))).toEqual([200, expect.anything()])

    const pool = createPool({ url: test.database.serverUrl, size: 1, onError: () => undefined })
    const asked: string[] = []
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (given: string | { text: string }, ...more: unknown[]) => unknown
      client.query = ((given: string | { text: string }, ...more: unknown[]) => {
        asked.push(typeof given === 'string' ? given : given.text)
        return query(given, ...more)
      }) as typeof client.query
    })
    const watched = visitor.copy(await test.another({ pool }))
    const works = new Map<string, string[]>()
    for (const [name, one] of Object.entries(wrong)) {
      await open('A'.repeat(43), born, watched)
      asked.length = 0
      const { statusCode, body } = await open(one, name === 'born' ? '1984-02-04' : born, watched)
      expect([name, statusCode, body]).toEqual([name, 200, '{"data":null}'])
      works.set(name, [...asked])
    }
    for (const [name, work] of works) expect([name, work]).toEqual([name, works.get('born')])
    expect(works.get('born')?.length).toBeGreaterThan(5)
    await pool.end()
  })

  it('is locked after 10 wrong dates, even when they come at once, until staff send another', async () => {
    const token = await sent()
    const from = (n: number) => {
      const client = new Client(test.app, visitor.host)
      for (const [name, value] of visitor.cookies) client.cookies.set(name, value)
      return [client, `19${String(10 + (n % 80))}-05-05`] as const
    }
    const guesses = Array.from({ length: 100 }, (_, n) => from(n))
    const replies = await Promise.all(guesses.map(([client, date]) => open(token, date, client)))
    expect(replies.filter(({ body }) => body !== '{"data":null}').every(({ statusCode }) => statusCode === 429)).toBe(
      true,
    )
    const compared = `select 1 from audit_events where resource_id = $1 and details ->> 'state' = 'wrong-birth-date'`
    expect(await test.query(test.ours, compared, [recordId])).toHaveLength(10)
    expect(await opened(token, born, await visit(test.app, test.ours))).toEqual(nothing)
    expect(await statesOf()).toEqual([['email', 'locked', 'asked']])
    expect((await send()).statusCode).toBe(201)
    const another = tokenIn(await message(2))
    expect(await opened(another, born, await visit(test.app, test.ours))).toEqual([200, expect.anything()])
    expect(await opened(token, born, await visit(test.app, test.ours))).toEqual(nothing)
  })

  it.each([
    ['was taken out', 'update subject_identities set date_of_birth = null where subject_id = $1'],
    ['went with the person', 'delete from subject_identities where subject_id = $1'],
  ])('is opened by no date once the date of birth %s, and tells the same as for a wrong one', async (_, statement) => {
    const token = await sent()
    await test.query(test.ours, statement, [subjectId])
    for (const date of [born, '1984-02-04', '2000-01-01']) expect(await opened(token, date)).toEqual(nothing)
    expect((await open(token, 'unknown')).statusCode).toBe(422)
    expect((await open(token, '')).statusCode).toBe(422)
    const events = await test.query(
      test.ours,
      `select outcome from audit_events where resource_id = $1 and action = 'test-record.delivered' and outcome = 'done'`,
      [recordId],
    )
    expect(events).toEqual([])
  })

  it('can be opened with the right date any number of times without being locked', async () => {
    const token = await sent()
    for (let n = 0; n < 12; n += 1) expect(await opened(token)).toEqual([200, expect.anything()])
    expect((await open(token, '3 February 1984')).statusCode).toBe(422)
  })
})
