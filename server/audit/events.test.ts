import { parse } from 'csv-parse/sync'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEventDetail, AuditEventItem } from '../../contract/audit/endpoints.ts'
import { harmless } from '../../contract/rules/csv.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { hostileCells } from '../../tests/server/hostile-values.ts'
import { userIdOf } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

/** An event of our tenant to insert; times are minutes after the beginning. */
interface Made {
  minute: number
  actor?: string | null
  action: string
  outcome?: 'done' | 'refused'
  type?: string
  resource?: string
  details?: object
}

const beginning = Date.parse('2026-03-01T12:00:00Z')
const at = (minute: number) => new Date(beginning + minute * 60_000).toISOString()
const [group, clinical] = [userIdOf('group'), userIdOf('clinical')]
let events: Made[]

beforeAll(async () => {
  test = await startTestApp()
  const { home, away } = test.ours.places
  events = [
    { minute: 0, actor: null, action: 'session.login', outcome: 'refused', details: { code: 'wrong-credentials' } },
    { minute: 1, actor: group, action: 'session.login' },
    { minute: 2, actor: group, action: 'group.changed', type: 'group', resource: home.groupId },
    { minute: 3, actor: group, action: 'group.changed', outcome: 'refused', type: 'group', resource: away.groupId },
    { minute: 4, actor: clinical, action: 'session.login' },
    { minute: 5, actor: clinical, action: 'test-record.opened', type: 'test-record', resource: home.recordId },
    { minute: 6, actor: clinical, action: 'listUsers', outcome: 'refused' },
    { minute: 7, actor: clinical, action: 'session.logout' },
    { minute: 8, actor: group, action: 'user.suspended', type: 'user', resource: home.staffId },
  ]
  for (const tenant of [test.ours, test.theirs]) {
    await test.query(tenant, 'delete from audit_events')
    for (const made of events) await insertEvent(tenant, made)
  }
  admin = await logInAs(test.app, test.ours, 'tenant')
  await test.query(test.ours, `delete from audit_events where action = 'session.login' and actor_id = $1`, [
    userIdOf('tenant'),
  ])
})
afterAll(() => test.close())

async function insertEvent(tenant: TestApp['ours'], made: Made): Promise<string> {
  const { minute, actor = group, action, outcome = 'done', type = null, resource = null, details } = made
  const id = newId()
  await test.query(
    tenant,
    `insert into audit_events (tenant_id, id, occurred_at, actor_id, action, outcome, resource_type, resource_id, details)
     values (current_tenant(), $1, $2::timestamptz + interval '7 microseconds', $3, $4, $5, $6, $7, $8)`,
    [id, at(minute), actor, action, outcome, type, resource, details && JSON.stringify(details)],
  )
  return id
}

async function list(query: Record<string, string> = {}) {
  const response = await admin.get('/audit-events', { per_page: '100', ...query })
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ data: AuditEventItem[]; page: { total: number; next: string | null } }>()
}

/** Returns the minutes of the listed events, in order. */
async function minutes(query: Record<string, string> = {}): Promise<number[]> {
  const { data, page } = await list(query)
  expect(page.total).toBe(data.length)
  return data.map(({ at }) => (Date.parse(at) - beginning) / 60_000)
}

