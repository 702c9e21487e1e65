import { expect, test } from 'vitest'
import { defaultPermissions, userTypes, type UserType } from '../../contract/permissions/permissions.ts'
import { aUser } from '../testing/replies.ts'
import { linksFor } from './navigation-links.ts'

/** What each type is led to besides the dashboard, the tests, the invites, the users and the subjects. */
const places: Record<UserType, string[]> = {
  unlimited: ['/tenants', '/organisations', '/groups', '/own-tenant'],
  tenant: ['/organisations', '/groups', '/own-tenant'],
  organisation: ['/own-organisation', '/groups'],
  group: ['/own-organisation', '/own-group'],
  provider: ['/own-organisation', '/groups'],
  clinical: ['/own-organisation', '/own-group'],
  patient: [],
}

test.each(userTypes)('%s is led to the places that they may see', (userType) => {
  const links = linksFor({ userType, permissions: defaultPermissions[userType], features: [] })
  const isOfPlaces = (to: string) => /organisation|group|tenant/.test(to)
  expect(links.map(({ path }) => path.to ?? '').filter(isOfPlaces)).toEqual(places[userType])
})

test('who belongs nowhere yet is told so, where others are led to their own', () => {
  const links = linksFor({ userType: 'clinical', permissions: defaultPermissions.clinical, features: [] })
  const obstacles = (user: ReturnType<typeof aUser>) => links.flatMap(({ obstacle }) => obstacle?.(user) ?? [])
  expect(obstacles(aUser('clinical', { organisation: null, groups: [] }))).toEqual([
    'shell:noOrganisation',
    'shell:noGroup',
  ])
  const group = { id: '01998878-2800-7000-8000-000000000009', name: 'Ward 1', organisationId: 'o' }
  expect(obstacles(aUser('clinical', { organisation: { id: 'o', name: 'Homes' }, groups: [group] }))).toEqual([])
})
