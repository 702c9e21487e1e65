import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { phone } from './stage/visit.ts'
import { expectFocus, tabTo } from './steps/keyboard.ts'
import { addSubject } from './steps/subjects.ts'

journey(
  'one person who is there twice is merged by keyboard alone, and on a phone taken apart again',
  async ({ visit }) => {
    const staff = await visit({ tenant: 'harbour', as: 'tenant' })
    const { page, t } = staff
    const born = { firstName: 'Maud', dateOfBirth: '1941-02-03' }
    const [whole, cut] = ['Maud Trelawney', 'Maud Trelawny']
    await addSubject(staff, { ...born, lastName: 'Trelawny', email: 'm@trelawny.test', group: 1, tests: 2 })
    const id = await addSubject(staff, {
      ...born,
      lastName: 'Trelawney',
      email: 'm@trelawney.test',
      group: 0,
      tests: 1,
    })
    const testsOf = page.getByRole('list', { name: t('subjects:tests') }).getByRole('listitem')

    await staff.go('/subjects?search=trelawney')
    await tabTo(page, page.locator('[data-row]', { hasText: whole }))
    await page.keyboard.press('Enter')
    await page.getByText(t('merging:duplicates.title')).waitFor()
    await expect.poll(() => testsOf.count()).toBe(1)
    const compare = page.getByRole('link', { name: `${t('merging:compare')} ${cut}` })
    await tabTo(page, compare)
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: t('shell:page.compareSubjects') })
    await panel.getByRole('table').waitFor()
    // By default the subject with more tests is kept.
    const chosen = panel.getByRole('radio', { checked: true })
    await expect.poll(() => panel.getByRole('radio').nth(1).isChecked()).toBe(true)
    await tabTo(page, chosen)
    await page.keyboard.press('ArrowUp')
    await panel.getByText(t('merging:outcome.tests', { count: 2, from: cut, to: whole })).waitFor()
    await tabTo(page, panel.getByRole('button', { name: t('merging:submit'), exact: true }))
    await page.keyboard.press('Enter')
    await expectFocus(page.getByRole('button', { name: t('merging:confirm.stay') }))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText(t('merging:done', { count: 2 })).waitFor()
    await expectFocus(page.getByRole('complementary').getByRole('heading', { name: whole }))
    await expect.poll(() => testsOf.count()).toBe(3)
    await expect.poll(() => compare.count()).toBe(0)

    await page.setViewportSize(phone)
    await staff.go(`/subjects/${id}`)
    await page.getByRole('button', { name: t('merging:undoOf', { name: cut }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('merging:undo.leave') })
      .click()
    await expectFocus(page.getByRole('heading', { level: 1, name: whole }))
    await expect.poll(() => testsOf.count()).toBe(1)
    await compare.click()
    await panel.getByText(t('merging:outcome.tests', { count: 1, from: whole, to: cut })).waitFor()
    await page.keyboard.press('Escape')
    await expectFocus(compare)
  },
)