describe('the list', () => {
  const all = [8, 7, 6, 5, 4, 3, 2, 1, 0]

  it('holds the events of the tenant alone, the newest or the oldest first', async () => {
    expect(await minutes()).toEqual(all)
    expect(await minutes({ sort: 'at' })).toEqual(all.toReversed())
  })

  it.each<[Record<string, string>, number[]]>([
    [{ actor_id: group }, [8, 3, 2, 1]],
    [{ action: 'session.login' }, [4, 1, 0]],
    [{ action: 'listUsers' }, [6]],
    [{ resource_type: 'group' }, [3, 2]],
    [{ outcome: 'refused' }, [6, 3, 0]],
    [{ outcome: 'done' }, [8, 7, 5, 4, 2, 1]],
    [{ from: at(2), to: at(4) }, [4, 3, 2]],
    [{ actor_id: clinical, outcome: 'refused' }, [6]],
    [{ actor_id: group, action: 'group.changed' }, [3, 2]],
    [{ actor_id: group, resource_type: 'group', outcome: 'done' }, [2]],
    [{ action: 'session.login', outcome: 'done', from: at(2) }, [4]],
    [{ action: 'session.login', resource_type: 'group' }, []],
    [{ actor_id: '0190a000-0000-7fff-8000-00000000000a' }, []],
  ])('can be filtered by %j', async (query, expected) => {
    expect(await minutes(query)).toEqual(expected)
    expect(await minutes({ ...query, sort: 'at' })).toEqual(expected.toReversed())
  })

  it('can be filtered by a resource and by more', async () => {
    const { home } = test.ours.places
    expect(await minutes({ resource_id: home.groupId })).toEqual([2])
    expect(await minutes({ resource_id: home.groupId, actor_id: clinical })).toEqual([])
    expect(await minutes({ resource_id: home.groupId, action: 'group.changed', outcome: 'done' })).toEqual([2])
  })

  it.each<Record<string, string>>([{}, { actor_id: group }])(
    'pages through all of %j without gaps or duplicates',
    async (query) => {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const { data, page } = await list({ ...query, per_page: '5', ...(cursor && { cursor }) })
        found.push(...data.map(({ id }) => id))
        cursor = page.next ?? undefined
      } while (cursor !== undefined)
      expect(found).toEqual((await list(query)).data.map(({ id }) => id))
    },
  )

  it('is closed to users who are bound to a place, whatever their permissions', async () => {
    await test.query(
      test.ours,
      `update tenant_permissions set permissions = permissions || '{view-audit}' where user_type = 'organisation'`,
    )
    const organisation = await logInAs(test.app, test.ours, 'organisation')
    expect((await organisation.get('/audit-events')).statusCode).toBe(403)
  })

  it('shows current names, and none for erased people', async () => {
    const { marker, places } = test.ours
    const [suspended] = (await list({ action: 'user.suspended' })).data
    expect(suspended).toMatchObject({
      actor: { id: group, name: `${marker} group`, isOperator: false, isMachine: false },
      resource: { type: 'user', id: places.home.staffId },
    })
    expect(suspended?.resource?.name).toContain(marker)
    expect((await list({ action: 'test-record.opened' })).data[0]?.resource?.name).toBe(places.home.testId)
    expect((await list({ outcome: 'refused', sort: 'at' })).data[0]).toMatchObject({ actor: null, resource: null })

    const leaver = await logInAs(test.app, test.ours, 'provider')
    const { statusCode } = await leaver.send('PUT', '/users/my-details/delete', {
      body: { currentPassword: 'Lateral-Flow-2026', reason: 'no-longer-required', reasonText: null },
    })
    expect(statusCode).toBe(204)
    const [left] = (await list({ action: 'user.deleted' })).data
    expect(left).toMatchObject({
      actor: { id: userIdOf('provider'), name: null, isOperator: false, isMachine: false },
      resource: { name: null },
    })
  })
})

describe('the export', () => {
  it('holds what the filter finds, in the reader’s words and order, and is audited itself', async () => {
    const { home } = test.ours.places
    const response = await admin.get('/audit-events/export', { actor_id: group, resource_type: 'group', sort: 'at' })
    expect(response.headers['content-disposition']).toContain('audit-trail-')
    const [header, done, refused, ...others] = response.body.trimEnd().split('\r\n')
    expect(header).toContain('"When (UTC)","Who"')
    expect(done).toContain(
      `"${at(2)}","${test.ours.marker} group","${group}","Changed a group","group.changed","Done","Group"`,
    )
    expect(done).toContain(home.groupId)
    expect(refused).toContain('"Tried to change a group","group.changed","Refused"')
    expect(others).toEqual([])
    const [kept] = await test.query<{ details: object }>(
      test.ours,
      `select details from audit_events where action = 'audit.exported'`,
    )
    expect(kept?.details).toEqual({ filter: { actor_id: group, resource_type: 'group', sort: 'at' }, rows: 2 })
  })

  it('is safe for spreadsheets and names nobody who was erased', async () => {
    await insertEvent(test.ours, { minute: 30, action: '=1+1', actor: '0190a000-0000-7fff-8000-00000000000a' })
    const { body } = await admin.get('/audit-events/export', { from: at(30) })
    expect(body).toContain(`"'=1+1"`)
    expect(body).toContain('"Anonymized","0190a000-0000-7fff-8000-00000000000a"')
    await test.query(test.ours, `delete from audit_events where action = '=1+1'`)
  })

  it('keeps hostile names in their columns, guarded against spreadsheets', async () => {
    const [{ name } = { name: '' }] = await test.query<{ name: string }>(
      test.ours,
      'select full_name as name from users where id = $1',
      [group],
    )
    for (const text of hostileCells) {
      await test.query(test.ours, 'update users set full_name = $1 where id = $2', [text, group])
      const { body } = await admin.get('/audit-events/export', { from: at(8), to: at(9) })
      const [header = [], row = []]: string[][] = parse(body, { bom: true, record_delimiter: '\r\n' })
      expect(row).toHaveLength(header.length)
      expect(row[1]).toBe(harmless(text))
    }
    await test.query(test.ours, 'update users set full_name = $1 where id = $2', [name, group])
  })

  it('is open only to users who may read the trail', async () => {
    const other = await logInAs(test.app, test.ours, 'group')
    expect((await other.get('/audit-events/export')).statusCode).toBe(403)
  })
})

