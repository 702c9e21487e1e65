import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenPermissions } from '../../contract/api-tokens/rights.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { meets } from '../../contract/permissions/rules.ts'
import { logInAs, type Client, type TestResponse } from '../server/client.ts'
import { callEndpoint, callOf, pathOf } from './endpoint-calls.ts'
import { makeMachine, type Machine } from '../server/machines.ts'
import { callers } from './noun-walks.ts'
import { ownAndOneForeign } from '../server/own-permissions.ts'
import { startTestApp, type TestApp } from '../server/test-app.ts'
import { walks } from './walks.ts'

let test: TestApp
let admin: Client
let machine: Machine

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  machine = await makeMachine(admin, test.ours)
})
afterAll(() => test.close())

/** The reviewed list of what tokens may call. All else, what new endpoints do included, is closed to them. */
const open = [
  // Tests, with their photos, and those in progress
  'listTestRecords',
  'getTestRecord',
  'exportTestRecords',
  'recordTest',
  'correctTest',
  'voidTest',
  'listTestRecordHistory',
  'uploadDeviceImage',
  'getDeviceImage',
  'listTestRuns',
  'getTestRun',
  'startTestRun',
  'finishTestRun',
  'cancelTestRun',
  // What the tests are of
  'listSubjects',
  'lookUpSubject',
  'createSubject',
  'getSubject',
  'listAssays',
  'getAssay',
  'getAssayForRecording',
  'listOrganisations',
  'getOrganisation',
  'listGroups',
  'getGroup',
  // Patients
  'listInvites',
  'createInvite',
  'checkInvite',
  'resendInvite',
  'revokeInvite',
  // Figures
  'getDashboardTrend',
  'getMonthlyReport',
  'getDataValueSet',
  'getDashboardHours',
  'getDashboardGroups',
  'getDashboardAssays',
  'getDashboardLots',
  // FHIR
  'getFhirCapabilities',
  'searchFhirPatients',
  'readFhirPatient',
  'searchFhirOrganizations',
  'readFhirOrganization',
  'searchFhirLocations',
  'readFhirLocation',
  'searchFhirRecords',
  'readFhirRecord',
  'readFhirDocument',
  'exportFhir',
  // The audit trail
  'listAuditEvents',
  'exportAuditEvents',
  'getAuditEvent',
  'getAuditChain',
]

it('tokens may call exactly what was reviewed', () => {
  const declared = endpoints.filter(({ forTokens }) => forTokens).map(({ name }) => name)
  expect(declared.toSorted()).toEqual(open.toSorted())
})

const tenantColumn = callers.indexOf('tenant')

describe('a token with every permission', () => {
  it.each(endpoints)('gets from $name what an administrator gets, or nothing', async (endpoint) => {
    const response = await callEndpoint(machine, endpoint, callOf(endpoint, test.ours.places.home))
    const expected = endpoint.forTokens ? walks.statuses[endpoint.name]?.[tenantColumn] : 403
    expect(response.statusCode, response.body).toBe(expected)
    expect(response.cookies).toEqual([])
  })

  it.each(endpoints)('gets nothing from $name at the host of another tenant', async (endpoint) => {
    const elsewhere = machine.copy(test.app, test.theirs.host)
    const response = await callEndpoint(elsewhere, endpoint, callOf(endpoint, test.theirs.places.home))
    const told = [response.statusCode, codeOf(response), response.headers['www-authenticate']]
    const isOfVisitors = endpoint.requires === 'anyone' && !endpoint.forTokens
    expect(told).toEqual(
      isOfVisitors ? [403, 'forbidden', undefined] : [401, 'unauthenticated', 'Bearer error="invalid_token"'],
    )
  })

  it.each(endpoints)('is refused by $name together with a session', async (endpoint) => {
    const both = admin.copy()
    const { headers, ...call } = callOf(endpoint, test.ours.places.home)
    const response = await both.send(endpoint.method, addressOf(endpoint, call.params), {
      ...call,
      headers: { ...headers, authorization: `Bearer ${machine.secret}` },
    })
    expect([response.statusCode, codeOf(response)]).toEqual([400, 'bad-request'])
  })
})

/** The code of a refusal, which FHIR has in the details of its issue. */
function codeOf(response: TestResponse): string {
  const { code, issue } = response.json()
  return code ?? issue[0].details.coding[0].code
}

function addressOf(endpoint: Endpoint, params: Record<string, string> = {}): string {
  return pathOf(endpoint).replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
}

it('the declared requirement of an endpoint decides for tokens with a single permission', async () => {
  const guarded = endpoints.filter(({ forTokens, requires }) => forTokens && typeof requires !== 'string')
  const needs: Partial<Record<string, 'view-tests' | 'view-invites'>> = {
    'correct-tests': 'view-tests',
    'export-tests': 'view-tests',
    'invite-patients': 'view-invites',
  }
  const tried = ownAndOneForeign(guarded, tokenPermissions, 'tenant')
  for (const permission of tokenPermissions) {
    const called = tried.filter((each) => each.permissions.includes(permission)).map(({ endpoint }) => endpoint)
    const needed = needs[permission]
    const permissions = needed === undefined ? [permission] : [needed, permission]
    const one = await makeMachine(admin, test.ours, { permissions })
    const holder = { userType: 'tenant', permissions, features: [] } as const
    const declared = called.filter(({ requires }) => !meets(requires, holder)).map(({ name }) => name)
    const refused: string[] = []
    for (const endpoint of called) {
      const { statusCode } = await callEndpoint(one, endpoint, callOf(endpoint, test.ours.places.home))
      if (statusCode === 403) refused.push(endpoint.name)
    }
    expect([permission, refused]).toEqual([permission, declared])
  }
})
