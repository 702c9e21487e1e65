import { expect } from 'vitest'
import type { PhraseKey } from '../contract/phrases/translate.ts'
import { journey } from './stage/journey.ts'
import { expectNothingSideways } from './stage/screen-checks.ts'
import { desktop, phone, type Visit } from './stage/visit.ts'
import { listsByType, unfold, type List } from './steps/navigation.ts'

for (const { tenant, userType, lists, own } of listsByType) {
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
    await expect.poll(() => page.getByRole('link', { name: t('shell:page.newUser') }).count()).toBe(0)
    for (const [address, link, empty] of [
      ['/organisations', 'shell:page.organisations', 'organisations:empty.title'],
      ['/groups', 'shell:page.groups', 'groups:empty.title'],
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
  const navigation = page.getByRole('navigation', { name: t('shell:mainNavigation') })
  await unfold(navigation)
  await navigation.getByRole('link', { name: t(link), exact: true }).click()
}

/** Checks that the content of the wide screen is there on a phone, and that nothing is wider than the screen. */
async function expectToFit({ page }: Visit): Promise<void> {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    await page.locator('h1, h2').first().waitFor()
    await expectNothingSideways(page, `${page.url()} at ${size.width}`)
  }
}
