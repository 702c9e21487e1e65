import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { permissions, type UserType } from '../../contract/permissions/permissions.ts'
import type { Client, TestResponse } from './client.ts'
import { callEndpoint, callOf } from './endpoint-calls.ts'
import type { Place } from './places.ts'
import type { TestApp } from './test-app.ts'

const made: Place = {
  marker: 'Nowhere',
  tenantId: '0190a000-0000-7fff-8000-000000000014',
  host: 'nowhere.localhost',
  organisationId: '0190a000-0000-7fff-8000-00000000000a',
  groupId: '0190a000-0000-7fff-8000-00000000000b',
  assayId: '0190a000-0000-7fff-8000-00000000000c',
  spareAssayId: '0190a000-0000-7fff-8000-000000000014',
  assayPictureId: '0190a000-0000-7fff-8000-000000000016',
  subjectId: '0190a000-0000-7fff-8000-00000000000d',
  subjectEmail: 'nobody@people.test',
  formerId: '0190a000-0000-7fff-8000-000000000012',
  mergeId: '0190a000-0000-7fff-8000-000000000013',
  recordId: '0190a000-0000-7fff-8000-00000000000e',
  testId: 'SAME-ZZZZZZZ7',
  plainRecordId: '0190a000-0000-7fff-8000-000000000016',
  spareRecordId: '0190a000-0000-7fff-8000-000000000017',
  readRecordId: '0190a000-0000-7fff-8000-00000000001c',
  runId: '0190a000-0000-7fff-8000-000000000018',
  spareRunId: '0190a000-0000-7fff-8000-000000000019',
  imageId: '0190a000-0000-7fff-8000-00000000000f',
  username: 'nobody@clinic.test',
  staffId: '0190a000-0000-7fff-8000-000000000010',
  invitedId: '0190a000-0000-7fff-8000-000000000011',
  linkToken: 'link-nowhere',
  eventId: '0190a000-0000-7fff-8000-000000000014',
  inviteId: '0190a000-0000-7fff-8000-000000000010',
  inviteEmail: 'nobody@people.test',
  operatorRequestId: '0190a000-0000-7fff-8000-000000000014',
  operatorEntryId: '0190a000-0000-7fff-8000-000000000015',
  inviteCode: 'NOWHERENOWHERENOWHER',
}

/** Gives every user type every permission, so that only the scope restricts a walk. */
export async function grantEverything(test: TestApp): Promise<void> {
  await test.query(test.ours, 'update tenant_permissions set permissions = $1', [permissions])
}

/**
 * Tells whether an endpoint refuses a user type whatever its permissions: because it may grant no type, could not see
 * what it made, or the endpoint is about others.
 */
export function isRefusedByItsType(endpoint: Endpoint, userType: UserType): boolean {
  if (isOfOperators(endpoint)) return userType !== 'unlimited'
  switch (endpoint.name) {
    case 'createUser':
      return userType === 'patient' || userType === 'unlimited'
    case 'getOperatorAccess':
    case 'updateOperatorAccess':
    case 'grantEntry':
    case 'refuseEntry':
    case 'listOperatorEntries':
    case 'endEntry':
    case 'listCatalogue':
    case 'takeFromCatalogue':
    case 'uploadAssayPicture':
    case 'createAssay':
    case 'updateAssay':
    case 'retireAssay':
    case 'restoreAssay':
    case 'createOrganisation':
    case 'suspendOrganisation':
    case 'reactivateOrganisation':
      return userType !== 'tenant'
    case 'listAuditEvents':
    case 'exportAuditEvents':
    case 'getAuditChain':
    case 'getAuditEvent':
      return userType !== 'tenant' && userType !== 'unlimited'
    case 'createGroup':
      return !['tenant', 'organisation', 'provider'].includes(userType)
    case 'correctTest':
    case 'voidTest':
    case 'listTestRecordHistory':
    case 'getReadings':
    case 'settleReadings':
    case 'getAgreement':
    case 'listDeliveries':
    case 'sendResult':
    case 'listDuplicates':
    case 'listMerges':
    case 'mergeSubject':
    case 'undoMerge':
      return userType === 'patient'
    default:
      return false
  }
}

