import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { logInAs, visit, type Client } from '../testing/client.ts'
import { callEndpoint, callOf, endpointCalls } from '../testing/endpoint-calls.ts'
import { inviteCodesPerPlace, linkTokensPerPlace } from '../testing/places.ts'
import { endsItsCaller, logInAsSpare } from '../testing/spare-user.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { expectForeignIsUnknownUnlikeOwn, isOfOperators, valuesIn } from '../testing/walk-scope.ts'

const ofItsCaller = 'is about whoever calls it, and reads nothing that names anything else'
const ofTheTenant = 'is about the tenant of the host, and reads nothing that names anything else'
const ofSomethingNew = 'makes something new, of which nothing is there yet'

/** Endpoints whose calls refer to nothing stored, each with its reason. */
const namesNothing: Record<string, string> = {
  acceptTerms: ofItsCaller,
  checkInvite: ofSomethingNew,
  createOrganisation: ofSomethingNew,
  deleteMyAccount: ofItsCaller,
  discardTestDraft: ofItsCaller,
  downloadMyData: ofItsCaller,
  endMyOtherSessions: ofItsCaller,
  hideFirstSteps: ofItsCaller,
  exportAuditEvents:
    'exports the trail of its caller’s tenant, by a filter that names nothing; the list is asked by ids',
  getOperatorAccess: ofTheTenant,
  updateOperatorAccess: ofTheTenant,
  listOperatorEntries: ofTheTenant,
  getAuditChain: ofTheTenant,
  getDashboard: 'counts what its caller sees; the scope walk compares it with the list',
  watchDashboard: 'counts what its caller sees; the scope walk compares it with the list',
  getManifest: ofTheTenant,
  getMyDetails: ofItsCaller,
  getSitePreferences: ofTheTenant,
  getTenantId: ofTheTenant,
  getTestDraft: ofItsCaller,
  listCatalogue: 'says the same to everybody',
  takeFromCatalogue: 'takes what is offered to everybody',
  listMySessions: ofItsCaller,
  listOrganisations: 'lists what its caller sees, by a search that names nothing',
  listTestRuns: 'lists what its caller sees, and is asked for nothing',
  countTestRuns: 'counts what its caller sees',
  listUnreadTests: 'lists what its caller may read, and is asked for nothing',
  getAgreement: 'counts what its caller sees, by months',
  listUsCounties: 'says the same to everybody',
  logout: ofItsCaller,
  readPolicy: ofTheTenant,
  selfRegister: ofSomethingNew,
  startSession: ofItsCaller,
  openResult: 'opens by a token that no message of the walk has brought; deliveries.test.ts has those',
  updateMyDetails: ofItsCaller,
  updateMyEmail: ofItsCaller,
  updateMyLang: ofItsCaller,
  updateMyPassword: ofItsCaller,
  uploadAssayPicture: ofSomethingNew,
  uploadDeviceImage: ofSomethingNew,
}

/** Values for which an endpoint replies alike whether they exist or not, each with its reason. */
const sameForItsOwn: Record<string, Record<string, string>> = {
  listAssays: { organisationId: 'an assay may be used by every organisation, unless it says by which' },
  keepTestDraft: Object.fromEntries(
    ['assayId', 'groupId', 'organisationId', 'subjectId'].map((key) => [key, ofItsCaller]),
  ),
  noteListPrint: Object.fromEntries(
    ['groupId', 'organisationId'].map((key) => [key, 'it notes how a list was narrowed, and reads nothing by that']),
  ),
  requestPasswordReset: { username: 'the reply does not tell who has an account' },
  requestVerification: { username: 'the reply does not tell who has an account' },
  verifyResult: { testId: 'the reply does not tell which test IDs there are' },
}

let test: TestApp
let admin: Client
let visitor: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  visitor = await visit(test.app, test.ours)
})
afterAll(() => test.close())

it('every endpoint of the contract has a call, and every call an endpoint', () => {
  expect(Object.keys(endpointCalls).toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted())
})

/** No tenant's administrator may call the others, which the operator's tests walk. */
const ofTenants = endpoints.filter((endpoint) => !isOfOperators(endpoint))

