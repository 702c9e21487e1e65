/** User types (spec §6). The group administrator is type `group`. */
export const userTypes = ['unlimited', 'tenant', 'organisation', 'group', 'provider', 'clinical', 'patient'] as const
export type UserType = (typeof userTypes)[number]

/** Permission strings (spec §6, design §4). A user holds a list of them. */
export const permissions = [
  'login-dashboard',
  'view-own-user',
  'view-own-org',
  'view-own-tenant',
  'view-own-group',
  'view-own-subject',
  'view-tenants',
  'view-orgs',
  'view-groups',
  'view-users',
  'view-tests',
  'view-subjects',
  'view-invites',
  'view-audit',
  'edit-tenants',
  'edit-own-tenant',
  'edit-orgs',
  'edit-groups',
  'edit-users',
  'create-tests',
  'correct-tests',
  'export-tests',
  'invite-patients',
] as const
export type Permission = (typeof permissions)[number]

/** Feature flags of a tenant (spec §9). */
export const featureFlags = [
  'PREVENT_WEB_TEST_CREATION',
  'PREVENT_CLINICIAN_TESTING',
  'PREVENT_PATIENT_INVITES',
  'PREVENT_SELF_REGISTRATION',
  'PREVENT_SELF_REGISTRATION_WEB_LOGIN',
] as const
export type FeatureFlag = (typeof featureFlags)[number]

/** The permissions of an operator in a tenant's records: reading only. */
export const entryPermissions = [
  'login-dashboard',
  'view-own-tenant',
  'view-orgs',
  'view-groups',
  'view-users',
  'view-tests',
  'view-subjects',
  'view-invites',
  'view-audit',
] as const satisfies readonly Permission[]

const everyone = ['view-own-user', 'login-dashboard'] as const satisfies readonly Permission[]

/** The default permissions of each user type (design §4). They are stored for each tenant and can be edited there. */
export const defaultPermissions: Record<UserType, readonly Permission[]> = {
  unlimited: permissions,
  tenant: [
    ...everyone,
    'view-own-tenant',
    'view-orgs',
    'view-groups',
    'view-users',
    'view-tests',
    'view-subjects',
    'view-invites',
    'edit-users',
    'edit-orgs',
    'edit-groups',
    'edit-own-tenant',
    'create-tests',
    'correct-tests',
    'export-tests',
    'invite-patients',
    'view-audit',
  ],
  organisation: [
    ...everyone,
    'view-own-org',
    'view-groups',
    'view-users',
    'view-tests',
    'view-subjects',
    'view-invites',
    'edit-users',
    'edit-groups',
    'create-tests',
    'correct-tests',
    'export-tests',
    'invite-patients',
  ],
  group: [
    ...everyone,
    'view-own-org',
    'view-own-group',
    'view-users',
    'view-tests',
    'view-subjects',
    'view-invites',
    'create-tests',
    'correct-tests',
    'export-tests',
    'invite-patients',
  ],
  provider: [...everyone, 'view-own-org', 'view-groups', 'view-tests', 'view-subjects', 'create-tests', 'export-tests'],
  clinical: [...everyone, 'view-own-org', 'view-own-group', 'view-tests', 'view-subjects', 'create-tests'],
  patient: [...everyone, 'view-own-subject', 'view-tests'],
}
