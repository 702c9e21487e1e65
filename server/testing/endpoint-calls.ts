import type { Endpoint } from '../../contract/endpoint.ts'
import type { Client, Sent, TestResponse } from './client.ts'
import type { Place } from './places.ts'
import { password } from './tenants.ts'
import { newAssay } from './new-assay.ts'
import { newDraftAt } from './new-draft.ts'
import { newRecordAt } from './new-record.ts'
import { multipart, tinyPng } from './uploads.ts'

/** A call of an endpoint about a place that succeeds for a user with permission. */
interface Call extends Sent {
  params?: Record<string, string>
}

let unused = 0
/** Returns a new number each time, so that a call can be repeated. */
const next = (): number => (unused += 1)

let usedLinks = 0
const nextLink = (): number => (usedLinks += 1)

let usedCodes = 0
const nextCode = (): string => String((usedCodes += 1)).padStart(4, '0')

/** The filter of charts. */
const chartOf = ({ organisationId, groupId }: Place) => ({ organisation_id: organisationId, group_id: groupId })

const filter = ({ organisationId, groupId, subjectId, testId }: Place) => ({
  from: '2026-01-01T00:00:00Z',
  to: '2026-12-31T23:59:59.999Z',
  organisation_id: organisationId,
  group_id: groupId,
  subject_id: subjectId,
  search: testId,
})

/**
 * One valid call per endpoint, about a place. The walks also make it with other users' places. An endpoint without an
 * entry fails the tests.
 */
