import { randomUUID } from 'node:crypto'
import type { Bundle, DiagnosticReport, Patient, Resource } from '@medplum/fhirtypes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fhirBase } from '../../contract/fhir/served.ts'
import { sealAudit } from '../audit/service.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { makeMachine, type Machine } from '../../tests/server/machines.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { password } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { madeEarlier } from '../../tests/server/rows.ts'

let test: TestApp
let admin: Client
let machine: Machine

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  machine = await makeMachine(admin, test.ours)
})
afterAll(() => test.close())

const ask = (path: string, query: Record<string, string | string[]> = {}, client: Client = machine) =>
  client.get(`${fhirBase}/${path}`, query)

async function idsOf(path: string, query: Record<string, string | string[]> = {}, client: Client = machine) {
  const response = await ask(path, query, client)
  expect(response.statusCode, response.body).toBe(200)
  return (response.json<Bundle>().entry ?? []).map(({ resource }) => resource?.id ?? '')
}

async function lines<R extends Resource>(type: string, query: Record<string, string> = {}): Promise<R[]> {
  const response = await ask(`$export/${type}`, query)
  expect(response.statusCode, response.body).toBe(200)
  return response.body
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as R)
}

async function record(): Promise<string> {
  const made = await admin.post('/test-records', newRecordAt(test.ours.places.home))
  expect(made.statusCode, made.body).toBe(201)
  return made.json().data.id
}

describe('a search', () => {
  it.each([
    ['_count', '-5'],
    ['_count', '1e3'],
    ['_count', ['5', '6']],
    ['_id', ['a', 'b']],
    ['_id', `${'a,'.repeat(1000)}a`],
    ['_id', "x' or true"],
    ['date', 'ne2026'],
    ['date', 'ap2026'],
    ['date', '2026-02-30'],
    ['date', '2026-01-01T24:61'],
    ['date', ''],
    ['date', Array.from({ length: 11 }, () => 'ge2026')],
    ['code', "x|y|z'"],
    ['status', 'final,'],
    ['cursor', 'AAAA'],
    ['cursor', '\u0000'],
    ['group', '*'],
  ])('with %s=%s is refused in words of FHIR', async (name, value) => {
    const response = await ask('Observation', { [name]: value })
    expect([response.statusCode, response.json().resourceType]).toEqual([422, 'OperationOutcome'])
  })

  it('for more than a page holds gets a page', async () => {
    const ids = await idsOf('DiagnosticReport', { _count: '1000' })
    expect(ids.length).toBeGreaterThan(3)
    expect(ids).toEqual(await idsOf('DiagnosticReport', { _count: '100' }))
  })

  it('for things of another tenant or of other places finds nothing', async () => {
    const { unique } = test.theirs.places
    const queries: Record<string, string>[] = [
      { _id: unique.recordId },
      { subject: unique.subjectId },
      { group: unique.groupId },
      { subject: `Patient/${randomUUID()}` },
    ]
    for (const query of queries) {
      expect([query, await idsOf('DiagnosticReport', query)]).toEqual([query, []])
    }
    expect(await idsOf('Patient', { _id: unique.subjectId })).toEqual([])
    expect(await idsOf('Patient', { group: unique.groupId })).toEqual([])
    expect(await idsOf('Organization', { _id: unique.groupId })).toEqual([])
    const clinical = await logInAs(test.app, test.ours, 'clinical')
    const { away } = test.ours.places
    expect(await idsOf('DiagnosticReport', { _id: away.recordId }, clinical)).toEqual([])
    expect(await idsOf('DiagnosticReport', { subject: away.subjectId }, clinical)).toEqual([])
    expect(await idsOf('Location', { _id: away.groupId }, clinical)).toEqual([])
  })

  it('by the id of a line finds that line alone, and by that of a record no line', async () => {
    const { recordId } = test.ours.places.home
    expect(await idsOf('Observation', { _id: `${recordId}.1` })).toEqual([`${recordId}.1`])
    expect(await idsOf('Observation', { _id: `${recordId}.2,${recordId}` })).toEqual([])
    expect(await idsOf('DiagnosticReport', { _id: `${recordId}.1` })).toEqual([])
  })

  it('reads nothing more of its pages once its token was revoked', async () => {
    const other = await makeMachine(admin, test.ours, { name: 'Other' })
    const first = (await ask('DiagnosticReport', { _count: '2' }, other)).json<Bundle>()
    const next = new URL(first.link?.find(({ relation }) => relation === 'next')?.url ?? '')
    expect(next.host).toBe(test.ours.host)
    await admin.put(`/api-tokens/${other.id}/revoke`)
    const response = await ask('DiagnosticReport', Object.fromEntries(next.searchParams), other)
    expect([response.statusCode, response.json().resourceType]).toEqual([401, 'OperationOutcome'])
  })

  const opened = async () =>
    (await test.query(test.ours, `select from audit_events where action = 'subject.opened'`)).length

  it('without its body is audited as well', async () => {
    const before = await opened()
    const headers = { host: test.ours.host, ...machine.credentials() }
    const response = await test.app.inject({ method: 'HEAD', url: `${fhirBase}/Patient`, headers })
    expect([response.statusCode, response.body]).toEqual([200, ''])
    expect(await opened()).toBeGreaterThan(before)
  })

  it.each([
    ['POST', 'Patient'],
    ['DELETE', 'Patient'],
    ['GET', 'Patient/_history'],
    ['GET', '$everything'],
    ['GET', 'Bundle'],
  ] as const)('by %s %s is refused in words of FHIR', async (method, path) => {
    const before = await opened()
    const response = await machine.send(method, `${fhirBase}/${path}`)
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      404,
      'application/fhir+json; charset=utf-8',
    ])
    expect(await opened()).toBe(before)
  })
})

describe('an export since a time', () => {
  it('has what began before that time and was committed after it', async () => {
    await sealAudit(test.door)
    const since = new Date().toISOString()
    const [late, next] = [await record(), await record()]
    // Its transaction began two seconds before, so its event comes first when both are sealed.
    await test.query(
      test.ours,
      `update audit_events set occurred_at = $1::timestamptz - interval '2 seconds' where resource_id = $2`,
      [since, late],
    )
    await sealAudit(test.door)
    const ids = (await lines<DiagnosticReport>('DiagnosticReport', { _since: since })).map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([late, next]))
  })

  it('has the tests of a person who was erased since, without them', async () => {
    const { home } = test.ours.places
    const patient = await logInAs(test.app, test.ours, 'patient')
    await test.query(
      test.ours,
      `update audit_events set ${madeEarlier('occurred_at', "interval '1 day'")} where position is null`,
    )
    await sealAudit(test.door)
    const since = new Date().toISOString()
    const deleted = await patient.put('/users/my-details/delete', {
      currentPassword: password,
      reason: 'no-longer-required',
      reasonText: null,
    })
    expect(deleted.statusCode, deleted.body).toBe(204)
    await sealAudit(test.door)
    const changed = await lines<DiagnosticReport>('DiagnosticReport', { _since: since })
    const own = changed.filter(({ id }) => id === home.recordId)
    expect(own.map(({ subject }) => subject)).toEqual([{ display: 'Anonymized' }])
    expect(JSON.stringify(changed)).not.toContain(`Patient/${home.subjectId}`)
    expect((await lines<Patient>('Patient')).map(({ id }) => id)).not.toContain(home.subjectId)
    expect((await ask(`Patient/${home.subjectId}`)).statusCode).toBe(404)
  })
})
