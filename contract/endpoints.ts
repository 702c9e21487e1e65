import * as apiTokens from './api-tokens/endpoints.ts'
import * as assayReading from './assays/assay.ts'
import * as assayCatalogue from './assays/catalogue.ts'
import * as assayPictures from './assays/pictures.ts'
import * as assays from './assays/endpoints.ts'
import * as usCounties from './assays/us-counties.ts'
import * as audit from './audit/endpoints.ts'
import * as charts from './dashboard/charts.ts'
import * as dashboard from './dashboard/endpoints.ts'
import { hideFirstSteps } from './dashboard/first-steps.ts'
import * as deliveries from './deliveries/endpoints.ts'
import * as openingResults from './deliveries/open-result.ts'
import * as deviceImages from './device-images/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import * as fhir from './fhir/endpoints.ts'
import * as groups from './groups/endpoints.ts'
import * as groupList from './groups/group-list.ts'
import * as imports from './imports/endpoints.ts'
import * as invites from './invites/endpoints.ts'
import { noteListPrint } from './list-prints/endpoints.ts'
import * as monthlyReports from './monthly-reports/endpoints.ts'
import * as notifications from './notifications/items.ts'
import * as notificationReports from './notifications/reports.ts'
import * as notificationRules from './notifications/rules.ts'
import * as notificationSending from './notifications/sending.ts'
import * as entry from './operator/entry.ts'
import * as operator from './operator/endpoints.ts'
import * as organisations from './organisations/endpoints.ts'
import * as organisationList from './organisations/organisation-list.ts'
import * as ownAccount from './own-account/endpoints.ts'
import { listMySubjects } from './own-account/my-subjects.ts'
import * as user from './own-account/user.ts'
import * as policies from './policies/endpoints.ts'
import * as search from './search/endpoints.ts'
import * as session from './session/endpoints.ts'
import * as passwords from './session/passwords.ts'
import * as registration from './session/registration.ts'
import * as subjects from './subjects/endpoints.ts'
import * as matching from './subjects/matching.ts'
import * as merging from './subjects/merging.ts'
import * as tenants from './tenants/endpoints.ts'
import * as tenant from './tenants/tenant.ts'
import * as logos from './tenants/logos.ts'
import * as tenantPermissions from './permissions/endpoints.ts'
import * as agreement from './test-records/agreement.ts'
import * as changing from './test-records/changing.ts'
import * as testRecords from './test-records/endpoints.ts'
import * as printing from './test-records/printing.ts'
import * as recording from './test-records/recording.ts'
import * as secondReading from './test-records/second-reading.ts'
import * as testDraft from './test-records/test-draft.ts'
import * as verifying from './test-records/verifying.ts'
import * as outbreaks from './outbreaks/endpoints.ts'
import * as rounds from './rounds/endpoints.ts'
import { findInviteeOfGroup, listRoster, startRound } from './rounds/starting.ts'
import * as testRuns from './test-runs/endpoints.ts'
import * as readingDrafts from './test-runs/reading-draft.ts'
import * as testsInProgress from './test-runs/in-progress.ts'
import * as testSets from './test-sets/test-set.ts'
import * as testingAlgorithms from './testing-algorithms/algorithm.ts'
import * as users from './users/endpoints.ts'
import * as usersReading from './users/reading.ts'
import * as webhooks from './webhooks/endpoints.ts'