/**
 * Tells whether an endpoint is about places. Logins are about accounts, links work for every holder, assays belong to
 * the whole tenant, and so does the audit trail.
 */
export function isOfPlaces(endpoint: Endpoint): boolean {
  return !notOfPlaces.has(endpoint.name) && !isOfOperators(endpoint)
}

const ofOperators: ReadonlySet<string> = new Set(['maySeeTenants', 'mayKeepTenants', 'mayLeaveTenant'])

/** Tells whether an endpoint is for operators and about tenants only. */
export function isOfOperators({ requires }: Endpoint): boolean {
  return typeof requires === 'object' && 'rule' in requires && ofOperators.has(requires.rule)
}

const notOfPlaces: ReadonlySet<string> = new Set([
  'getOperatorAccess',
  'updateOperatorAccess',
  'grantEntry',
  'refuseEntry',
  'listOperatorEntries',
  'endEntry',
  'getAssay',
  'getAssayPicture',
  'exportAuditEvents',
  'getAuditChain',
  'getAuditEvent',
  'listAuditEvents',
  'getAssayForRecording',
  'listAssays',
  'createAssay',
  'takeFromCatalogue',
  'updateAssay',
  'retireAssay',
  'restoreAssay',
  'listAssayHistory',
  'listUsCounties',
  'login',
  'logout',
  'updateMyEmail',
  'deleteMyAccount',
  'openRegistrationLink',
  'verifyRegistration',
  'openEmailLink',
  'verifyEmail',
  'verifyInvitation',
  'verifyInvite',
  'redeemInvite',
  'verifyResult',
  'openResult',
])

/**
 * Calls an endpoint about `own`, with each of its values in turn replaced by one of `foreign` and by a missing one.
 * Both replies must be equal apart from the request's id, so that nothing reveals the foreign thing. Returns the values
 * for which this proves something, because the own value gets another reply. The endpoint changes its own place as
 * usual.
 */
export async function expectForeignIsUnknownUnlikeOwn(
  client: Client,
  endpoint: Endpoint,
  { own, foreign }: { own: Place; foreign: Place },
): Promise<(keyof Place)[]> {
  const replies = []
  for (const key of valuesIn(endpoint, own)) {
    if (own[key] === foreign[key]) continue
    const [ofKnown, ofUnknown] = [
      await replyAbout(client, endpoint, { ...own, [key]: foreign[key] }, key),
      await replyAbout(client, endpoint, { ...own, [key]: made[key] }, key),
    ]
    const about = `${endpoint.name} with another's ${key}`
    expect(ofKnown, about).toEqual(ofUnknown)
    // Without the permission, a call is refused before anything is looked up, so equal refusals would prove nothing.
    expect(ofKnown.status, about).not.toBe(403)
    expect(ofKnown.body, about).not.toContain(foreign.marker)
    replies.push({ key, reply: ofKnown })
  }
  const told: (keyof Place)[] = []
  for (const { key, reply } of replies) {
    if (!isDeepStrictEqual(reply, await replyAbout(client, endpoint, own, key))) told.push(key)
  }
  return told
}

async function replyAbout(client: Client, endpoint: Endpoint, place: Place, key: keyof Place) {
  return withoutOwnWords(await callEndpoint(client, endpoint, callOf(endpoint, place)), place[key])
}

/** Lists the values of a place that an endpoint's call contains. */
export function valuesIn(endpoint: Endpoint, own: Place): (keyof Place)[] {
  const call = JSON.stringify(callOf(endpoint, own))
  return (Object.keys(made) as (keyof Place)[]).filter((key) => key !== 'marker' && call.includes(own[key]))
}

/** Returns status, body and significant headers without what differs between requests or was sent. */
function withoutOwnWords(response: TestResponse, sent: string) {
  const body = response.body.replaceAll(sent, '<sent>').replaceAll(/"requestId":"[^"]+"/g, '"requestId":"…"')
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    etag: response.headers.etag,
    length: response.statusCode >= 400 ? body.length : undefined,
    body,
  }
}
