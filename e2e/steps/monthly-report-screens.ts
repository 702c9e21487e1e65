import type { Locale } from '../../contract/locales.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import { expectFiltersWhole } from './filters-whole.ts'
import { expectRowInSight } from './row-in-sight.ts'

/** Checks the report of a month with and without tests, and the form of its ids before and after a wrong one. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for the monthly report', async ({ visit }) => {
    const admin = await visit({ tenant, locale, as: 'tenant' })
    const { page, t } = admin
    await admin.go('/monthly-report')
    await page.getByRole('heading', { name: t('monthlyReports:dhis2') }).waitFor()
    await checkScreen(admin, 'monthly-report', 'shell:page.monthlyReport')
    await expectRowInSight(admin)
    await page.getByRole('combobox', { name: t('fields:organisationId') }).waitFor()
    await expectFiltersWhole(admin)
    await page.getByRole('link', { name: t('monthlyReports:codes') }).click()
    await page.getByLabel(t('monthlyReports:codes.dataSet')).fill('not an id!')
    await page.getByRole('button', { name: t('monthlyReports:codes.save') }).click()
    await page.locator('[aria-invalid]').first().waitFor({ state: 'attached' })
    await checkScreen(admin, 'report-codes-errors', 'shell:page.reportCodes')
    await admin.turnTo('/monthly-report?month=2001-01')
    await page.getByRole('heading', { name: t('monthlyReports:none') }).waitFor()
    await checkScreen(admin, 'monthly-report-none', 'shell:page.monthlyReport')
  })
}
