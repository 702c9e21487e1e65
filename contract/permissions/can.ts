import type { FeatureFlag, Permission, UserType } from './permissions.ts'

/** The least that must be known of somebody to decide what they may do. */
export interface Holder {
  userType: UserType
  permissions: readonly Permission[]
  features: readonly FeatureFlag[]
}

/** Whether the holder has this permission, or at least one of these. The server's answer is the one that counts. */
export function can(holder: Holder, wanted: Permission | readonly Permission[]): boolean {
  const list = typeof wanted === 'string' ? [wanted] : wanted
  return list.some((permission) => holder.permissions.includes(permission))
}

/**
 * What somebody holds of what the tenant gives their type: a patient who made their own account is led to the mobile app, and does
 * not log in on the web, while PREVENT_SELF_REGISTRATION_WEB_LOGIN is set (spec §6).
 */
export function heldBy({ userType, permissions, features }: Holder, isInvited: boolean): readonly Permission[] {
  const isOfTheApp = userType === 'patient' && !isInvited && features.includes('PREVENT_SELF_REGISTRATION_WEB_LOGIN')
  return isOfTheApp ? permissions.filter((permission) => permission !== 'login-dashboard') : permissions
}

/** Why this holder cannot record a test, or undefined when they can (flags of spec §6). */
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

/** Whether app-store badges are for this user type (spec §6: patients and clinicians). */
export function canViewAppDownloads(userType: UserType): boolean {
  return userType === 'patient' || userType === 'clinical'
}

/**
 * Whether this holder may edit users of their scope (spec §6: the type group may without the permission, as far as it sees
 * users; patients edit only themselves).
 */
export function mayEditUsers(holder: Holder): boolean {
  return can(holder, 'edit-users') || (holder.userType === 'group' && can(holder, 'view-users'))
}

/** Whether this holder may add users. Whom they could add belongs to no place that the operator or a patient sees. */
export function mayAddUsers(holder: Holder): boolean {
  return mayEditUsers(holder) && holder.userType !== 'unlimited' && holder.userType !== 'patient'
}

/**
 * Whether this holder may create, suspend and reactivate organisations: as a user of the whole tenant who sees them all,
 * because others see no organisation but their own, and would lock themselves out with it.
 */
export function mayKeepOrganisations(holder: Holder): boolean {
  return holder.userType === 'tenant' && can(holder, 'edit-orgs') && can(holder, 'view-orgs')
}

/** Whether this holder may create groups. Who is bound to groups would not see what they created. */
export function mayCreateGroups(holder: Holder): boolean {
  const isBoundToGroups = !['tenant', 'organisation', 'provider'].includes(holder.userType)
  return !isBoundToGroups && can(holder, 'edit-groups') && can(holder, 'view-groups')
}

/** Whether this holder may change what only the operator may of a tenant: its slug, its domains and why it stands as it does. */
export function mayChangeAddresses(holder: Holder): boolean {
  return holder.userType === 'unlimited' && can(holder, 'edit-tenants')
}

/**
 * Whether this holder may keep the assays of their tenant: as a user of the whole tenant, because others see neither all
 * assays nor all organisations that use one.
 */
export function mayKeepAssays(holder: Holder): boolean {
  return (holder.userType === 'tenant' && can(holder, 'edit-own-tenant')) || mayKeepTenants(holder)
}

/** Whether this holder may merge two subjects into one and undo that: it moves tests, and shows who the subjects are. */
export function mayMergeSubjects(holder: Holder): boolean {
  return holder.userType !== 'patient' && can(holder, 'correct-tests') && can(holder, 'view-subjects')
}

/** Whether this holder may correct and void test records: whoever sees them, and is no patient. */
export function mayCorrectTests(holder: Holder): boolean {
  return can(holder, 'correct-tests') && mayReadRecordHistory(holder)
}

/** Whether this holder may send a result to the person who was tested: whoever records or corrects tests, and sees them. */
export function maySendResults(holder: Holder): boolean {
  return can(holder, ['create-tests', 'correct-tests']) && mayReadRecordHistory(holder)
}

/** Whether this holder may read what test records said before: reasons and notes may name somebody else, so patients do not. */
export function mayReadRecordHistory(holder: Holder): boolean {
  return can(holder, 'view-tests') && holder.userType !== 'patient'
}

/** Whether this holder may see which tenants there are: as an operator. Of the operator's host only, which the server makes sure of. */
export function maySeeTenants(holder: Holder): boolean {
  return holder.userType === 'unlimited' && can(holder, 'view-tenants')
}

/** Whether this holder may leave the records that they entered, whatever they hold meanwhile: as an operator. */
export function mayLeaveTenant(holder: Holder): boolean {
  return holder.userType === 'unlimited'
}

/** Whether this holder may say how operators get to the records of the tenant: as one of its administrators. */
export function mayAnswerOperators(holder: Holder): boolean {
  return holder.userType === 'tenant' && can(holder, 'edit-own-tenant')
}

/** Whether this holder may create, suspend and reactivate tenants: as an operator who sees them. */
export function mayKeepTenants(holder: Holder): boolean {
  return maySeeTenants(holder) && can(holder, 'edit-tenants')
}

/** Whether this holder may read the audit trail, which is that of the whole tenant: who is bound to a place sees less than it tells. */
export function mayReadTrail(holder: Holder): boolean {
  return (holder.userType === 'tenant' || holder.userType === 'unlimited') && can(holder, 'view-audit')
}
