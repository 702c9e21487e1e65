import * as assays from './assays/endpoints.ts'
import * as usCounties from './assays/us-counties.ts'
import * as dashboard from './dashboard/endpoints.ts'
import * as deviceImages from './device-images/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import * as groups from './groups/endpoints.ts'
import * as groupList from './groups/group-list.ts'
import * as invites from './invites/endpoints.ts'
import * as organisations from './organisations/endpoints.ts'
import * as organisationList from './organisations/organisation-list.ts'
import * as ownAccount from './own-account/endpoints.ts'
import * as user from './own-account/user.ts'
import * as session from './session/endpoints.ts'
import * as passwords from './session/passwords.ts'
import * as registration from './session/registration.ts'
import * as subjects from './subjects/endpoints.ts'
import * as matching from './subjects/matching.ts'
import * as merging from './subjects/merging.ts'
import * as tenants from './tenants/endpoints.ts'
import * as testRecords from './test-records/endpoints.ts'
import * as recording from './test-records/recording.ts'
import * as users from './users/endpoints.ts'

/** Every endpoint of the API. The server refuses to start when one has no handler; tests and OpenAPI walk this list. */
export const endpoints: readonly Endpoint[] = [
  session.startSession,
  session.login,
  session.logout,
  passwords.requestPasswordReset,
  passwords.setPassword,
  registration.selfRegister,
  registration.openRegistrationLink,
  registration.verifyRegistration,
  registration.openEmailLink,
  registration.verifyEmail,
  registration.verifyInvitation,
  registration.requestVerification,
  tenants.getTenantId,
  tenants.getSitePreferences,
  user.getMyDetails,
  ownAccount.updateMyDetails,
  user.updateMyLang,
  ownAccount.acceptTerms,
  ownAccount.updateMyPassword,
  ownAccount.updateMyEmail,
  ownAccount.downloadMyData,
  ownAccount.deleteMyAccount,
  ownAccount.listMySessions,
  ownAccount.endMyOtherSessions,
  users.listUsers,
  users.createUser,
  users.listUserTypes,
  users.getUser,
  users.updateUser,
  users.suspendUser,
  users.reactivateUser,
  users.resetPasswordOfUser,
  users.resendInvitation,
  users.endSessionsOfUser,
  users.listUserHistory,
  invites.listInvites,
  invites.createInvite,
  invites.checkInvite,
  invites.resendInvite,
  invites.revokeInvite,
  invites.verifyInvite,
  invites.redeemInvite,
  organisationList.listOrganisations,
  organisations.createOrganisation,
  organisations.getOrganisation,
  organisations.updateOrganisation,
  organisations.suspendOrganisation,
  organisations.reactivateOrganisation,
  organisations.listOrganisationHistory,
  groupList.listGroups,
  groups.createGroup,
  groups.getGroup,
  groups.updateGroup,
  groups.suspendGroup,
  groups.reactivateGroup,
  groups.listGroupHistory,
  usCounties.listUsCounties,
  assays.getAssay,
  subjects.listSubjects,
  subjects.lookUpSubject,
  matching.matchSubjects,
  subjects.createSubject,
  subjects.getSubject,
  subjects.updateSubject,
  merging.listDuplicates,
  merging.listMerges,
  merging.mergeSubject,
  merging.undoMerge,
  deviceImages.uploadDeviceImage,
  deviceImages.getDeviceImage,
  testRecords.listTestRecords,
  testRecords.exportTestRecords,
  recording.recordTest,
  testRecords.getTestRecord,
  recording.getTestDraft,
  recording.keepTestDraft,
  recording.discardTestDraft,
  recording.findRecentTest,
  dashboard.getDashboard,
]
