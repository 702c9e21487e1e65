import { expect, test } from 'vitest'
import { defaultPermissions, type FeatureFlag, type UserType } from '../permissions/permissions.ts'
import { firstStepsFor } from './first-steps.ts'

const holder = (userType: UserType, features: FeatureFlag[] = []) => ({
  userType,
  permissions: defaultPermissions[userType],
  features,
})

test.each([
  ['tenant', ['brand', 'idPrefix', 'assays', 'places', 'colleagues', 'test']],
  ['organisation', ['places', 'colleagues', 'test']],
  ['group', ['colleagues', 'test']],
  ['provider', []],
  ['clinical', []],
  ['patient', []],
  ['unlimited', []],
] as const)('the type %s is led through what it may do itself', (userType, steps) => {
  expect(firstStepsFor(holder(userType))).toEqual(steps)
})

test('no first test is suggested if the tenant does not record tests on the web', () => {
  expect(firstStepsFor(holder('organisation', ['PREVENT_WEB_TEST_CREATION']))).toEqual(['places', 'colleagues'])
})
