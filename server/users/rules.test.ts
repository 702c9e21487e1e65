import { describe, expect, it } from 'vitest'
import { defaultPermissions, userTypes, type UserType } from '../../contract/permissions/permissions.ts'
import { grantableTypes, mayChange } from './rules.ts'

const usual = new Map(userTypes.map((type) => [type, defaultPermissions[type]]))
const granter = (userType: UserType) => ({ userType, permissions: defaultPermissions[userType] })

/** The types that each type grants under the default permissions. */
const table: Record<UserType, UserType[]> = {
  unlimited: [],
  tenant: ['tenant', 'organisation', 'group', 'provider', 'clinical'],
  organisation: ['organisation', 'group', 'provider', 'clinical'],
  group: ['group', 'clinical'],
  provider: ['provider', 'clinical'],
  clinical: ['clinical'],
  patient: [],
}

describe.each(userTypes)('%s', (type) => {
  it.each(userTypes)(`grants %s according to the reviewed table`, (granted) => {
    expect(grantableTypes(granter(type), usual).includes(granted)).toBe(table[type].includes(granted))
  })

  it('may change those whom it could grant, and patients', () => {
    const changed = userTypes.filter((other) => mayChange(granter(type), other, usual))
    expect(changed.toSorted()).toEqual([...table[type], 'patient'].toSorted())
  })
})

it('a type with more permissions than the granter ranks above them', () => {
  const changed = new Map([...usual, ['clinical', [...defaultPermissions.clinical, 'view-audit']] as const])
  expect(grantableTypes(granter('group'), changed)).toEqual(['group'])
  expect(mayChange(granter('group'), 'clinical', changed)).toBe(false)
  expect(grantableTypes(granter('tenant'), changed)).toContain('clinical')
})

it('the permission to see all of a kind includes seeing one’s own', () => {
  const own = new Map([['clinical', ['view-own-org', 'view-own-group']] as const])
  const seesAll = { userType: 'group', permissions: ['view-orgs', 'view-groups'] } as const
  expect(grantableTypes(seesAll, own)).toEqual(['group', 'clinical'])
  expect(grantableTypes({ ...seesAll, permissions: ['view-groups'] }, own)).toEqual(['group'])
})
