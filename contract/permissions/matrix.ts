import { defaultPermissions, permissions, userTypes, type Permission, type UserType } from './permissions.ts'

/** The user types within a tenant. The operator's type holds every permission, and no tenant can change it. */
export const tenantTypes = userTypes.filter((type) => type !== 'unlimited')
export type TenantType = Exclude<UserType, 'unlimited'>

export type Matrix = Readonly<Record<TenantType, readonly Permission[]>>

export const usualMatrix: Matrix = defaultPermissions

const everybodyKeeps = ['view-own-user'] as const satisfies readonly Permission[]

/**
 * Permissions that cannot be taken from a type: without them its users could not see themselves, or nobody could
 * restore a permission.
 */
const kept: Readonly<Record<TenantType, readonly Permission[]>> = {
  tenant: [
    ...everybodyKeeps,
    'login-dashboard',
    'view-own-tenant',
    'edit-own-tenant',
    'view-users',
    'edit-users',
    'view-orgs',
    'view-groups',
  ],
  organisation: everybodyKeeps,
  group: everybodyKeeps,
  provider: everybodyKeeps,
  clinical: everybodyKeeps,
  patient: everybodyKeeps,
}

/**
 * Permissions that any type working with tests can be given: they reveal and create nothing beyond the user's own
 * places.
 */
const ofStaff = [
  'view-own-user',
  'login-dashboard',
  'view-own-org',
  'view-orgs',
  'view-groups',
  'view-users',
  'view-tests',
  'view-subjects',
  'view-invites',
  'create-tests',
  'correct-tests',
  'export-tests',
  'invite-patients',
] as const satisfies readonly Permission[]

/**
 * The most that each type can be given, as far as its scope allows (`server/access/actor-predicate.ts`). Tenant-wide
 * settings and the audit trail are for administrators of the tenant, changing places is for the types that manage them,
 * patients see only their own data, and other tenants are for operators.
 */
const ceiling: Readonly<Record<TenantType, readonly Permission[]>> = {
  tenant: [
    ...ofStaff.filter((permission) => permission !== 'view-own-org'),
    'edit-users',
    'edit-orgs',
    'edit-groups',
    'view-own-tenant',
    'edit-own-tenant',
    'view-audit',
  ],
  organisation: [...ofStaff, 'edit-users', 'edit-orgs', 'edit-groups'],
  group: [...ofStaff, 'view-own-group'],
  provider: ofStaff,
  clinical: [...ofStaff, 'view-own-group'],
  patient: [...everybodyKeeps, 'login-dashboard', 'view-own-subject', 'view-tests'],
}

/** Permissions that are of no use without one of these. */
const needs: Partial<Record<Permission, readonly [Permission, ...Permission[]]>> = {
  'correct-tests': ['view-tests'],
  'export-tests': ['view-tests'],
  'invite-patients': ['view-invites'],
  'edit-users': ['view-users'],
  'edit-groups': ['view-groups'],
  'edit-orgs': ['view-orgs', 'view-own-org'],
  'edit-own-tenant': ['view-own-tenant'],
}

/**
 * The state of one permission for one type. `kept` is always held, `beyond` never; `implied` follows from another
 * permission: the type `group` edits the users whom it sees (spec §6).
 */
export type Cell = 'free' | 'kept' | 'beyond' | 'implied'

export function cellOf(type: TenantType, permission: Permission): Cell {
  if (kept[type].includes(permission)) return 'kept'
  if (type === 'group' && permission === 'edit-users') return 'implied'
  return ceiling[type].includes(permission) ? 'free' : 'beyond'
}

/** Why a type cannot have a permission that the matrix gives it, or must have one that the matrix does not. */
type Fault = 'permissionKept' | 'permissionBeyond' | 'permissionNeeds'

/** The reason why these permissions of a type cannot be stored; undefined if they can. */
export function faultOf(type: TenantType, held: readonly Permission[]): Fault | undefined {
  if (kept[type].some((permission) => !held.includes(permission))) return 'permissionKept'
  if (held.some((permission) => !ceiling[type].includes(permission))) return 'permissionBeyond'
  return held.some((permission) => !isServed(permission, held)) ? 'permissionNeeds' : undefined
}

/**
 * Gives a type one permission or takes it away, with the consequences: giving also gives what it needs, and taking also
 * takes what needs it. Fixed cells stay as they are.
 */
export function changed(
  matrix: Matrix,
  { type, permission, isHeld }: { type: TenantType; permission: Permission; isHeld: boolean },
): Matrix {
  if (cellOf(type, permission) !== 'free') return matrix
  const before = matrix[type]
  const wanted = isHeld
    ? [...before, permission, ...missingFor(permission, before)]
    : before.filter((one) => one !== permission)
  return { ...matrix, [type]: inOrder(wanted.filter((one) => isServed(one, wanted))) }
}

/** Returns the matrix with one type's permissions from another matrix. */
export function withTypeOf(matrix: Matrix, type: TenantType, other: Matrix): Matrix {
  return { ...matrix, [type]: inOrder(other[type]) }
}

export interface CellChange {
  type: TenantType
  permission: Permission
  isHeld: boolean
}

export function differences(from: Matrix, to: Matrix): CellChange[] {
  return tenantTypes.flatMap((type) => [
    ...from[type]
      .filter((permission) => !to[type].includes(permission))
      .map((permission) => ({ type, permission, isHeld: false })),
    ...to[type]
      .filter((permission) => !from[type].includes(permission))
      .map((permission) => ({ type, permission, isHeld: true })),
  ])
}

/** The permissions of a type in the stored form: each once, in the order of the list. */
export function inOrder(held: readonly Permission[]): Permission[] {
  return permissions.filter((permission) => held.includes(permission))
}

/** Tells whether a permission is of use beside these. */
export function isServed(permission: Permission, held: readonly Permission[]): boolean {
  return needs[permission]?.some((one) => held.includes(one)) ?? true
}

function missingFor(permission: Permission, held: readonly Permission[]): Permission[] {
  const [first] = needs[permission] ?? []
  return first === undefined || isServed(permission, held) ? [] : [first]
}
