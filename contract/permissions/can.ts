import type { FeatureFlag, Permission, UserType } from './permissions.ts'

/** The least that must be known of a user to decide what they may do. */
export interface Holder {
  userType: UserType
  permissions: readonly Permission[]
  features: readonly FeatureFlag[]
}

/** True if the holder has this permission, or at least one of these. Only the server's answer is binding. */
export function can(holder: Holder, wanted: Permission | readonly Permission[]): boolean {
  const list = typeof wanted === 'string' ? [wanted] : wanted
  return list.some((permission) => holder.permissions.includes(permission))
}

/**
 * The effective permissions of a user within those of their type: while PREVENT_SELF_REGISTRATION_WEB_LOGIN is set, a
 * patient who registered themselves cannot log in on the web and is sent to the mobile app (spec §6).
 */
export function heldBy({ userType, permissions, features }: Holder, isInvited: boolean): readonly Permission[] {
  const isOfTheApp = userType === 'patient' && !isInvited && features.includes('PREVENT_SELF_REGISTRATION_WEB_LOGIN')
  return isOfTheApp ? permissions.filter((permission) => permission !== 'login-dashboard') : permissions
}

/** Why this holder cannot record a test, or undefined if they can (flags of spec §6). */
export function whyCannotRecord(
  holder: Holder,
): 'forbidden' | 'test-creation-disabled' | 'clinician-testing-disabled' | undefined {
  if (!can(holder, 'create-tests')) return 'forbidden'
  if (holder.features.includes('PREVENT_WEB_TEST_CREATION')) return 'test-creation-disabled'
  if (holder.userType === 'clinical' && holder.features.includes('PREVENT_CLINICIAN_TESTING')) {
    return 'clinician-testing-disabled'
  }
  return undefined
}

/** True if app-store badges are shown to this user type (spec §6: patients and clinicians). */
export function canViewAppDownloads(userType: UserType): boolean {
  return userType === 'patient' || userType === 'clinical'
}

/**
 * True if this holder may edit users of their scope (spec §6: the type group may without the permission, if it sees
 * users; patients edit only themselves).
 */
export function mayEditUsers(holder: Holder): boolean {
  return can(holder, 'edit-users') || (holder.userType === 'group' && can(holder, 'view-users'))
}

/**
 * True if this holder may add users. The operator and patients may not, because they see no place to which new users
 * could belong.
 */
export function mayAddUsers(holder: Holder): boolean {
  return mayEditUsers(holder) && holder.userType !== 'unlimited' && holder.userType !== 'patient'
}

/**
 * True if this holder may create, suspend and reactivate organisations. Only users of the whole tenant who see all of
 * them may: others see only their own, and would lock themselves out with it.
 */
export function mayKeepOrganisations(holder: Holder): boolean {
  return holder.userType === 'tenant' && can(holder, 'edit-orgs') && can(holder, 'view-orgs')
}

/**
 * True if this holder may create groups. Users who are bound to groups may not, because they would not see the new
 * group.
 */
export function mayCreateGroups(holder: Holder): boolean {
  const isBoundToGroups = !['tenant', 'organisation', 'provider'].includes(holder.userType)
  return !isBoundToGroups && can(holder, 'edit-groups') && can(holder, 'view-groups')
}

/**
 * True if this holder may change the operator's settings of a tenant: its slug, its domains and the text about its
 * standing.
 */
export function mayChangeAddresses(holder: Holder): boolean {
  return holder.userType === 'unlimited' && can(holder, 'edit-tenants')
}

/**
 * True if this holder may manage the assays of their tenant. Only users of the whole tenant may, because others see
 * neither all assays nor all organisations that use one.
 */
export function mayKeepAssays(holder: Holder): boolean {
  return (holder.userType === 'tenant' && can(holder, 'edit-own-tenant')) || mayKeepTenants(holder)
}

/** True if this holder may merge two subjects and undo that. Merging moves tests and reveals who the subjects are. */
export function mayMergeSubjects(holder: Holder): boolean {
  return holder.userType !== 'patient' && can(holder, 'correct-tests') && can(holder, 'view-subjects')
}

/** True if this holder may correct and void test records: everybody who sees them, except patients. */
export function mayCorrectTests(holder: Holder): boolean {
  return can(holder, 'correct-tests') && mayReadRecordHistory(holder)
}

/**
 * True if this holder may send a result to the person who was tested: users who record or correct tests, and see them.
 */
export function maySendResults(holder: Holder): boolean {
  return can(holder, ['create-tests', 'correct-tests']) && mayReadRecordHistory(holder)
}

/**
 * True if this holder may import people and results from files: administrators of the tenant or of an organisation who may
 * do by hand what an import does.
 */
export function mayImport(holder: Holder): boolean {
  const isAdministrator = holder.userType === 'tenant' || holder.userType === 'organisation'
  return isAdministrator && can(holder, 'create-tests') && can(holder, 'view-tests') && can(holder, 'view-subjects')
}