describe('subjects', () => {
  const named = async () => (await list({ action: 'subject.opened' })).data[0]?.resource
  const setPermissions = (change: string) =>
    test.query(test.ours, `update tenant_permissions set permissions = ${change} where user_type = 'tenant'`)
  let event: string
  let merged: string

  beforeAll(async () => {
    const { home, away } = test.ours.places
    event = await insertEvent(test.ours, {
      minute: 40,
      action: 'subject.opened',
      type: 'subject',
      resource: home.subjectId,
    })
    const details = { keptSubjectId: home.subjectId, mergedSubjectId: away.subjectId, testRecordId: home.recordId }
    merged = await insertEvent(test.ours, { minute: 41, action: 'subject.merged', details })
  })
  afterAll(() => test.query(test.ours, 'delete from audit_events where id = any($1)', [[event, merged]]))

  it('have names for readers who see them in their list', async () => {
    const { home, away } = test.ours.places
    const { data } = (await admin.get(`/subjects/${home.subjectId}`)).json()
    const name = `${data.firstName} ${data.lastName}`
    expect(await named()).toEqual({ type: 'subject', id: home.subjectId, name })
    const { data: found } = (await admin.get(`/audit-events/${merged}`)).json<{ data: AuditEventDetail }>()
    expect(found.names).toContainEqual({ id: home.subjectId, name })
    expect(found.names).toContainEqual({ id: home.recordId, name: home.testId })
    expect(found.names.map(({ id }) => id)).toContain(away.subjectId)
  })

  it('have no name for readers who may not see them, nor in a file', async () => {
    const { home } = test.ours.places
    await setPermissions(`array_remove(permissions, 'view-subjects')`)
    expect(await named()).toEqual({ type: 'subject', id: home.subjectId, name: null })
    const { data: found } = (await admin.get(`/audit-events/${merged}`)).json<{ data: AuditEventDetail }>()
    expect(found.names).toEqual([{ id: home.recordId, name: home.testId }])
    await setPermissions(`array_append(permissions, 'view-subjects')`)
    const { name } = (await named()) ?? {}
    const { body } = await admin.get('/audit-events/export', { action: 'subject.opened' })
    expect(body).toContain(home.subjectId)
    expect(body).not.toContain(name)
  })
})

describe('one event', () => {
  const find = async (id: string) => (await admin.get(`/audit-events/${id}`)).json<{ data: AuditEventDetail }>().data

  it('has each field before and after the change, and the names of its ids', async () => {
    const { home, away } = test.ours.places
    const id = await insertEvent(test.ours, {
      minute: 20,
      action: 'user.changed',
      type: 'user',
      resource: home.staffId,
      details: {
        from: { userType: 'clinical', organisationId: home.organisationId, groupIds: [home.groupId], lang: 'en' },
        to: { userType: 'provider', organisationId: away.organisationId, groupIds: [], lang: 'en' },
        isRenamed: true,
      },
    })
    const { changes, facts, names, position } = await find(id)
    // PostgreSQL orders the keys of a jsonb object by length.
    expect(changes).toEqual([
      { field: 'fullName', from: null, to: null, isHidden: true },
      { field: 'groupIds', from: [home.groupId], to: [], isHidden: false },
      { field: 'userType', from: 'clinical', to: 'provider', isHidden: false },
      { field: 'organisationId', from: home.organisationId, to: away.organisationId, isHidden: false },
    ])
    expect(facts).toEqual([])
    expect(position).toBeNull()
    expect(names.map((named) => named.id).toSorted()).toEqual(
      [home.organisationId, away.organisationId, home.groupId].toSorted(),
    )
    expect(names.every(({ name }) => name.includes(test.ours.marker))).toBe(true)
    const nameOf = (wanted: string) => names.find((named) => named.id === wanted)?.name
    // Groups of different organisations may share a name, so the organisation follows.
    expect(nameOf(home.groupId)).toMatch(new RegExp(`, ${nameOf(home.organisationId)}$`))
  })

  it('has every other detail by name, and nested ones by path', async () => {
    const details = { filter: { from: at(0), result: 'positive' }, rows: 12, endedEarly: undefined }
    const id = await insertEvent(test.ours, { minute: 21, action: 'test-record.exported', details })
    expect((await find(id)).facts).toEqual([
      { field: 'rows', value: 12 },
      { field: 'filter.from', value: at(0) },
      { field: 'filter.result', value: 'positive' },
    ])
  })

  it('names the field of an action that changes a single one', async () => {
    const id = await insertEvent(test.ours, { minute: 22, action: 'user.lang', details: { from: 'en', to: 'es' } })
    expect((await find(id)).changes).toEqual([{ field: 'lang', from: 'en', to: 'es', isHidden: false }])
  })

  it('answers 404 for an event of another tenant', async () => {
    const id = await insertEvent(test.theirs, { minute: 23, action: 'session.login' })
    expect((await admin.get(`/audit-events/${id}`)).statusCode).toBe(404)
  })
})