export const endpointCalls: Record<string, (place: Place) => Call> = {
  startSession: () => ({}),
  login: ({ username }) => ({ body: { username, password } }),
  logout: () => ({}),
  requestPasswordReset: ({ username }) => ({ body: { email: username } }),
  setPassword: ({ username, linkToken }) => ({
    body: { token: `${linkToken}-${nextLink()}`, email: username, password },
  }),
  selfRegister: () => ({
    body: {
      fullName: 'Rosa Quill',
      email: `new-${next()}@people.test`,
      password: 'Copper-Lantern-48',
      dateOfBirth: '1990-01-31',
      country: 'GB',
      mobile: { country: 'GB', number: '07400 123456' },
      lang: 'en',
      termsAccepted: true,
    },
  }),
  openRegistrationLink: ({ linkToken }) => ({ query: { id: `verify-registration-${linkToken}` } }),
  verifyRegistration: ({ linkToken }) => ({ body: { id: `verify-registration-${linkToken}` } }),
  openEmailLink: ({ linkToken }) => ({ query: { id: `verify-email-${linkToken}` } }),
  verifyEmail: ({ linkToken }) => ({ body: { id: `verify-email-${linkToken}` } }),
  verifyInvitation: ({ linkToken }) => ({ query: { id: `set-up-${linkToken}` } }),
  requestVerification: ({ username }) => ({ body: { email: username } }),
  getTenantId: () => ({}),
  getSitePreferences: () => ({}),
  // Tenants are managed in the operator's tenant, which has no place here, so no id refers to one.
  listTenants: () => ({ query: { search: '', status: 'active', sort: '-name', per_page: '100' } }),
  createTenant: () => ({
    body: {
      name: `New tenant ${next()}`,
      slug: `new-tenant-${next()}`,
      country: 'GB',
      language: 'en_GB',
      kind: 'human',
      fullName: 'Nora Quill',
      email: 'nora@tenant.test',
    },
  }),
  getTenantFacts: ({ organisationId }) => ({ params: { id: organisationId } }),
  suspendTenant: ({ organisationId }) => ({ params: { id: organisationId }, body: { statusDetails: 'Moved' } }),
  reactivateTenant: ({ organisationId }) => ({ params: { id: organisationId } }),
  enterTenant: ({ organisationId }) => ({
    params: { id: organisationId },
    body: { reason: 'A record of somebody looks wrong' },
  }),
  askToEnter: ({ organisationId }) => ({
    params: { id: organisationId },
    body: { reason: 'A record of somebody looks wrong' },
  }),
  leaveTenant: () => ({}),
  getOperatorAccess: () => ({}),
  updateOperatorAccess: () => ({ body: { mayEnter: true } }),
  grantEntry: ({ operatorRequestId }) => ({ params: { id: operatorRequestId }, body: { hours: 2 } }),
  refuseEntry: ({ operatorRequestId }) => ({ params: { id: operatorRequestId } }),
  listOperatorEntries: () => ({ query: { per_page: '100' } }),
  endEntry: ({ operatorEntryId }) => ({ params: { id: operatorEntryId } }),
  listTenantHistory: ({ organisationId }) => ({ params: { id: organisationId }, query: { per_page: '100' } }),
  getTenant: ({ tenantId }) => ({ params: { id: tenantId } }),
  // Can be repeated, because equal values make no new version.
  changeTenant: ({ tenantId }) => ({ params: { id: tenantId }, body: { sessionIdleMinutes: 15 } }),
  getTenantUse: ({ tenantId }) => ({ params: { id: tenantId } }),
  checkTenantDomain: ({ tenantId, host }) => ({ params: { id: tenantId }, body: { domain: host } }),
  getLogo: ({ tenantId }) => ({ params: { id: tenantId, name: 'light' } }),
  putLogo: ({ tenantId }) => ({
    params: { id: tenantId, name: 'dark' },
    ...multipart([{ name: 'file', filename: 'logo.png', type: 'image/png', content: tinyPng }]),
  }),
  getManifest: () => ({}),
  removeLogo: ({ tenantId }) => ({ params: { id: tenantId, name: 'icon' } }),
  readPolicy: () => ({ params: { name: 'eula' }, query: { lang: 'en_GB' } }),
  listPolicies: ({ tenantId }) => ({ params: { id: tenantId } }),
  getPolicy: ({ tenantId }) => ({ params: { id: tenantId, name: 'eula' } }),
  publishPolicy: ({ tenantId }) => ({
    params: { id: tenantId, name: 'cookie-policy' },
    body: { texts: { en_GB: `Cookies ${next()}` }, asksAgain: false },
  }),
  listPolicyVersions: ({ tenantId }) => ({ params: { id: tenantId, name: 'eula' } }),
  getPolicyVersion: ({ tenantId }) => ({ params: { id: tenantId, name: 'eula', version: '1' } }),
  getPermissions: ({ tenantId }) => ({ params: { id: tenantId } }),
  // Changes no type, so that the walked users keep their permissions.
  changePermissions: ({ tenantId }) => ({ params: { id: tenantId }, body: {} }),
  getMyDetails: () => ({}),
  updateMyDetails: () => ({ body: { fullName: 'Changed Name', mobile: { country: 'GB', number: '07400 123456' } } }),
  updateMyLang: () => ({ body: { lang: 'en' } }),
  acceptTerms: () => ({ body: { accepted: true } }),
  updateMyPassword: () => ({ body: { currentPassword: password, password } }),
  updateMyEmail: () => ({ body: { currentPassword: password, email: `new-${next()}@people.test` } }),
  downloadMyData: () => ({}),
  deleteMyAccount: () => ({ body: { currentPassword: password, reason: 'other', reasonText: 'Moved away' } }),
  listMySessions: () => ({}),
  endMyOtherSessions: () => ({}),
  listUsers: ({ organisationId, groupId }) => ({
    query: { organisation_id: organisationId, group_id: groupId, search: '', sort: 'email', per_page: '100' },
  }),
  createUser: ({ organisationId, groupId }) => ({
    body: {
      email: `new-${next()}@staff.test`,
      fullName: 'Nora Quill',
      userType: 'clinical',
      organisationId,
      groupIds: [groupId],
      lang: 'en',
    },
  }),
  listUserTypes: ({ organisationId }) => ({ query: { lang: 'en_GB', organisation_id: organisationId } }),
  getUser: ({ staffId }) => ({ params: { id: staffId } }),
  // Can be repeated, because equal values make no new version.
  updateUser: ({ invitedId, organisationId, groupId, marker }) => ({
    params: { id: invitedId },
    body: { fullName: `Invited ${marker}`, userType: 'clinical', organisationId, groupIds: [groupId], lang: 'en' },
    headers: { 'if-match': '"1"' },
  }),
  suspendUser: ({ staffId }) => ({ params: { id: staffId } }),
  reactivateUser: ({ staffId }) => ({ params: { id: staffId } }),
  resetPasswordOfUser: ({ staffId }) => ({ params: { id: staffId } }),
  resendInvitation: ({ invitedId }) => ({ params: { id: invitedId } }),
  endSessionsOfUser: ({ staffId }) => ({ params: { id: staffId } }),
  listUserHistory: ({ staffId }) => ({ params: { id: staffId }, query: { per_page: '100' } }),
  listInvites: ({ organisationId, groupId, inviteEmail }) => ({
    query: {
      state: 'pending',
      organisation_id: organisationId,
      group_id: groupId,
      search: inviteEmail,
      sort: 'email',
      per_page: '100',
    },
  }),
  createInvite: ({ groupId }) => ({
    body: {
      groupId,
      email: `new-invite-${next()}@people.test`,
      mobile: { country: 'GB', number: '07400 123456' },
      lang: 'en',
    },
  }),
  // Emails are unique in the tenant, so this reveals an invite beyond the scope.
  checkInvite: () => ({ body: { email: `new-${next()}@people.test` } }),
  resendInvite: ({ inviteId }) => ({ params: { id: inviteId } }),
  revokeInvite: ({ inviteId }) => ({ params: { id: inviteId } }),
  verifyInvite: ({ inviteCode }) => ({ query: { code: `${inviteCode}0000` } }),
  redeemInvite: ({ inviteCode }) => ({
    body: {
      code: `${inviteCode}${nextCode()}`,
      fullName: 'Rosa Quill',
      password: 'Copper-Lantern-48',
      dateOfBirth: '1990-01-31',
      lang: 'en',
      termsAccepted: true,
    },
  }),
  listOrganisations: () => ({
    query: { search: '', status: 'active', per_page: '100', tests_since: '2026-01-01T00:00:00Z' },
  }),
  createOrganisation: () => ({
    body: {
      name: `New organisation ${next()}`,
      description: 'Home visits',
      location: 'Harbour',
      phone: { country: 'GB', number: '020 7946 0018' },
      npi: '1234567890',
      address: { streetAddress: '1 Quay Street', city: 'Southampton', country: 'GB', postcode: 'SO14 3FJ' },
    },
  }),
  getOrganisation: ({ organisationId }) => ({
    params: { id: organisationId },
    query: { tests_since: '2026-01-01T00:00:00Z' },
  }),
  updateOrganisation: ({ organisationId }) => ({
    params: { id: organisationId },
    body: { name: `Renamed organisation ${organisationId}` },
  }),
  suspendOrganisation: ({ organisationId }) => ({ params: { id: organisationId } }),
  reactivateOrganisation: ({ organisationId }) => ({ params: { id: organisationId } }),
  listOrganisationHistory: ({ organisationId }) => ({ params: { id: organisationId }, query: { per_page: '100' } }),
  listGroups: ({ organisationId }) => ({
    query: { organisation_id: organisationId, per_page: '100', tests_since: '2026-01-01T00:00:00Z' },
  }),
  createGroup: ({ organisationId }) => ({
    body: {
      organisationId,
      name: `New group ${next()}`,
      phone: { country: 'GB', number: '07400 123456' },
      labName: 'Quay Laboratory',
      clia: '12D3456789',
    },
  }),
  getGroup: ({ groupId }) => ({ params: { id: groupId }, query: { tests_since: '2026-01-01T00:00:00Z' } }),
  updateGroup: ({ groupId }) => ({ params: { id: groupId }, body: { name: `Renamed group ${groupId}` } }),
  suspendGroup: ({ groupId }) => ({ params: { id: groupId } }),
  reactivateGroup: ({ groupId }) => ({ params: { id: groupId } }),
  listGroupHistory: ({ groupId }) => ({ params: { id: groupId }, query: { per_page: '100' } }),
  listUsCounties: () => ({ query: { state: 'OR' } }),
  getAssayForRecording: ({ assayId }) => ({ params: { assay_id: assayId } }),
  listAssays: ({ organisationId }) => ({
    query: { search: '', status: 'active', organisation_id: organisationId, per_page: '100' },
  }),
  listCatalogue: () => ({}),
  takeFromCatalogue: () => ({ params: { entry: 'hcg' } }),
  uploadAssayPicture: () => multipart([{ name: 'file', filename: 'step.png', type: 'image/png', content: tinyPng }]),
  getAssayPicture: ({ assayPictureId }) => ({ params: { id: assayPictureId } }),
  createAssay: ({ organisationId }) => ({
    body: { ...newAssay(`New assay ${next()}`), organisationIds: [organisationId] },
  }),
  getAssay: ({ assayId }) => ({ params: { id: assayId } }),
  updateAssay: ({ spareAssayId }) => ({
    params: { id: spareAssayId },
    body: newAssay(`Changed assay ${spareAssayId}`),
  }),
  retireAssay: ({ spareAssayId }) => ({ params: { id: spareAssayId } }),
  restoreAssay: ({ spareAssayId }) => ({ params: { id: spareAssayId } }),
  listAssayHistory: ({ assayId }) => ({ params: { id: assayId }, query: { per_page: '100' } }),
  listSubjects: ({ organisationId, groupId, subjectEmail }) => ({
    query: { organisation_id: organisationId, group_id: groupId, search: subjectEmail, sort: 'added', per_page: '100' },
  }),
  lookUpSubject: ({ groupId, subjectEmail }) => ({ body: { groupId, email: subjectEmail } }),
  noteListPrint: ({ organisationId, groupId }) => ({
    body: {
      list: 'test-record',
      filter: { organisation_id: organisationId, group_id: groupId, sort: 'test_id' },
      rows: 3,
    },
  }),
  searchEverything: ({ subjectEmail }) => ({ body: { search: subjectEmail } }),
  matchSubjects: ({ groupId, subjectEmail }) => ({ body: { groupId, search: subjectEmail } }),
  createSubject: ({ groupId }) => ({
    body: { kind: 'human', groupId, email: `new-${next()}@people.test`, dateOfBirth: '1990-01-31', firstName: 'New' },
  }),
  getSubject: ({ subjectId }) => ({ params: { id: subjectId } }),
  updateSubject: ({ subjectId, subjectEmail, marker }) => ({
    params: { id: subjectId },
    // The email stays the subject's own; its capitals keep walks from taking it for a reference.
    body: { kind: 'human', email: subjectEmail.toUpperCase(), dateOfBirth: '1980-05-17', firstName: marker },
  }),
  listDuplicates: ({ subjectId }) => ({ params: { id: subjectId } }),
  listMerges: ({ subjectId }) => ({ params: { id: subjectId } }),
  // The subject is merged already, so that the call can be repeated.
  mergeSubject: ({ subjectId, formerId }) => ({
    params: { id: subjectId },
    body: { subjectId: formerId, version: 1 },
    headers: { 'if-match': '"1"' },
  }),
  undoMerge: ({ subjectId, mergeId }) => ({ params: { id: subjectId, mergeId } }),
  uploadDeviceImage: () => multipart([{ name: 'file', filename: 'photo.png', type: 'image/png', content: tinyPng }]),
  getDeviceImage: ({ imageId }) => ({ params: { id: imageId } }),
  listTestRecords: (place) => ({ query: { ...filter(place), sort: 'test_id', per_page: '100' } }),
  exportTestRecords: (place) => ({ query: { ...filter(place), sort: 'test_id' } }),
  recordTest: (place) => ({
    body: newRecordAt(place),
    headers: { 'idempotency-key': `walk-${next()}` },
  }),
  getTestRecord: ({ recordId }) => ({ params: { id: recordId } }),
  // Keeps the content, so that it can be repeated.
  correctTest: ({ plainRecordId, subjectId }) => ({
    params: { id: plainRecordId },
    headers: { 'if-match': '"1"' },
    body: {
      subjectId,
      analyteResults: [{ analyteId: 'line', result: 'negative' }],
      performedDate: '2026-01-11',
      performedTime: '09:30',
      performedZone: 'Europe/London',
      reason: 'data-entered-incorrectly',
    },
  }),
  keepReadingDraft: ({ runId }) => ({
    params: { id: runId },
    body: {
      analyteResults: [{ analyteId: 'line', result: 'negative' }],
      image: null,
      note: 'Typed',
      readingReason: '',
    },
  }),
  // The fixed key lets the same user repeat it.
  voidTest: ({ spareRecordId }) => ({
    params: { id: spareRecordId },
    headers: { 'if-match': '"1"', 'idempotency-key': 'walk-voiding' },
    body: { reason: 'created-in-error' },
  }),
  listTestRecordHistory: ({ recordId }) => ({ params: { id: recordId }, query: { per_page: '100' } }),
  listUnreadTests: () => ({}),
  getUnreadTest: ({ recordId }) => ({ params: { id: recordId } }),
  // The fixed key lets the same user repeat it.
  readAgain: ({ plainRecordId }) => ({
    params: { id: plainRecordId },
    headers: { 'idempotency-key': 'walk-second-reading' },
    body: { analyteResults: [{ analyteId: 'line', result: 'positive' }] },
  }),
  getReadings: ({ readRecordId }) => ({ params: { id: readRecordId } }),
  settleReadings: ({ readRecordId }) => ({
    params: { id: readRecordId },
    headers: { 'if-match': '"1"' },
    body: { keep: 'first', reason: 'The line was a shadow' },
  }),
  getAgreement: () => ({ query: { from: '2026-01', to: '2026-12', zone: 'Europe/London' } }),
  printTest: ({ recordId }) => ({ params: { id: recordId } }),
  verifyResult: ({ testId }) => ({ body: { testId, dateOfBirth: '1990-01-31', code: '2345 6789 ABCD' } }),
  listTestRuns: () => ({}),
  countTestRuns: () => ({}),
  startTestRun: ({ organisationId, groupId, subjectId, assayId }) => ({
    body: { organisationId, groupId, subjectId, assayId, zone: 'Europe/London' },
    headers: { 'idempotency-key': `walk-${next()}` },
  }),
  getTestRun: ({ runId }) => ({ params: { id: runId } }),
  // The fixed key lets the same user repeat it.
  finishTestRun: ({ runId }) => ({
    params: { id: runId },
    headers: { 'if-match': '"1"', 'idempotency-key': 'walk-reading' },
    body: { analyteResults: [{ analyteId: 'line', result: 'negative' }], readingReason: 'Called away' },
  }),
  cancelTestRun: ({ spareRunId }) => ({
    params: { id: spareRunId },
    headers: { 'if-match': '"1"' },
    body: { reason: 'sample-spoiled' },
  }),
  listDeliveries: ({ recordId }) => ({ params: { id: recordId } }),
  sendResult: ({ recordId }) => ({ params: { id: recordId }, body: { channel: 'email' } }),
  openResult: () => ({ params: { token: 'of-nothing'.padEnd(43, '-') }, body: { dateOfBirth: '1990-01-31' } }),
  getTestDraft: () => ({}),
  keepTestDraft: (place) => ({ body: newDraftAt(place) }),
  discardTestDraft: () => ({ query: { idempotency_key: 'draft-1' } }),
  findRecentTest: ({ subjectId, assayId }) => ({
    query: { subject_id: subjectId, assay_id: assayId, performed_at: '2026-01-10T09:40:00Z' },
  }),
  getDashboard: () => ({ query: { from: '2026-01-01T00:00:00Z', to: '2026-12-31T23:59:59.999Z' } }),
  hideFirstSteps: () => ({}),
  watchDashboard: () => ({ query: { from: '2026-01-01T00:00:00Z', to: '2026-12-31T23:59:59.999Z' } }),
  getDashboardTrend: (place) => ({ query: { ...chartOf(place), zone: 'Europe/Dublin' } }),
  getDashboardHours: (place) => ({ query: { ...chartOf(place), zone: 'Europe/Dublin' } }),
  getDashboardGroups: (place) => ({ query: chartOf(place) }),
  getDashboardAssays: (place) => ({ query: chartOf(place) }),
  getDashboardLots: (place) => ({ query: chartOf(place) }),
  listAuditEvents: ({ staffId, groupId }) => ({
    query: { actor_id: staffId, resource_type: 'group', resource_id: groupId, outcome: 'done', per_page: '100' },
  }),
  // Without an id, because the export's own event repeats its filter and appears in the next one.
  exportAuditEvents: () => ({ query: { sort: 'at' } }),
  getAuditChain: () => ({}),
  getAuditEvent: ({ eventId }) => ({ params: { id: eventId } }),
}

/** Returns the valid call of an endpoint. Throws when `endpointCalls` has no entry for it. */
export function callOf(endpoint: Endpoint, place: Place): Call {
  const make = endpointCalls[endpoint.name]
  if (make === undefined) throw new Error(`Add ${endpoint.name} to server/testing/endpoint-calls.ts`)
  return make(place)
}

export async function callEndpoint(
  client: Client,
  endpoint: Endpoint,
  { params, ...sent }: Call,
): Promise<TestResponse> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params?.[name] ?? '').toWellFormed()),
  )
  if (!endpoint.headers?.['if-match']?.required) return await client.send(endpoint.method, path, sent)
  const { etag } = (await client.get(path)).headers
  return await client.send(endpoint.method, path, { ...sent, headers: { 'if-match': etag ?? '"1"', ...sent.headers } })
}