/** True if this holder may undo an import, which voids tests. */
export function mayUndoImports(holder: Holder): boolean {
  return mayImport(holder) && mayCorrectTests(holder)
}

/**
 * True if this holder may read earlier versions of test records. Patients may not, because reasons and notes may name
 * somebody else.
 */
export function mayReadRecordHistory(holder: Holder): boolean {
  return can(holder, 'view-tests') && holder.userType !== 'patient'
}

/**
 * True for an operator, who may see the list of tenants. The server ensures that this is only possible on the
 * operator's host.
 */
export function maySeeTenants(holder: Holder): boolean {
  return holder.userType === 'unlimited' && can(holder, 'view-tenants')
}

/** True for an operator, who may leave entered records whatever permissions the entry gives. */
export function mayLeaveTenant(holder: Holder): boolean {
  return holder.userType === 'unlimited'
}

/** True if this holder, as an administrator of the tenant, may decide about operators' access to its records. */
export function mayAnswerOperators(holder: Holder): boolean {
  return holder.userType === 'tenant' && can(holder, 'edit-own-tenant')
}

/**
 * True if this holder, as an administrator of the tenant, may make and revoke tokens for machines. A token may reach the
 * whole tenant, so users who are bound to a place may not.
 */
export function mayKeepApiTokens(holder: Holder): boolean {
  return holder.userType === 'tenant' && can(holder, 'edit-own-tenant')
}

/** True if this holder, as an administrator of the tenant, may make webhooks, which tell of the whole tenant. */
export function mayKeepWebhooks(holder: Holder): boolean {
  return holder.userType === 'tenant' && can(holder, 'edit-own-tenant')
}

/** True if this holder, as an administrator of the tenant, may set the codes of its monthly report. */
export function mayKeepReportCodes(holder: Holder): boolean {
  return holder.userType === 'tenant' && can(holder, 'edit-own-tenant')
}

/** True if this holder, as an administrator of the tenant, may say what authorities are told. */
export function mayKeepNotificationRules(holder: Holder): boolean {
  return holder.userType === 'tenant' && can(holder, 'edit-own-tenant')
}

/** True if this holder, as an administrator of the tenant, may say in which order kits are used. */
export function mayKeepTestingAlgorithms(holder: Holder): boolean {
  return holder.userType === 'tenant' && can(holder, 'edit-own-tenant')
}

/** True if this holder may see sets of tests by an algorithm, which patients do not, because a single result of one is no finding. */
export function mayUseTestSets(holder: Holder): boolean {
  return mayReadRecordHistory(holder) && can(holder, 'view-subjects')
}

/**
 * True if this holder may see and do rounds. A round shows everybody of a group, and recording alone finds only those whose
 * email, names or IDs somebody can tell.
 */
export function mayDoRounds(holder: Holder): boolean {
  return can(holder, 'create-tests') && can(holder, 'view-subjects')
}

/** True if this holder may start a round now. */
export function mayStartRounds(holder: Holder): boolean {
  return mayDoRounds(holder) && whyCannotRecord(holder) === undefined
}

/** True if this holder may begin, stop and print sets of tests. */
export function mayMakeTestSets(holder: Holder): boolean {
  return mayUseTestSets(holder) && can(holder, 'create-tests')
}

/** True if this holder may see what authorities are to be told of the tests that they see, and tell it: it leaves Lateral as an export does. */
export function mayNotify(holder: Holder): boolean {
  return can(holder, 'export-tests') && mayReadRecordHistory(holder)
}

/**
 * True if this holder may see outbreaks, whose line list has tests and who was tested: everybody who sees both, except
 * patients.
 */
export function maySeeOutbreaks(holder: Holder): boolean {
  return mayReadRecordHistory(holder) && can(holder, 'view-subjects')
}

/** True if this holder may close an outbreak before its time. */
export function mayCloseOutbreaks(holder: Holder): boolean {
  return maySeeOutbreaks(holder) && can(holder, 'correct-tests')
}

/** True if this holder may save or print the line list of an outbreak. */
export function mayExportOutbreaks(holder: Holder): boolean {
  return maySeeOutbreaks(holder) && can(holder, 'export-tests')
}

/** True if this holder, as an administrator of the tenant, may say when positive tests are an outbreak. */
export function mayKeepOutbreakRules(holder: Holder): boolean {
  return maySeeOutbreaks(holder) && holder.userType === 'tenant' && can(holder, 'edit-own-tenant')
}

/** True if this holder may create, suspend and reactivate tenants: an operator who sees them. */
export function mayKeepTenants(holder: Holder): boolean {
  return maySeeTenants(holder) && can(holder, 'edit-tenants')
}

/**
 * True if this holder may read the audit trail. It covers the whole tenant, so users who are bound to a place may not.
 */
export function mayReadTrail(holder: Holder): boolean {
  return (holder.userType === 'tenant' || holder.userType === 'unlimited') && can(holder, 'view-audit')
}
