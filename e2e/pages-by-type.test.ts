import { expect } from 'vitest'
import type { UserType } from '../contract/permissions/permissions.ts'
import type { PhraseKey } from '../contract/phrases/translate.ts'
import type { TenantSlug } from './stage/demo.ts'
import { journey } from './stage/journey.ts'
import { expectNothingSideways } from './stage/screen-checks.ts'
import { desktop, phone, type Visit } from './stage/visit.ts'

/** A list in the navigation, with the number of forms that it and the page of a row offer. */
interface List {
  link: PhraseKey
  adds: number
  changes: number
}

const subjects: List = { link: 'shell:subjects', adds: 0, changes: 1 }
/** The list of subjects for users who may also merge them. */
const mergedSubjects: List = { ...subjects, changes: 2 }
const users: List = { link: 'shell:users', adds: 1, changes: 1 }
const organisations: List = { link: 'shell:organisations', adds: 1, changes: 1 }
/** One form is for the tenant's own assays, and one for the catalogue. */
const assays: List = { link: 'shell:assays', adds: 2, changes: 1 }
const groups: List = { link: 'shell:groups', adds: 1, changes: 1 }

/** The lists of places and people that each type sees, with the permitted actions (spec §6, design §4). */
const found: readonly { tenant: TenantSlug; userType: UserType; lists: readonly List[]; own: readonly PhraseKey[] }[] =
  [
    {
      tenant: 'cascade',
      userType: 'tenant',
      lists: [mergedSubjects, users, organisations, groups, assays, { link: 'shell:audit', adds: 0, changes: 0 }],
      own: ['shell:ownTenant'],
    },
    {
      tenant: 'harbour',
      userType: 'organisation',
      lists: [mergedSubjects, users, groups],
      own: ['shell:ownOrganisation'],
    },
    {
      tenant: 'harbour',
      userType: 'group',
      lists: [mergedSubjects, users],
      own: ['shell:ownOrganisation', 'shell:ownGroup'],
    },
    {
      tenant: 'meadow',
      userType: 'provider',
      lists: [subjects, { ...groups, adds: 0, changes: 0 }],
      own: ['shell:ownOrganisation'],
    },
    { tenant: 'meadow', userType: 'clinical', lists: [subjects], own: ['shell:ownOrganisation', 'shell:ownGroup'] },
  ]

for (const { tenant, userType, lists, own } of found) {
  journey(`${userType} at ${tenant}: each list, page and form, at a desk and on a phone`, async ({ visit }) => {
    const user = await visit({ tenant, as: userType })
    await user.go('/')
    for (const list of lists) await walkThrough(user, list)
    for (const link of own) {
      await follow(user, link)
      await user.page.locator('main dl').first().waitFor()
      await expectToFit(user)
    }
  })
}

journey(
  'the operator is led to no list that is empty for them, finds it so by its address, and adds nobody',
  async ({ visit }) => {
    const operator = await visit({ tenant: 'operator', as: 'unlimited' })
    const { page, t } = operator
    await operator.go('/users')
    await page
      .locator('[data-row]')
      .or(page.getByText(t('users:empty.title')))
      .first()
      .waitFor()
    await expect.poll(() => page.getByRole('link', { name: t('users:create') }).count()).toBe(0)
    for (const [address, link, empty] of [
      ['/organisations', 'shell:organisations', 'organisations:empty.title'],
      ['/groups', 'shell:groups', 'groups:empty.title'],
    ] as const) {
      await operator.turnTo(address)
      await page.getByText(t(empty)).waitFor()
      const navigation = page.getByRole('navigation', { name: t('shell:mainNavigation') })
      expect(await navigation.getByRole('link', { name: t(link), exact: true }).count()).toBe(0)
      await expectToFit(operator)
    }
  },
)

/** Goes from the list to a row, and to each form that is offered on the way, of which there must be no others. */
async function walkThrough(user: Visit, { link, adds, changes }: List): Promise<void> {
  const { page } = user
  await follow(user, link)
  const beside = page.getByRole('complementary')
  // The row that was open beside the previous list is gone with that list.
  await beside.locator('dl').first().waitFor({ state: 'detached' })
  const row = page.locator('[data-row]').first()
  await row.waitFor()
  await expectToFit(user)
  const form = page.locator('main a[data-form]')
  expect([link, await form.count()]).toEqual([link, adds])
  if (adds > 0) await openAndClose(user)
  await row.click()
  await beside.locator('dl').first().waitFor()
  await expectToFit(user)
  // At the width of a desk, it is again drawn beside the list.
  await beside.locator('dl').first().waitFor()
  const edit = beside.locator('a[data-form]')
  expect([link, await edit.count()]).toEqual([link, changes])
  if (changes > 0) await openAndClose(user, 'aside a[data-form]')
}

async function openAndClose(user: Visit, link = 'main a[data-form]'): Promise<void> {
  // The catalogue of test kits and the comparison of subjects are panels without a form.
  const links = user.page.locator(link)
  await (link.startsWith('aside') ? links.first() : links.last()).click()
  const form = user.page.getByRole('dialog').getByRole('form')
  await form.getByRole('button').last().waitFor()
  await expectToFit(user)
  await user.page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
}

async function follow({ page, t }: Visit, link: PhraseKey): Promise<void> {
  await page
    .getByRole('navigation', { name: t('shell:mainNavigation') })
    .getByRole('link', { name: t(link), exact: true })
    .click()
}

/** Checks that the content of the wide screen is there on a phone, and that nothing is wider than the screen. */
async function expectToFit({ page }: Visit): Promise<void> {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    await page.locator('h1, h2').first().waitFor()
    await expectNothingSideways(page, `${page.url()} at ${size.width}`)
  }
}
