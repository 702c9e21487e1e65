import { expect, test } from 'vitest'
import { defaultPermissions, userTypes, type UserType } from '../../contract/permissions/permissions.ts'
import { aUser } from '../testing/replies.ts'
import { linksFor, sectionsFor } from './navigation-links.ts'

/** The links of each type besides the dashboard, the tests, the invites, the users and the subjects. */
const places: Record<UserType, string[]> = {
  unlimited: ['/tenants', '/own-tenant'],
  tenant: ['/organisations', '/groups', '/own-tenant'],
  organisation: ['/own-organisation', '/groups'],
  group: ['/own-organisation', '/own-group'],
  provider: ['/own-organisation', '/groups'],
  clinical: ['/own-organisation', '/own-group'],
  patient: [],
}

test.each(userTypes)('%s sees links to the places that they may see', (userType) => {
  const links = linksFor({ userType, permissions: defaultPermissions[userType], features: [] }, { entry: null })
  const isOfPlaces = (to: string) => /organisation|group|tenant/.test(to)
  expect(links.map(({ path }) => path.to ?? '').filter(isOfPlaces)).toEqual(places[userType])
})

test('a user without a place is told so, and others are led to their own', () => {
  const links = linksFor(
    { userType: 'clinical', permissions: defaultPermissions.clinical, features: [] },
    { entry: null },
  )
  const obstacles = (user: ReturnType<typeof aUser>) => links.flatMap(({ obstacle }) => obstacle?.(user) ?? [])
  expect(obstacles(aUser('clinical', { organisation: null, groups: [] }))).toEqual([
    'shell:noOrganisation',
    'shell:noGroup',
  ])
  const group = { id: '01998878-2800-7000-8000-000000000009', name: 'Ward 1', organisationId: 'o' }
  expect(obstacles(aUser('clinical', { organisation: { id: 'o', name: 'Homes' }, groups: [group] }))).toEqual([])
})

test('links stand in sections, and a section without permitted links is left out', () => {
  const namesFor = (userType: UserType) =>
    sectionsFor({ userType, permissions: defaultPermissions[userType], features: [] }, { entry: null }).map(
      ({ label, links }) => [label, links.map((link) => link.label)],
    )
  expect(namesFor('tenant')).toEqual([
    [undefined, ['shell:page.dashboard']],
    ['shell:section.testing', ['shell:page.testRecords', 'shell:inProgress', 'shell:page.assays']],
    [
      'shell:section.places',
      [
        'shell:page.subjects',
        'shell:page.invites',
        'shell:page.users',
        'shell:page.organisations',
        'shell:page.groups',
      ],
    ],
    ['shell:section.quality', ['shell:page.audit']],
    ['shell:section.tenant', ['shell:page.ownTenant']],
  ])
  expect(namesFor('patient')).toEqual([
    [undefined, ['shell:page.myResults']],
    ['shell:section.testing', ['shell:page.testRecords']],
  ])
})

test('an operator sees links to lists of people and places only inside the records that they entered', () => {
  const holder = { userType: 'unlimited', permissions: defaultPermissions.unlimited, features: [] } as const
  const labels = (entry: { endsAt: string } | null) => linksFor(holder, { entry }).map(({ label }) => label)
  expect(labels(null)).toEqual([
    'shell:page.dashboard',
    'shell:page.tenants',
    'shell:page.assayCatalogue',
    'shell:page.audit',
    'shell:page.ownTenant',
  ])
  expect(labels({ endsAt: '2026-01-01T00:00:00Z' })).toContain('shell:page.subjects')
})