/**
 * Every endpoint of the API. The server refuses to start if one has no handler; tests and OpenAPI iterate over this
 * list.
 */
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
  operator.listTenants,
  operator.createTenant,
  operator.getTenantFacts,
  operator.suspendTenant,
  operator.reactivateTenant,
  operator.listTenantHistory,
  tenant.getTenant,
  tenant.changeTenant,
  tenant.getTenantUse,
  tenant.checkTenantDomain,
  logos.getLogo,
  logos.putLogo,
  logos.removeLogo,
  logos.getManifest,
  entry.enterTenant,
  entry.askToEnter,
  entry.leaveTenant,
  entry.getOperatorAccess,
  entry.updateOperatorAccess,
  entry.grantEntry,
  entry.refuseEntry,
  entry.listOperatorEntries,
  entry.endEntry,
  apiTokens.listApiTokens,
  apiTokens.createApiToken,
  apiTokens.revokeApiToken,
  webhooks.listWebhooks,
  webhooks.getWebhook,
  webhooks.createWebhook,
  webhooks.rotateWebhook,
  webhooks.resumeWebhook,
  webhooks.testWebhook,
  webhooks.listWebhookAttempts,
  webhooks.resendWebhook,
  webhooks.revokeWebhook,
  policies.readPolicy,
  policies.listPolicies,
  policies.getPolicy,
  policies.publishPolicy,
  policies.listPolicyVersions,
  policies.getPolicyVersion,
  tenantPermissions.getPermissions,
  tenantPermissions.changePermissions,
  user.getMyDetails,
  ownAccount.updateMyDetails,
  user.updateMyLang,
  ownAccount.acceptTerms,
  ownAccount.updateMyPassword,
  ownAccount.updateMyEmail,
  ownAccount.downloadMyData,
  ownAccount.deleteMyAccount,
  ownAccount.listMySessions,
  listMySubjects,
  ownAccount.endMyOtherSessions,
  usersReading.listUsers,
  users.createUser,
  usersReading.listUserTypes,
  usersReading.getUser,
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
  assayReading.listAssays,
  assayCatalogue.listCatalogue,
  assayCatalogue.takeFromCatalogue,
  assayPictures.uploadAssayPicture,
  assayPictures.getAssayPicture,
  assays.createAssay,
  assayReading.getAssay,
  assayReading.getAssayForRecording,
  assays.updateAssay,
  assays.retireAssay,
  assays.restoreAssay,
  assays.listAssayHistory,
  subjects.listSubjects,
  subjects.lookUpSubject,
  matching.matchSubjects,
  search.searchEverything,
  noteListPrint,
  subjects.createSubject,
  subjects.acquaintSubject,
  subjects.getSubject,
  subjects.updateSubject,
  merging.listDuplicates,
  merging.listMerges,
  merging.mergeSubject,
  merging.undoMerge,
  deviceImages.uploadDeviceImage,
  deviceImages.getDeviceImage,
  imports.listImports,
  imports.uploadImport,
  imports.getImport,
  imports.previewImport,
  imports.cancelImport,
  imports.listImportRows,
  imports.correctImportRow,
  imports.answerImportPerson,
  imports.chooseImportDifferences,
  imports.startImport,
  imports.undoImport,
  imports.foreseeImportUndo,
  imports.exportWrongRows,
  testRecords.listTestRecords,
  testRecords.exportTestRecords,
  testRecords.countHeldBack,
  recording.recordTest,
  testRecords.getTestRecord,
  changing.correctTest,
  changing.voidTest,
  changing.listTestRecordHistory,
  secondReading.listUnreadTests,
  secondReading.getUnreadTest,
  secondReading.readAgain,
  secondReading.getReadings,
  secondReading.settleReadings,
  agreement.getAgreement,
  printing.printTest,
  verifying.verifyResult,
  deliveries.listDeliveries,
  deliveries.sendResult,
  openingResults.openResult,
  testDraft.getTestDraft,
  testDraft.keepTestDraft,
  testDraft.discardTestDraft,
  recording.findRecentTest,
  testsInProgress.listTestRuns,
  testsInProgress.countTestRuns,
  testRuns.startTestRun,
  testsInProgress.getTestRun,
  readingDrafts.keepReadingDraft,
  testRuns.finishTestRun,
  testRuns.cancelTestRun,
  rounds.listRounds,
  listRoster,
  findInviteeOfGroup,
  startRound,
  rounds.getRound,
  rounds.getRoundChanges,
  rounds.sendRoundEntries,
  rounds.startRoundTimers,
  rounds.changeRoster,
  rounds.findInvitee,
  rounds.pauseRound,
  rounds.resumeRound,
  rounds.cancelRound,
  rounds.printRound,
  rounds.finishRound,
  outbreaks.listOutbreaks,
  outbreaks.getOutbreak,
  outbreaks.closeOutbreak,
  outbreaks.exportOutbreak,
  outbreaks.printOutbreak,
  outbreaks.getOutbreakRules,
  outbreaks.changeOutbreakRules,
  outbreaks.changeOutbreakMail,
  testingAlgorithms.listTestingAlgorithms,
  testingAlgorithms.getTestingAlgorithm,
  testingAlgorithms.createTestingAlgorithm,
  testingAlgorithms.updateTestingAlgorithm,
  testingAlgorithms.retireTestingAlgorithm,
  testingAlgorithms.restoreTestingAlgorithm,
  testSets.listTestSets,
  testSets.getTestSet,
  testSets.startTestSet,
  testSets.stopTestSet,
  testSets.printTestSet,
  dashboard.getDashboard,
  dashboard.watchDashboard,
  hideFirstSteps,
  charts.getDashboardTrend,
  charts.getDashboardHours,
  charts.getDashboardGroups,
  charts.getDashboardAssays,
  charts.getDashboardLots,
  monthlyReports.getMonthlyReport,
  monthlyReports.getDataValueSet,
  monthlyReports.changeReportCodes,
  notifications.listNotifications,
  notifications.countNotifications,
  notifications.getNotification,
  notifications.listRecordNotifications,
  notifications.acknowledgeNotification,
  notifications.rejectNotification,
  notifications.closeNotifications,
  notifications.reopenNotifications,
  notificationRules.listNotificationRules,
  notificationRules.getNotificationRule,
  notificationRules.createNotificationRule,
  notificationRules.changeNotificationRule,
  notificationRules.listNotificationRuleVersions,
  notificationRules.lookBack,
  notificationRules.foreseeLookBack,
  notificationReports.listNotificationReports,
  notificationReports.getNotificationReport,
  notificationReports.makeNotificationReport,
  notificationReports.sendNotificationReportAgain,
  notificationReports.retryNotificationReport,
  notificationReports.withdrawNotificationReport,
  notificationReports.openNotificationReport,
  notificationReports.confirmNotificationReport,
  notificationSending.getNotificationSending,
  notificationSending.enterMailboxCode,
  notificationSending.changeNotificationSending,
  fhir.getFhirCapabilities,
  fhir.searchFhirPatients,
  fhir.readFhirPatient,
  fhir.searchFhirOrganizations,
  fhir.readFhirOrganization,
  fhir.searchFhirLocations,
  fhir.readFhirLocation,
  fhir.searchFhirRecords,
  fhir.readFhirRecord,
  fhir.readFhirDocument,
  fhir.exportFhir,
  audit.listAuditEvents,
  audit.exportAuditEvents,
  audit.getAuditEvent,
  audit.getAuditChain,
]

/** The endpoints without an action of their own, by name. The audit trail has events of them only if they are refused. */
export const refusedCalls: readonly string[] = endpoints
  .filter(({ audit: action, requires }) => action === undefined && requires !== 'anyone')
  .map(({ name }) => name)
