import type { UserType } from '../../contract/permissions/permissions.ts'

/** Who calls, in the order of the matrix's columns. */
export const callers = [
  'visitor',
  'unlimited',
  'tenant',
  'organisation',
  'group',
  'provider',
  'clinical',
  'patient',
] as const satisfies readonly (UserType | 'visitor')[]

/**
 * The reviewed answer to who may call what: the status of a valid call about the caller's own place, by endpoint, in
 * the order of `callers`. Nothing writes this file: a change of a permission is a change here, made by a person.
 * To see what the server does now: `PRINT_PERMISSIONS=1 node_modules/.bin/vitest run --project server permissions`.
 *
 * `unlimited` (the operator) holds every permission and sees no tenant's rows: lists are empty (200), a thing is
 * unknown (404), and a reference to one is refused (422). A link to a new password works once, so it is unknown here.
 */
// oxfmt-ignore -- a table is read by its columns
export const permissionMatrix: Record<string, readonly number[]> = {
  //                   vis. unl. ten. org. gro. pro. cli. pat.
  startSession: [204, 204, 204, 204, 204, 204, 204, 204],
  login: [200, 200, 200, 200, 200, 200, 200, 200],
  logout: [204, 204, 204, 204, 204, 204, 204, 204],
  requestPasswordReset: [204, 204, 204, 204, 204, 204, 204, 204],
  setPassword: [204, 204, 204, 204, 204, 204, 204, 204],
  selfRegister: [201, 201, 201, 201, 201, 201, 201, 201],
  openRegistrationLink: [200, 200, 200, 200, 200, 200, 200, 200],
  verifyRegistration: [200, 200, 200, 200, 200, 200, 200, 200],
  openEmailLink: [200, 200, 200, 200, 200, 200, 200, 200],
  verifyEmail: [200, 200, 200, 200, 200, 200, 200, 200],
  verifyInvitation: [200, 200, 200, 200, 200, 200, 200, 200],
  requestVerification: [204, 204, 204, 204, 204, 204, 204, 204],
  getTenantId: [200, 200, 200, 200, 200, 200, 200, 200],
  getSitePreferences: [200, 200, 200, 200, 200, 200, 200, 200],
  getMyDetails: [401, 200, 200, 200, 200, 200, 200, 200],
  updateMyDetails: [401, 200, 200, 200, 200, 200, 200, 200],
  updateMyLang: [401, 200, 200, 200, 200, 200, 200, 200],
  acceptTerms: [401, 200, 200, 200, 200, 200, 200, 200],
  updateMyPassword: [401, 204, 204, 204, 204, 204, 204, 204],
  updateMyEmail: [401, 204, 204, 204, 204, 204, 204, 204],
  downloadMyData: [401, 200, 200, 200, 200, 200, 200, 200],
  deleteMyAccount: [401, 204, 204, 204, 204, 204, 204, 204],
  listMySessions: [401, 200, 200, 200, 200, 200, 200, 200],
  endMyOtherSessions: [401, 204, 204, 204, 204, 204, 204, 204],
  listUsers: [401, 200, 200, 200, 200, 403, 403, 403],
  createUser: [401, 403, 201, 201, 201, 403, 403, 403],
  listUserTypes: [401, 200, 200, 200, 200, 200, 200, 200],
  getUser: [401, 404, 200, 200, 200, 404, 404, 404],
  updateUser: [401, 404, 200, 200, 200, 403, 403, 403],
  suspendUser: [401, 404, 200, 200, 200, 403, 403, 403],
  reactivateUser: [401, 404, 200, 200, 200, 403, 403, 403],
  resetPasswordOfUser: [401, 404, 200, 200, 200, 403, 403, 403],
  resendInvitation: [401, 404, 200, 200, 200, 403, 403, 403],
  endSessionsOfUser: [401, 404, 200, 200, 200, 403, 403, 403],
  listInvites: [401, 200, 200, 200, 200, 403, 403, 403],
  createInvite: [401, 422, 201, 201, 201, 403, 403, 403],
  checkInvite: [401, 200, 200, 200, 200, 403, 403, 403],
  resendInvite: [401, 404, 200, 200, 200, 403, 403, 403],
  revokeInvite: [401, 404, 200, 200, 200, 403, 403, 403],
  verifyInvite: [200, 200, 200, 200, 200, 200, 200, 200],
  redeemInvite: [201, 201, 201, 201, 201, 201, 201, 201],
  listOrganisations: [401, 200, 200, 200, 200, 200, 200, 403],
  listGroups: [401, 200, 200, 200, 200, 200, 200, 403],
  getAssay: [401, 200, 200, 200, 200, 200, 200, 200],
  lookUpSubject: [401, 404, 200, 200, 200, 200, 200, 403],
  createSubject: [401, 422, 201, 201, 201, 201, 201, 403],
  uploadDeviceImage: [401, 201, 201, 201, 201, 201, 201, 403],
  getDeviceImage: [401, 404, 200, 200, 200, 200, 200, 200],
  listTestRecords: [401, 200, 200, 200, 200, 200, 200, 200],
  exportTestRecords: [401, 200, 200, 200, 200, 200, 403, 403],
  recordTest: [401, 422, 201, 201, 201, 201, 201, 403],
  getTestRecord: [401, 404, 200, 200, 200, 200, 200, 200],
  getTestDraft: [401, 200, 200, 200, 200, 200, 200, 403],
  keepTestDraft: [401, 204, 204, 204, 204, 204, 204, 403],
  discardTestDraft: [401, 204, 204, 204, 204, 204, 204, 403],
  findRecentTest: [401, 200, 200, 200, 200, 200, 200, 403],
  getDashboard: [401, 200, 200, 200, 200, 200, 200, 200],
}
