import type { Locale } from '../../contract/locales.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import { recordLink } from './list.ts'

/** Checks the organisations and groups with their forms. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for looking after places', async ({ visit }) => {
    const admin = await visit({ tenant, locale, as: 'tenant' })
    const { page, t } = admin
    await admin.go('/organisations')
    await recordLink(admin, '').first().waitFor()
    await checkScreen(admin, 'organisations', 'shell:page.organisations')
    await recordLink(admin, '').first().click()
    await page.getByRole('heading', { name: t('places:detail.history') }).waitFor()
    await checkScreen(admin, 'organisation', 'shell:page.organisation')
    await page.getByRole('button', { name: t('organisations:suspending.leave') }).click()
    await page.getByRole('dialog').waitFor()
    await checkScreen(admin, 'organisation-suspending', 'shell:page.organisation')
    await admin.turnTo('/organisations/new')
    const form = page.getByRole('form', { name: t('organisations:create') })
    await form.getByLabel(t('fields:streetAddress'), { exact: true }).fill('1')
    await form.getByRole('button', { name: t('organisations:form.submit') }).click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(admin, 'organisation-form-errors', 'shell:page.newOrganisation')
    await admin.turnTo('/groups')
    await recordLink(admin, '').first().waitFor()
    await checkScreen(admin, 'groups', 'shell:page.groups')
    await recordLink(admin, '').first().click()
    await page.getByRole('heading', { name: t('places:detail.history') }).waitFor()
    await checkScreen(admin, 'group', 'shell:page.group')
    await page.getByRole('link', { name: t('places:edit'), exact: true }).click()
    await page.getByRole('form', { name: t('groups:edit') }).waitFor()
    await checkScreen(admin, 'group-form', 'shell:page.editGroup')
  })
}
