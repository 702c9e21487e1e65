import type { PhraseKey } from '../../contract/phrases/translate.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import type { Visit } from '../stage/visit.ts'

/**
 * Checks the tabs of the tenant, with the messages of their forms, the questions before saving, and the published
 * versions.
 */
export async function checkTenant(admin: Visit): Promise<void> {
  const { page, t } = admin
  const save = () => page.getByRole('button', { name: t('shell:saveChanges') })
  const open = async (tab: string, title: PhraseKey) => {
    await page
      .getByRole('navigation', { name: t('tenants:tabs') })
      .getByRole('link', { name: t(title) })
      .click()
    await page.waitForURL(`**/own-tenant/${tab}`)
    await save().waitFor()
  }
  await admin.go('/own-tenant')
  await page
    .getByRole('button', { name: new RegExp(`^${t('tenants:checkOf', { domain: '' })}`) })
    .first()
    .waitFor()
  await checkScreen(admin, 'tenant-general', 'shell:page.tenantGeneral')

  await open('subjects', 'shell:page.tenantSubjects')
  await page.getByText(t('tenants:kindFixed')).waitFor()
  await checkScreen(admin, 'tenant-subjects', 'shell:page.tenantSubjects')
  await open('limits', 'shell:page.tenantLimits')
  await page.getByRole('textbox', { name: t('tenants:ownNetworks') }).fill('the school')
  await save().click()
  await page.getByText(t('rules:network')).waitFor()
  await checkScreen(admin, 'tenant-limits-errors', 'shell:page.tenantLimits')
  await page.getByRole('textbox', { name: t('tenants:ownNetworks') }).fill('')
  await open('app-links', 'shell:page.tenantAppLinks')
  await page.getByText(t('tenants:otherEnvironments')).click()
  await checkScreen(admin, 'tenant-app-links', 'shell:page.tenantAppLinks')
  await page.getByLabel(t('tenants:ios'), { exact: false }).first().fill('javascript:alert(1)')
  await save().click()
  await page.getByText(t('rules:httpsLink')).waitFor()
  await checkScreen(admin, 'tenant-app-links-errors', 'shell:page.tenantAppLinks')

  await admin.turnTo('/own-tenant/branding')
  const primary = page.getByRole('textbox', { name: t('branding:primary'), exact: true })
  await primary.fill('not a colour')
  await page.getByText(t('branding:others'), { exact: true }).click()
  await page.getByRole('textbox', { name: t('branding:textLink'), exact: true }).fill('#FFF3A0')
  await page.getByRole('button', { name: t('branding:save') }).click()
  await page.getByText(t('rules:colour')).waitFor()
  await checkScreen(admin, 'tenant-branding-errors', 'shell:page.tenantBranding')

  await admin.turnTo('/own-tenant/languages')
  await page.getByText(t('tenants:dates.own')).first().click()
  await page.getByLabel(t('tenants:dates.short'), { exact: true }).first().selectOption('other')
  await page.getByLabel(t('tenants:dates.pattern', { kind: t('tenants:dates.short') })).fill('DD/MM')
  await page.getByLabel(new RegExp(`^${t('fields:postcodeRegex')}`)).fill('(?<=a)b')
  await page.getByLabel(t('tenants:tryPostcode')).fill('SO14 3FJ')
  await page.getByRole('checkbox', { checked: true }).first().uncheck()
  await save().click()
  await page.locator('[aria-invalid]').first().waitFor()
  await checkScreen(admin, 'tenant-languages-errors', 'shell:page.tenantLanguages')

  await admin.turnTo('/own-tenant/permissions')
  const boxes = page.getByRole('checkbox', { checked: true })
  await boxes.first().waitFor()
  await checkScreen(admin, 'tenant-permissions', 'shell:page.tenantPermissions')
  await boxes.nth(5).uncheck()
  await page.getByRole('button', { name: t('permissions:review') }).click()
  await page.getByRole('dialog').waitFor()
  await checkScreen(admin, 'tenant-permissions-review', 'shell:page.tenantPermissions')
  await page.getByRole('button', { name: t('permissions:review.keep') }).click()
  await page.getByRole('button', { name: t('permissions:discard') }).click()

  await admin.turnTo('/own-tenant/policies')
  await page.getByRole('combobox', { name: t('publishing:choosePolicy'), exact: true }).selectOption('cookie-policy')
  const text = page.getByRole('textbox', { name: t('publishing:text') })
  await text.fill('## A text of our own\n\n- with **marks**')
  await checkScreen(admin, 'tenant-policies', 'shell:page.tenantPolicies')
  await page.getByRole('button', { name: t('publishing:publish') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('publishing:publish') })
    .click()
  await page
    .getByRole('button', { name: t('publishing:compareOf', { version: '' }).trim() })
    .first()
    .click()
  await page.getByText(t('publishing:marked')).waitFor()
  await checkScreen(admin, 'tenant-policies-versions', 'shell:page.tenantPolicies')
}
