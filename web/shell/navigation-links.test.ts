import { isRedirect } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import {
  defaultPermissions,
  userTypes,
  type Permission,
  type UserType,
} from '../../contract/permissions/permissions.ts'
import { cachePreferences } from '../preferences/preferences-cache.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { makeRouter } from '../router.ts'
import { userQuery } from '../session/queries.ts'
import { aUser, somePreferences } from '../testing/replies.ts'
import { fewestToFold, leadsTo, leastHeight, linksFor, sectionsFor } from './navigation-links.ts'

const holderOf = (userType: UserType) => ({ userType, permissions: defaultPermissions[userType], features: [] })
const pathsFor = (userType: UserType) =>
  linksFor(holderOf(userType), { entry: null, kind: 'human' }).map(({ path }) => String(path.to))

test.each(userTypes)('every link that %s sees leads to a page that admits them', async (userType) => {
  cachePreferences(somePreferences())
  await loadPreferences()
  const { router, queries } = makeRouter()
  queries.setQueryData(userQuery.queryKey, aUser(userType))
  const paths = pathsFor(userType)
  expect(paths).toContain('/')
  const refused = paths.filter((path) => {
    const route = router.routesByPath[path as '/'] // every link has a page
    try {
      route.options.beforeLoad?.({
        context: { queries },
        location: { pathname: path },
        search: {},
        params: {},
      } as never)
      return false
    } catch (thrown) {
      // A refused page leads to the dashboard, while the tenant's page leads to its first tab.
      if (isRedirect(thrown)) return thrown.options.to === '/'
      throw thrown
    }
  })
  expect(refused).toEqual([])
})

test.each<[all: Permission, list: string, own: Permission, page: string]>([
  ['view-orgs', '/organisations', 'view-own-org', '/own-organisation'],
  ['view-groups', '/groups', 'view-own-group', '/own-group'],
])('holders of %s see %s, and others with %s see %s', (all, list, own, page) => {
  for (const userType of userTypes.filter((type) => type !== 'unlimited')) {
    const held = defaultPermissions[userType]
    const wanted = held.includes(all) ? [list] : held.includes(own) ? [page] : []
    expect([userType, pathsFor(userType).filter((path) => path === list || path === page)]).toEqual([userType, wanted])
  }
})

test('a user without a place is told so, and others are led to their own', () => {
  const links = linksFor(holderOf('clinical'), { entry: null, kind: 'human' })
  const obstacles = (user: ReturnType<typeof aUser>) => links.flatMap(({ obstacle }) => obstacle?.(user) ?? [])
  expect(obstacles(aUser('clinical', { organisation: null, groups: [] }))).toEqual([
    'shell:noOrganisation',
    'shell:noGroup',
  ])
  const group = { id: '01998878-2800-7000-8000-000000000009', name: 'Ward 1', organisationId: 'o' }
  expect(obstacles(aUser('clinical', { organisation: { id: 'o', name: 'Homes' }, groups: [group] }))).toEqual([])
})

test('links stand in sections, and a section without permitted links is left out', () => {
  const labelsFor = (userType: UserType) =>
    sectionsFor(holderOf(userType), { entry: null, kind: 'human' }).map(({ label, links }) => [
      label,
      links.map((link) => link.label),
    ])
  expect(Object.fromEntries(labelsFor('tenant'))).toMatchObject({
    undefined: ['shell:page.dashboard'],
    'shell:section.places': expect.arrayContaining(['shell:page.subjects', 'shell:page.organisations']),
    'shell:section.tenant': ['shell:page.ownTenant'],
  })
  expect(labelsFor('patient')).toEqual([
    [undefined, ['shell:page.myResults']],
    ['shell:section.testing', ['shell:page.testRecords']],
  ])
})

test('where animals are tested no heading speaks of people', () => {
  const labels = sectionsFor(holderOf('tenant'), { entry: null, kind: 'non-human' }).map(({ label }) => label)
  expect(labels).toContain('shell:section.placesOther')
  expect(labels).not.toContain('shell:section.places')
})

test('an operator sees links to lists of people and places only inside the records that they entered', () => {
  const labelsOf = (entry: { endsAt: string } | null) =>
    linksFor(holderOf('unlimited'), { entry, kind: 'human' }).map(({ label }) => label)
  const ofPlaces = ['shell:page.testRecords', 'shell:page.subjects', 'shell:page.users', 'shell:page.groups']
  expect(labelsOf({ endsAt: '2026-01-01T00:00:00Z' })).toEqual(expect.arrayContaining(ofPlaces))
  const outside = labelsOf(null)
  expect(outside).toEqual(expect.arrayContaining(['shell:page.dashboard', 'shell:page.tenants', 'shell:page.audit']))
  expect(outside.filter((label) => ofPlaces.includes(label))).toEqual([])
})

test('rounds stand beside tests', () => {
  expect(pathsFor('tenant').slice(1, 3)).toEqual(['/test-records', '/rounds'])
})

test('on the screen of a notebook only what fits is unfolded for whoever sees everything', () => {
  const all = sectionsFor(holderOf('tenant'), { entry: null, kind: 'human' })
  const foldable = all.filter(({ label, links }) => label !== undefined && links.length >= fewestToFold)
  const folded = (height: number) =>
    foldable.filter((section) => leastHeight(all, section) > height).map(({ label }) => label)
  expect(folded(900)).toEqual(['shell:section.quality'])
  expect(folded(700)).toEqual(['shell:section.places', 'shell:section.quality'])
  expect(folded(1080)).toEqual([])
})

test.each([
  ['/imports/new', '/test-records'],
  ['/test-sets/1', '/testing-algorithms'],
  ['/rounds/1', '/rounds'],
])('%s belongs to the link to %s', (pathname, wanted) => {
  const links = linksFor(holderOf('tenant'), { entry: null, kind: 'human' })
  expect(links.filter((link) => leadsTo(link, pathname)).map(({ path }) => path.to)).toEqual([wanted])
})
