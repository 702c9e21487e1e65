import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '../access/sessions/tokens.ts'
import { callEndpoint, callOf } from '../../tests/walks/endpoint-calls.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { logInAs, visit, type Client } from '../../tests/server/client.ts'
import { everythingStored } from '../../tests/server/everything-stored.ts'
import { mail } from '../../contract/phrases/en_GB/mail.ts'
import { decoded, startMailServer, type MailServer } from '../../tests/programs/mail-server.ts'
import { addSubject, merge } from '../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { password, userIdOf } from '../../tests/server/tenants.ts'
import { waitInHook } from '../../tests/server/wait-in-hook.ts'

let test: TestApp
let server: MailServer
let isAway = false
const log: string[] = []

beforeAll(async () => {
  test = await startTestApp({ log: { write: (line) => void log.push(line) } })
  server = await startMailServer({ refuse: () => isAway })
  await test.startSending(server.url)
})
afterAll(async () => {
  await test.close()
  await server.close()
})

beforeEach(() => {
  isAway = false
  server.received.length = 0
})

const leave = (client: Client) =>
  client.put('/users/my-details/delete', { currentPassword: password, reason: 'created-in-error', reasonText: null })

const counted = ['users', 'subjects', 'test_records', 'invites', 'device_images', 'test_record_versions']
async function counts(): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const table of counted) {
    const [row] = await test.query<{ count: number }>(test.ours, `select count(*)::int from ${table}`)
    found[table] = row?.count ?? 0
  }
  return found
}

/** Returns those identifiers that are stored anywhere. */
async function foundOf(identifiers: readonly string[]): Promise<string[]> {
  const stored = await everythingStored(test, test.ours)
  return identifiers.filter((identifier) => stored.includes(identifier.toLowerCase()))
}

