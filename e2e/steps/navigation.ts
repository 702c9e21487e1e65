import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { defaultPermissions, type Permission, type UserType } from '../../contract/permissions/permissions.ts'
import type { PhraseKey } from '../../contract/phrases/translate.ts'
import type { TenantSlug } from '../stage/demo.ts'
import type { Visit } from '../stage/visit.ts'

/**
 * Checks that the navigation has exactly the links of the user type's permissions, and Record Test for those who may.
 */
export async function expectNavigation(
  { page, t, tenant }: Visit,
  userType: UserType,
  prevented: readonly Permission[] = [],
): Promise<void> {
  const held = defaultPermissions[userType].filter((permission) => !prevented.includes(permission))
  const ownOrAll = (all: Permission, list: PhraseKey, own: Permission, page: PhraseKey) =>
    held.includes(all) ? [t(list)] : held.includes(own) ? [t(page)] : []
  // An operator belongs to no place, so lists of places and people would be empty.
  const ofPlaces = [
    ...(held.includes('view-tests') ? [t('shell:page.testRecords')] : []),
    ...(held.includes('create-tests') ? [t('shell:page.rounds'), t('shell:inProgress')] : []),
    ...(held.includes('view-tests') && held.includes('view-subjects') ? [t('shell:page.outbreaks')] : []),
    ...(held.includes('view-tests') && held.includes('view-subjects') ? [t('shell:page.testingAlgorithms')] : []),
    ...(userType === 'tenant' && held.includes('edit-own-tenant') ? [t('shell:page.assays')] : []),
    ...(held.includes('view-subjects') ? [t('shell:page.subjects')] : []),
    ...(held.includes('view-invites') ? [t('shell:page.invites')] : []),
    ...(held.includes('view-users') ? [t('shell:page.users')] : []),
    ...ownOrAll('view-orgs', 'shell:page.organisations', 'view-own-org', 'shell:page.ownOrganisation'),
    ...ownOrAll('view-groups', 'shell:page.groups', 'view-own-group', 'shell:page.ownGroup'),
  ]
  const wanted = [
    t(userType === 'patient' ? 'shell:page.myResults' : 'shell:page.dashboard'),
    ...(userType === 'unlimited' ? [t('shell:page.tenants'), t('shell:page.assayCatalogue')] : ofPlaces),
    ...(userType !== 'unlimited' && held.includes('export-tests')
      ? [...(tenant !== 'meadow' ? [t('shell:page.notifications')] : []), t('shell:page.monthlyReport')]
      : []),
    ...(held.includes('view-audit') ? [t('shell:page.audit')] : []),
    ...(held.includes('view-own-tenant') ? [t('shell:page.ownTenant')] : []),
  ]
  await page.getByRole('button', { name: new RegExp(`^${t('shell:userMenu', { name: '' })}`) }).waitFor()
  const menu = page.getByRole('button', { name: t('shell:openNavigation') })
  if (await menu.isVisible()) await menu.click()
  const navigation = page.getByRole('navigation', { name: t('shell:mainNavigation') })
  await navigation.waitFor()
  await unfold(navigation)
  const links = await navigation.getByRole('link').allInnerTexts()
  // A number of tests that other journeys have started may follow the words.
  expect(links.map((words) => words.split('\n')[0])).toEqual(wanted)
  const record = page.getByRole('link', { name: t('shell:recordTest') })
  expect((await record.count()) > 0).toBe(held.includes('create-tests'))
}

/** Opens the groups of links that are folded because the screen is too low for all of them. */
export async function unfold(navigation: Locator): Promise<void> {
  const folded = navigation.locator('details:not([open]) > summary')
  for (const group of (await folded.all()).toReversed()) await group.click()
}

/** A list in the navigation, with the number of forms that it and the page of a row offer. */
export interface List {
  link: PhraseKey
  adds: number
  changes: number
}

const subjects: List = { link: 'shell:page.subjects', adds: 0, changes: 1 }
/** The list of subjects for users who may also merge them. */
const mergedSubjects: List = { ...subjects, changes: 2 }
const users: List = { link: 'shell:page.users', adds: 1, changes: 1 }
const organisations: List = { link: 'shell:page.organisations', adds: 1, changes: 1 }
/** One form is for the tenant's own assays, and one for the catalogue. */
const assays: List = { link: 'shell:page.assays', adds: 2, changes: 1 }
const groups: List = { link: 'shell:page.groups', adds: 1, changes: 1 }

/** The lists of places and people that each type sees, with the permitted actions (spec §6, design §4). */
export const listsByType: readonly {
  tenant: TenantSlug
  userType: UserType
  lists: readonly List[]
  own: readonly PhraseKey[]
}[] = [
  {
    tenant: 'cascade',
    userType: 'tenant',
    lists: [mergedSubjects, users, organisations, groups, assays, { link: 'shell:page.audit', adds: 0, changes: 0 }],
    own: ['shell:page.ownTenant'],
  },
  {
    tenant: 'harbour',
    userType: 'organisation',
    lists: [mergedSubjects, users, groups],
    own: ['shell:page.ownOrganisation'],
  },
  {
    tenant: 'harbour',
    userType: 'group',
    lists: [mergedSubjects, users],
    own: ['shell:page.ownOrganisation', 'shell:page.ownGroup'],
  },
  {
    tenant: 'meadow',
    userType: 'provider',
    lists: [subjects, { ...groups, adds: 0, changes: 0 }],
    own: ['shell:page.ownOrganisation'],
  },
  {
    tenant: 'meadow',
    userType: 'clinical',
    lists: [subjects],
    own: ['shell:page.ownOrganisation', 'shell:page.ownGroup'],
  },
]
