import { devicePhoto } from './device-photo.ts'
import type { Locale } from '../../contract/locales.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import { recordLink } from './list.ts'

/** Checks the test kits, their catalogue and their form. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for looking after test kits', async ({ visit }) => {
    const admin = await visit({ tenant, locale, as: 'tenant' })
    const { page, t } = admin
    await admin.go('/assays')
    await recordLink(admin, '').first().waitFor()
    await checkScreen(admin, 'assays', 'shell:page.assays')
    await page.getByRole('link', { name: t('assays:catalogue.add') }).click()
    await page.getByLabel(t('assayForm:catalogue.search')).fill('a')
    await checkScreen(admin, 'assay-catalogue', 'shell:page.assayCatalogue')
    await admin.turnTo('/assays')
    await recordLink(admin, '').first().click()
    await page.getByRole('heading', { name: t('places:detail.history') }).waitFor()
    await checkScreen(admin, 'assay', 'shell:page.assay')
    await page.getByRole('link', { name: t('places:edit'), exact: true }).click()
    const form = page.getByRole('form', { name: t('shell:page.editAssay') })
    await form.getByRole('button', { name: t('assayForm:form.addAnalyte') }).click()
    await form.getByLabel(t('fields:gtin')).fill('12345678')
    await form.getByLabel(t('assayForm:form.allOrganisations')).uncheck()
    const file = { name: 'device.jpg', mimeType: 'image/jpeg', buffer: await devicePhoto() }
    await form.getByLabel(t('assayForm:form.addPicture')).setInputFiles(file)
    await form.getByRole('group', { name: t('assayForm:form.picture', { number: 1 }), exact: true }).waitFor()
    await form.getByRole('button', { name: t('places:save') }).click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(admin, 'assay-form-errors', 'shell:page.editAssay')
  })
}
