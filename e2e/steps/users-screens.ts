import type { Locale } from '../../contract/locales.ts'
import { userStates } from '../../contract/users/user-list.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import { recordLink } from './list.ts'
import { openUserForm } from './users.ts'

/** Checks the users in each of their states, and their forms. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for looking after users', async ({ visit }) => {
    const admin = await visit({ tenant, locale, as: 'tenant' })
    const { page, t } = admin
    const form = await openUserForm(admin)
    await form.getByLabel(t('fields:userType'), { exact: true }).selectOption('clinical')
    await form.getByRole('button', { name: t('users:form.submit') }).click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(admin, 'user-form-errors', 'shell:page.newUser')
    await admin.turnTo('/users?user_type=all&perPage=100')
    for (const state of userStates) {
      // Each text is in a row of the demo data, besides its filter.
      await page
        .getByRole('table')
        .getByText(t(`users:state.${state}`), { exact: true })
        .first()
        .waitFor()
    }
    await checkScreen(admin, 'users', 'shell:page.users')
    await admin.turnTo('/users?state=suspended&perPage=10')
    await recordLink(admin, '').first().click()
    await page.getByRole('button', { name: t('users:reactivate') }).waitFor()
    await checkScreen(admin, 'user-suspended', 'shell:page.user')
    await admin.turnTo('/users?state=active&user_type=clinical&perPage=10')
    await recordLink(admin, '').first().click()
    await page.getByRole('link', { name: t('users:edit'), exact: true }).click()
    await page.getByRole('combobox', { name: t('users:form.addGroup') }).waitFor()
    await page.getByRole('dialog').getByLabel(t('fields:fullName')).fill('')
    await page.getByRole('button', { name: t('shell:save'), exact: true }).click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(admin, 'user-edit-errors', 'shell:page.editUser')
    await admin.turnTo('/users?state=active&user_type=clinical&perPage=10')
    await recordLink(admin, '').first().click()
    await page.getByRole('button', { name: t('users:suspend'), exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await checkScreen(admin, 'user-suspending', 'shell:page.user')
  })
}
