import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noDetails } from '../../contract/subjects/details.ts'
import { logInAs } from '../../tests/server/client.ts'
import { recordsPerPlace } from '../../tests/server/places.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { emailOf, userIdOf } from '../../tests/server/tenants.ts'

const path = '/users/my-details/data'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

describe('downloading one’s own data', () => {
  it('gives a patient their account, subjects, records, invites and messages', async () => {
    const { home, ward } = test.ours.places
    await test.query(
      test.ours,
      `insert into invites (tenant_id, id, organisation_id, group_id, email, lang, invited_by, expires_at)
       values ($1, gen_random_uuid(), $2, $3, $5, 'en', $4, now() + interval '1 day'),
         ($1, gen_random_uuid(), $2, $3, $6, 'en', $4, now() + interval '1 day')`,
      [test.ours.id, home.organisationId, home.groupId, userIdOf('group'), emailOf('patient'), 'other@people.test'],
    )
    await test.query(test.ours, `update tenants set subject_details = array['role']`)
    await test.query(
      test.ours,
      `insert into subject_details (tenant_id, subject_id, role, nhs_number) values ($1, $2, 'resident', '9434765919')`,
      [test.ours.id, home.subjectId],
    )
    const client = await logInAs(test.app, test.ours, 'patient')
    await client.post('/password-resets', { email: emailOf('patient') })
    const response = await client.get(path)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    })
    const data = response.json()
    expect(Object.keys(data)).toEqual([
      'madeAt',
      'account',
      'groups',
      'sessions',
      'invites',
      'subjects',
      'mergedSubjects',
      'testDrafts',
      'readingDrafts',
      'testRecords',
      'messages',
      'events',
    ])
    expect(data.account).toMatchObject({ id: userIdOf('patient'), email: emailOf('patient'), userType: 'patient' })
    expect(data.sessions).toHaveLength(1)
    expect(data.invites).toEqual([expect.objectContaining({ email: emailOf('patient'), state: 'pending' })])
    expect(data.subjects).toEqual([
      expect.objectContaining({
        email: home.subjectEmail,
        dateOfBirth: '1980-05-17',
        firstName: home.marker,
        // Also what the tenant does not keep any more.
        details: { ...noDetails, role: 'resident', nhsNumber: '9434765919' },
      }),
    ])
    // Data of a subject that was merged into theirs.
    expect(data.mergedSubjects).toContainEqual(
      expect.objectContaining({ mergedInto: home.subjectId, email: 'former-2@people.test' }),
    )
    expect(data.testRecords).toHaveLength(recordsPerPlace)
    expect(data.messages).toEqual([expect.objectContaining({ template: 'password-reset', state: 'waiting' })])
    expect(data.events.map(({ action }: { action: string }) => action)).toContain('session.login')
    const events = await test.query(
      test.ours,
      `select actor_id from audit_events where action = 'user.data-downloaded'`,
    )
    expect(events).toEqual([{ actor_id: userIdOf('patient') }])
    // Nothing of recorders and inviters, of other places or tenants, and no secret.
    for (const foreign of ['Recorder', emailOf('group'), 'other@people.test', ward.marker, test.theirs.marker]) {
      expect(response.body).not.toContain(foreign)
    }
    expect(response.body).not.toMatch(/argon2|hash/i)
  })

  it('shows patients the details that the tenant keeps of them, and audits that', async () => {
    const { home } = test.ours.places
    const client = await logInAs(test.app, test.ours, 'patient')
    const { data } = (await client.get('/users/my-details/subjects')).json()
    expect(data).toEqual([
      expect.objectContaining({
        id: home.subjectId,
        email: home.subjectEmail,
        details: { ...noDetails, role: 'resident' },
      }),
    ])
    const opened = await test.query(
      test.ours,
      `select resource_id from audit_events where action = 'subject.opened' and actor_id = $1`,
      [userIdOf('patient')],
    )
    expect(opened).toEqual([{ resource_id: home.subjectId }])
    const staff = await logInAs(test.app, test.ours, 'group')
    expect((await staff.get('/users/my-details/subjects')).json().data).toEqual([])
  })

  it('gives staff their own actions, and nothing about the patients that they see', async () => {
    const client = await logInAs(test.app, test.ours, 'group')
    const response = await client.get(path)
    const data = response.json()
    expect(data.groups).toEqual([
      { id: test.ours.places.home.groupId, name: expect.stringContaining(test.ours.places.home.marker) },
    ])
    expect(data.events.map(({ action }: { action: string }) => action)).toContain('session.login')
    expect([data.subjects, data.testRecords]).toEqual([[], []])
    expect(response.body).not.toContain(test.ours.places.home.subjectEmail)
  })

  it('reads as many pages as there are', async () => {
    const client = await logInAs(test.app, test.ours, 'tenant')
    await test.query(
      test.ours,
      `insert into audit_events (tenant_id, id, actor_id, action)
       select tenant_id, md5(n::text)::uuid, id, 'subject.opened' from users, generate_series(1, 1200) as n
       where tenant_id = $1 and id = $2`,
      [test.ours.id, userIdOf('tenant')],
    )
    const { events } = (await client.get(path)).json()
    const ids = events.map(({ id }: { id: string }) => id)
    expect(events.filter(({ action }: { action: string }) => action === 'subject.opened')).toHaveLength(1200)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
