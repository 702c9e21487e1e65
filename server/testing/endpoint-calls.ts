import type { Endpoint } from '../../contract/endpoint.ts'
import type { Client, Sent, TestResponse } from './client.ts'
import type { Place } from './places.ts'
import { password } from './tenants.ts'
import { newDraftAt } from './new-draft.ts'
import { newRecordAt } from './new-record.ts'
import { multipart, tinyPng } from './uploads.ts'

/** How to call an endpoint about a place so that it succeeds for somebody who may. */
interface Call extends Sent {
  params?: Record<string, string>
}

let unused = 0
/** A different one each time, so that a call can be repeated. */
const next = (): number => (unused += 1)

let usedLinks = 0
const nextLink = (): number => (usedLinks += 1)

let usedCodes = 0
const nextCode = (): string => String((usedCodes += 1)).padStart(4, '0')

const filter = ({ organisationId, groupId, subjectId, testId }: Place) => ({
  from: '2026-01-01T00:00:00Z',
  to: '2026-12-31T23:59:59.999Z',
  organisation_id: organisationId,
  group_id: groupId,
  subject_id: subjectId,
  search: testId,
})

/**
 * One valid call per endpoint, made of what a place holds. The walking tests use it with the places of others: an
 * endpoint that is missing here fails them.
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
  // As they are: it can be repeated, because what changes nothing makes no new version.
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
  // Emails are unique in the tenant, so whether one is invited is told beyond the scope.
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
    body: { organisationId, name: `New group ${next()}`, labName: 'Quay Laboratory', clia: '12D3456789' },
  }),
  getGroup: ({ groupId }) => ({ params: { id: groupId }, query: { tests_since: '2026-01-01T00:00:00Z' } }),
  updateGroup: ({ groupId }) => ({ params: { id: groupId }, body: { name: `Renamed group ${groupId}` } }),
  suspendGroup: ({ groupId }) => ({ params: { id: groupId } }),
  reactivateGroup: ({ groupId }) => ({ params: { id: groupId } }),
  listGroupHistory: ({ groupId }) => ({ params: { id: groupId }, query: { per_page: '100' } }),
  listUsCounties: () => ({ query: { state: 'OR' } }),
  getAssay: ({ assayId }) => ({ params: { assay_id: assayId } }),
  listSubjects: ({ organisationId, groupId, subjectEmail }) => ({
    query: { organisation_id: organisationId, group_id: groupId, search: subjectEmail, sort: 'added', per_page: '100' },
  }),
  lookUpSubject: ({ groupId, subjectEmail }) => ({ body: { groupId, email: subjectEmail } }),
  matchSubjects: ({ groupId, subjectEmail }) => ({ body: { groupId, search: subjectEmail } }),
  createSubject: ({ groupId }) => ({
    body: { kind: 'human', groupId, email: `new-${next()}@people.test`, dateOfBirth: '1990-01-31', firstName: 'New' },
  }),
  getSubject: ({ subjectId }) => ({ params: { id: subjectId } }),
  updateSubject: ({ subjectId, subjectEmail, marker }) => ({
    params: { id: subjectId },
    // The same address, so that the subject stays who it is, written so that no walk takes it for a reference.
    body: { kind: 'human', email: subjectEmail.toUpperCase(), dateOfBirth: '1980-05-17', firstName: marker },
  }),
  listDuplicates: ({ subjectId }) => ({ params: { id: subjectId } }),
  listMerges: ({ subjectId }) => ({ params: { id: subjectId } }),
  // Of one that is merged already: it can be repeated.
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
  getTestDraft: () => ({}),
  keepTestDraft: (place) => ({ body: newDraftAt(place) }),
  discardTestDraft: () => ({ query: { idempotency_key: 'draft-1' } }),
  findRecentTest: ({ subjectId, assayId }) => ({
    query: { subject_id: subjectId, assay_id: assayId, performed_at: '2026-01-10T09:40:00Z' },
  }),
  getDashboard: () => ({ query: { from: '2026-01-01T00:00:00Z', to: '2026-12-31T23:59:59.999Z' } }),
}

/** The valid call of an endpoint. Throws for one that nobody has added to `endpointCalls`. */
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