describe.each(ofTenants)('$name', (endpoint) => {
  it('shows nothing of another tenant that has the same ids and emails', async () => {
    const call = callOf(endpoint, test.ours.places.home)
    const unfiltered = { ...call, query: undefined }
    for (const client of await clients(endpoint)) {
      const replies = [await callEndpoint(client, endpoint, call)]
      expect(replies[0]?.statusCode, replies[0]?.body).toBeOneOf(statusesOf(client))
      if (endpoint.method === 'GET') replies.push(await callEndpoint(client, endpoint, unfiltered))
      for (const { body } of replies) {
        expect(body).not.toContain(test.theirs.marker)
        // The trail contains ids that were requested in vain, and this file requests those of the other tenant.
        const shown = endpoint.name === 'exportAuditEvents' ? '' : body
        expect(shown).not.toContain(test.theirs.id)
      }
    }
  })

  it('replies alike for another tenant’s things and missing ones, and differently for its own', async () => {
    const places = { own: test.ours.places.home, foreign: test.theirs.places.unique }
    const told = new Set<string>()
    for (const client of await clients(endpoint)) {
      for (const key of await expectForeignIsUnknownUnlikeOwn(client, endpoint, places)) told.add(key)
    }
    const silent = Object.keys(sameForItsOwn[endpoint.name] ?? {})
    expect([...told].toSorted()).toEqual(
      valuesIn(endpoint, places.own)
        .filter((key) => !silent.includes(key))
        .toSorted(),
    )
  })
})

it('only known endpoints refer to nothing of a tenant', () => {
  const found = ofTenants.filter((endpoint) => valuesIn(endpoint, test.ours.places.home).length === 0)
  expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(namesNothing).toSorted())
})

it('the calls have sent statements of every kind, which are judged at the end of this file', () => {
  expect(test.statements.size).toBeGreaterThan(100)
})

/** The statuses of a valid call. */
function statusesOf(client: Client): number[] {
  return client === visitor ? [200, 201, 204, 401] : [200, 201, 204]
}

/** A tenant's administrator and a visitor; only one of them where the call changes its caller or works once. */
async function clients({ name }: Endpoint): Promise<Client[]> {
  if (name === 'login' || name === 'setPassword' || name === 'redeemInvite') return [await visit(test.app, test.ours)]
  if (endsItsCaller.has(name)) return [await logInAsSpare(test, test.ours, 'tenant')]
  return [admin, visitor]
}

it('no call has changed the other tenant', async () => {
  const tables = await test.query<{ name: string }>(
    test.theirs,
    `select c.oid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'tenant_id' and c.relkind = 'r' and c.relname <> 'tenant_addresses'`,
  )
  expect(tables.length).toBeGreaterThan(10)
  const counted: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await test.query<{ count: string }>(test.theirs, `select count(*) from ${name}`)
    counted[name] = Number(row?.count)
  }
  expect(counted).toEqual(untouched)
})

/** Expected rows of a test tenant's four places, by table. */
const untouched: Record<string, number> = {
  tenant_permissions: 7,
  tenant_logos: 2,
  tenant_logo_wishes: 1,
  // Rows of both tenants, because this test reads the table as its owner.
  tenant_directory: 2,
  known_operators: 4,
  operator_requests: 4,
  operator_entries: 4,
  policy_versions: 1,
  organisations: 3,
  organisation_words: 9,
  groups: 4,
  group_words: 12,
  users: 23,
  user_groups: 14,
  user_words: 155,
  sessions: 0,
  browsers: 0,
  throttle_counters: 0,
  refusal_counts: 0,
  audit_events: 4,
  audit_verifications: 0,
  idempotency_keys: 0,
  tokens: 4 * (linkTokensPerPlace + 3),
  messages: 0,
  message_counts: 0,
  development_mail: 0,
  invites: 4 * (inviteCodesPerPlace + 1),
  invite_codes: 4 * inviteCodesPerPlace,
  // Five words per email, and four for one email in each place.
  invite_words: 4 * (7 * (inviteCodesPerPlace + 1) - 2),
  assays: 5,
  assay_versions: 5,
  assay_words: 27,
  assay_pictures: 2,
  assay_organisation_meanings: 2,
  catalogue_entries: 0,
  subjects: 12,
  subject_identities: 4,
  subject_groups: 4,
  subject_words: 20,
  merged_subjects: 8,
  subject_merges: 8,
  device_images: 4,
  test_records: 20,
  // Voided records have no deltas.
  record_deltas: 16,
  record_quarters: 0,
  record_facets: 0,
  test_runs: 8,
  test_record_versions: 0,
  second_readings: 4,
  verification_keys: 0,
  deliveries: 0,
  test_drafts: 0,
  test_run_drafts: 0,
  account_deletions: 0,
  export_turns: 0,
  // Rows of all tenants: three rounds for each.
  tenant_limits: 1,
  tenant_turns: 6,
}
