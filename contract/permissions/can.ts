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

/** Whether this holder may merge two subjects into one and undo that: it moves tests, and shows who the subjects are. */
export function mayMergeSubjects(holder: Holder): boolean {
  return holder.userType !== 'patient' && can(holder, 'correct-tests') && can(holder, 'view-subjects')
}