const insertUser = (row: Record<string, unknown>) => {
  const columns = {
    tenant_id: test.ours.id,
    password_hash: test.ours.passwordHash,
    email_verified_at: new Date(),
    ...row,
  }
  const names = Object.keys(columns)
  return test.query(
    test.ours,
    `insert into users (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(columns),
  )
}

/** Returns the stored form of an account's counter. */
const counterOf = (key: string) => hashToken(key).toString('hex')

describe('a patient who leaves', () => {
  const id = '0190a000-0000-7abc-8000-000000000001'
  const shared = '0190a000-0000-7abc-8000-000000000002'
  const email = 'Quintessa.Marlowe@People.test'
  const earlier = 'q.earlier@people.test'
  const pending = 'Q.Pending@elsewhere.test'
  const mobile = '+447400987654'
  const identifiers = [
    'quintessa.marlowe',
    earlier,
    pending,
    mobile,
    'Quintessa',
    'Marlowe',
    '1987-03-14',
    'Local-Q-77',
    'q.before@people.test',
    'q.oldest@people.test',
    'Quintilla',
    // Details, also those that came with a merge.
    'Quince wing',
    'Q-room',
    'asked-unknown',
    'white-and-asian',
    '+44 7400 555111',
    '+447400555111',
    '77 Quay Street',
    'Quentin Marlowe',
    'Q. Guardian-Consent',
    'q.guardian@people.test',
    '4010232137',
    '9434765919',
    counterOf(`password-reset:account:${email.toLowerCase()}`),
  ]
  let client: Client
  let before: Record<string, number>
  let farewell: MailServer['received'][number] | undefined

  /**
   * Stores everything that a patient may leave: identity, records, invites, sent and waiting messages, development mail
   * and links.
   */
  async function plant(): Promise<void> {
    const { home, ward } = test.ours.places
    await insertUser({
      id,
      email,
      full_name: 'Quintessa Marlowe',
      user_type: 'patient',
      date_of_birth: '1987-03-14',
      country: 'GB',
      mobile,
    })
    const tenant = test.ours.id
    for (const [place, number, user] of [
      [home, 1, id],
      [ward, 2, null],
    ] as const) {
      const subject = `0190a000-0000-7abd-8000-00000000000${number}`
      await test.query(
        test.ours,
        `insert into subjects (tenant_id, id, kind, organisation_id, group_id, user_id) values ($1, $2, 'human', $3, $4, $5)`,
        [tenant, subject, place.organisationId, place.groupId, user],
      )
      await test.query(
        test.ours,
        `insert into subject_identities (tenant_id, subject_id, group_id, email, date_of_birth, first_name, last_name, local_id)
         values ($1, $2, $3, lower($4), '1987-03-14', 'Quintessa', 'Marlowe', 'Local-Q-77')`,
        [tenant, subject, place.groupId, email],
      )
      await test.query(test.ours, 'update test_records set subject_id = $1 where group_id = $2', [
        subject,
        place.groupId,
      ])
    }
    // The patient is also two merged subjects with former emails, which were merged into theirs.
    const staff = await logInAs(test.app, test.ours, 'tenant')
    const kept = await addSubject(staff, test.ours.places.away, { email, dateOfBirth: '1987-03-14' })
    const older = await addSubject(staff, ward, { email: 'q.before@people.test' })
    await test.query(test.ours, `update tenants set subject_details = array['nhsNumber']`)
    const oldest = await addSubject(staff, ward, {
      email: 'q.oldest@people.test',
      firstName: 'Quintilla',
      details: { nhsNumber: '943 476 5919' },
    })
    for (const [from, into] of [[oldest, older] as const, [older, kept] as const]) {
      expect((await merge(staff, { from, into })).statusCode).toBe(200)
    }
    await test.query(
      test.ours,
      `insert into subject_details (tenant_id, subject_id, role, unit, room, sex, race, ethnicity, language, nhs_number,
         telephones, address, guardian, consent)
       values ($1, '0190a000-0000-7abd-8000-000000000001', 'resident', 'Quince wing', 'Q-room', 'other', 'asked-unknown',
         'white-and-asian', 'yo', '4010232137', '[{"number": "+44 7400 555111", "type": "mobile", "texts": true}]',
         '{"streetAddress": "77 Quay Street", "country": "GB"}',
         '{"name": "Quentin Marlowe", "relation": null, "email": "q.guardian@people.test", "telephone": null, "receives": true}',
         '{"by": "Q. Guardian-Consent", "how": "written", "when": "2026-01-05", "until": null, "withdrawn": null}')`,
      [tenant],
    )
    await test.query(
      test.ours,
      `insert into messages (tenant_id, id, channel, template, recipient, locale, state, sent_at)
       values ($1, gen_random_uuid(), 'email', 'result-withdrawn', 'Q.Guardian@people.test', 'en_GB', 'sent', now()),
         ($1, gen_random_uuid(), 'text', 'result-withdrawn', '+447400555111', 'en_GB', 'sent', now())`,
      [tenant],
    )
    await test.query(
      test.ours,
      `insert into invites (tenant_id, id, organisation_id, group_id, email, mobile, lang, state, invited_by, user_id, expires_at)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, 'en', 'redeemed', $6, $7, now()),
              ($1, gen_random_uuid(), $2, $3, $8, $5, 'en', 'pending', $6, null, now() + interval '1 day'),
              ($1, $9, $2, $3, 'child@people.test', $5, 'en', 'pending', $6, null, now() + interval '1 day')`,
      [tenant, home.organisationId, home.groupId, earlier, mobile, userIdOf('group'), id, email.toUpperCase(), shared],
    )
    await test.query(
      test.ours,
      `insert into invite_codes (tenant_id, code_hash, invite_id, channel, last_four)
       select tenant_id, sha256(convert_to(email, 'UTF8')), id, 'text', 'WXYZ' from invites where email_key = lower($1)`,
      [email],
    )
    await test.query(
      test.ours,
      `insert into messages (tenant_id, id, invite_id, channel, template, recipient, locale)
       select tenant_id, gen_random_uuid(), id, 'text', 'verify-email', $2, 'en_GB' from invites where email_key = lower($1)`,
      [email, mobile],
    )
    // Two drafts of tests mention the patient: one has selected them, and one is adding them.
    for (const [userType, subject, typed] of [
      ['clinical', '0190a000-0000-7abd-8000-000000000001', ''],
      ['group', null, ` ${email} `],
    ] as const) {
      await test.query(
        test.ours,
        `insert into test_drafts (tenant_id, user_id, idempotency_key, subject_id, content)
         values ($1, $2, 'key', $3, jsonb_build_object('note', 'Marlowe', 'typedSubject', jsonb_build_object('email', $4::text)))`,
        [tenant, userIdOf(userType), subject, typed],
      )
    }
    await test.query(test.theirs, 'update subject_identities set email = $1 where subject_id = $2', [
      email,
      test.theirs.places.home.subjectId,
    ])
    const visitor = await visit(test.app, test.ours)
    client = await logInAs(test.app, test.ours, { email })
    await visitor.post('/login', { username: email, password: 'Wrong-password-1' })
    await visitor.post('/password-resets', { email })
    await waitInHook(() => expect(server.received).toHaveLength(1))
    isAway = true
    await visitor.post('/password-resets', { email })
    const failures = () =>
      test.query<{ said: string }>(test.ours, `select output::text as said from jobs.job where state = 'retry'`)
    await waitInHook(async () => expect(await failures()).toEqual([{ said: expect.stringContaining('EMESSAGE 451') }]))
    expect((await failures())[0]?.said.toLowerCase()).not.toContain(email.toLowerCase())
    // Reproduces a change of email that was begun in another browser.
    await test.query(test.ours, 'update users set pending_email = $2 where id = $1', [id, pending])
    await test.query(
      test.ours,
      `insert into messages (tenant_id, id, user_id, channel, template, recipient, locale, state)
       select tenant_id, gen_random_uuid(), id, 'email', 'verify-email', recipient, 'en_GB', 'sent'
       from users, unnest($2::text[]) as recipient where id = $1`,
      [id, [pending, earlier]],
    )
    await test.query(
      test.ours,
      `insert into tokens (tenant_id, token_hash, user_id, purpose, email, expires_at)
       values ($1, $2, $3, 'verify-email', $4, now() + interval '1 day')`,
      [tenant, hashToken('planted'), id, pending],
    )
    await test.query(
      test.ours,
      `insert into development_mail (tenant_id, id, channel, recipient, subject, text, html)
       select tenant_id, id, channel, recipient, 'Hello Quintessa', 'Hello Quintessa Marlowe', '' from messages
       where user_id = $1 or recipient = $2`,
      [id, mobile],
    )
  }

  beforeAll(async () => {
    isAway = false
    server.received.length = 0
    await plant()
    expect(await foundOf(identifiers)).toEqual(identifiers)
    // Each column of the details has a value that the search would find.
    const [details] = await test.query(test.ours, `select d.* from subject_details d where unit is not null`)
    expect(Object.values(details ?? { none: null })).not.toContain(null)
    before = await counts()
    expect((await leave(client)).statusCode).toBe(204)
    isAway = false
    await waitInHook(() => expect(server.received).toHaveLength(2))
    const farewells = () => test.query(test.ours, `select id from messages where template = 'account-deleted'`)
    await waitInHook(async () => expect(await farewells()).toEqual([]))
    // The other is on its way already when the account is deleted, and may come after it.
    farewell = server.received.find(({ source }) => decoded(source).includes(mail['account-deleted.subject']))
  })

  it('gets a farewell without a name, and none of the waiting messages', () => {
    expect(farewell?.to.map((to) => to.toLowerCase())).toEqual([email.toLowerCase()])
    expect(decoded(farewell?.source ?? '')).not.toMatch(/Quintessa Marlowe|http/)
  })

  it('leaves no identifier in any table, job, file or log line, and no gap in what others count', async () => {
    expect(await foundOf(identifiers)).toEqual([])
    expect(log.join('').toLowerCase()).toContain('/users/my-details/delete')
    expect(identifiers.filter((identifier) => log.join('').toLowerCase().includes(identifier.toLowerCase()))).toEqual(
      [],
    )
    expect(await counts()).toEqual(before)
    expect(await test.query(test.ours, 'select from subject_details')).toEqual([])
    const records = await (await logInAs(test.app, test.ours, 'group')).get('/test-records')
    expect(records.json().data[0].subject).toMatchObject({ id: 'Anonymized', email: null, dateOfBirth: null })
  })

  it('keeps invites of others with the same mobile number, without the number', async () => {
    const [invite] = await test.query(test.ours, 'select email, mobile, state from invites where id = $1', [shared])
    expect(invite).toEqual({ email: 'child@people.test', mobile: null, state: 'pending' })
    const own = await test.query(
      test.ours,
      `select email, state, user_id from invites where email like 'anonymized-%' order by state`,
    )
    expect(own).toEqual([
      { email: expect.stringMatching(/^anonymized-/), state: 'redeemed', user_id: id },
      { email: expect.stringMatching(/^anonymized-/), state: 'revoked', user_id: null },
    ])
    const codes = `select from invite_codes c join invites i on i.id = c.invite_id where i.email like 'anonymized-%'`
    expect(await test.query(test.ours, codes)).toEqual([])
  })

  it('is a different person in another tenant, where nothing changes', async () => {
    const rows = await test.query(
      test.theirs,
      'select email, date_of_birth::text from subject_identities where subject_id = $1',
      [test.theirs.places.home.subjectId],
    )
    expect(rows).toEqual([{ email, date_of_birth: '1980-05-17' }])
  })
})

describe('a member of staff who leaves', () => {
  const id = '0190a000-0000-7abc-8000-000000000009'
  const email = 'Thaddeus.Okonkwo@Clinic.test'
  const identifiers = ['thaddeus', 'Okonkwo', '+447400111222']

  it('is shown as anonymous in their records', async () => {
    const { home } = test.ours.places
    await insertUser({
      id,
      email,
      full_name: 'Thaddeus Okonkwo',
      user_type: 'clinical',
      organisation_id: home.organisationId,
      mobile: '+447400111222',
    })
    await test.query(test.ours, 'insert into user_groups (tenant_id, user_id, group_id) values ($1, $2, $3)', [
      test.ours.id,
      id,
      home.groupId,
    ])
    const client = await logInAs(test.app, test.ours, { email })
    for (const endpoint of endpoints.filter(({ name }) => name === 'recordTest' || name === 'uploadDeviceImage')) {
      expect((await callEndpoint(client, endpoint, callOf(endpoint, home))).statusCode).toBe(201)
    }
    await client.put('/users/my-details/password', { currentPassword: 'Wrong-password-1', password })
    const recorded = () =>
      test.query<{ id: string }>(test.ours, 'select id from test_records where recorded_by = $1', [id])
    const [record] = await recorded()
    expect(await foundOf(identifiers)).toEqual(identifiers)
    const before = await counts()

    expect((await leave(client)).statusCode).toBe(204)
    await expect.poll(() => server.received.length).toBe(1)
    await expect
      .poll(() => test.query(test.ours, `select id from messages where template = 'account-deleted'`))
      .toEqual([])

    expect(await foundOf(identifiers)).toEqual([])
    expect(identifiers.filter((identifier) => log.join('').toLowerCase().includes(identifier.toLowerCase()))).toEqual(
      [],
    )
    expect(await counts()).toEqual(before)
    expect(await recorded()).toEqual([record])
    for (const table of ['sessions', 'user_groups', 'idempotency_keys']) {
      expect(await test.query(test.ours, `select * from ${table} where user_id = $1`, [id])).toEqual([])
    }
    const admin = await logInAs(test.app, test.ours, 'tenant')
    expect((await admin.get(`/test-records/${record?.id}`)).json().data.recordedBy).toEqual({ id, name: 'Anonymized' })
  })
})

it('a farewell that cannot be sent for a day is deleted, so that its address is not kept', async () => {
  isAway = true
  const client = await logInAs(test.app, test.ours, 'patient')
  expect((await leave(client)).statusCode).toBe(204)
  const farewells = () =>
    test.query<{ recipient: string }>(test.ours, `select recipient from messages where template = 'account-deleted'`)
  expect(await farewells()).toHaveLength(1)
  await test.query(
    test.ours,
    `update messages set created_at = now() - interval '25 hours' where template = 'account-deleted'`,
  )
  await waitInHook(async () => expect(await farewells()).toEqual([]))
  expect(server.received).toEqual([])
})
