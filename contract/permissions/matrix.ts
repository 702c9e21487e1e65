import { defaultPermissions, permissions, userTypes, type Permission, type UserType } from './permissions.ts'

/** The user types of a tenant's own people. The operator's holds everything and is no tenant's to change. */
export const tenantTypes = userTypes.filter((type) => type !== 'unlimited')
export type TenantType = Exclude<UserType, 'unlimited'>

/** What each user type of a tenant holds. */
export type Matrix = Readonly<Record<TenantType, readonly Permission[]>>

/** A matrix as a tenant begins with it. */
export const usualMatrix: Matrix = defaultPermissions

const everybodyKeeps = ['view-own-user'] as const satisfies readonly Permission[]

/** What nobody can take from a type: without it somebody could not see themselves, or nobody could give anything back. */
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

/** What anybody who works with tests can be given: it shows and makes nothing beyond their own places. */
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
 * The most that each type can be given: what its scope can bear (`server/access/actor-predicate.ts`). What is the whole
 * tenant's, its settings and its audit, is for administrators of the tenant; changing places is for those who look after
 * them; a patient sees what is theirs; other tenants are the operator's.
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
 * What can be done about one permission of one type. `kept` is always held, `beyond` never; `implied` comes with another
 * one: the type `group` edits the users whom it sees (spec §6).
 */
export type Cell = 'free' | 'kept' | 'beyond' | 'implied'

export function cellOf(type: TenantType, permission: Permission): Cell {
  if (kept[type].includes(permission)) return 'kept'
  if (type === 'group' && permission === 'edit-users') return 'implied'
  return ceiling[type].includes(permission) ? 'free' : 'beyond'
}

/** Why a type cannot hold what a matrix gives it, or must hold what it does not. */
type Fault = 'permissionKept' | 'permissionBeyond' | 'permissionNeeds'

/** What is wrong with that a type holds this; undefined for what can be stored. */
export function faultOf(type: TenantType, held: readonly Permission[]): Fault | undefined {
  if (kept[type].some((permission) => !held.includes(permission))) return 'permissionKept'
  if (held.some((permission) => !ceiling[type].includes(permission))) return 'permissionBeyond'
  return held.some((permission) => !isServed(permission, held)) ? 'permissionNeeds' : undefined
}

/**
 * The matrix with one permission given to a type or taken from it, and with what goes with that: giving also gives what
 * it needs, taking also takes what needs it. What is fixed stays as it is.
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

/** The matrix with one type as it was in another one. */
export function withTypeOf(matrix: Matrix, type: TenantType, other: Matrix): Matrix {
  return { ...matrix, [type]: inOrder(other[type]) }
}

/** A change of one permission of one type. */
export interface CellChange {
  type: TenantType
  permission: Permission
  isHeld: boolean
}

/** What differs between two matrices, type by type. */
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

/** What a type holds as it is stored: each permission once, in the order of the list. */
export function inOrder(held: readonly Permission[]): Permission[] {
  return permissions.filter((permission) => held.includes(permission))
}

function isServed(permission: Permission, held: readonly Permission[]): boolean {
  return needs[permission]?.some((one) => held.includes(one)) ?? true
}

function missingFor(permission: Permission, held: readonly Permission[]): Permission[] {
  const [first] = needs[permission] ?? []
  return first === undefined || isServed(permission, held) ? [] : [first]
}
