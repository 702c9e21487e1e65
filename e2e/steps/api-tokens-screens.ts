import type { Locale } from '../../contract/locales.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import { expectRowInSight } from './row-in-sight.ts'

/** Checks the list of tokens, the form that makes one, its secret, and the question before one is revoked. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for tokens of machines', async ({ visit }) => {
    const admin = await visit({ tenant, locale, as: 'tenant' })
    const { page, t } = admin
    await admin.go('/own-tenant/tokens')
    await page.getByRole('link', { name: t('apiTokens:create') }).click()
    const form = page.getByRole('form', { name: t('shell:page.newApiToken') })
    await form.getByText(t('apiTokens:form.ofOrganisation')).click()
    await form.getByRole('button', { name: t('apiTokens:form.submit') }).click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(admin, 'api-token-form-errors', 'shell:page.newApiToken')

    const name = `Lab bridge of ${locale}`
    await form.getByLabel(t('apiTokens:form.name'), { exact: true }).fill(name)
    await form.getByRole('checkbox', { name: t('permissions:view-tests'), exact: true }).check()
    await form.getByRole('checkbox', { name: t('permissions:create-tests'), exact: true }).check()
    await form.getByRole('combobox', { name: t('fields:organisationId') }).click()
    await page.getByRole('option').first().click()
    await form.getByRole('combobox', { name: t('apiTokens:form.addGroup') }).click()
    await page.getByRole('option').first().click()
    await form.getByRole('button', { name: t('apiTokens:form.submit') }).click()
    const secret = page.getByRole('dialog', { name: t('apiTokens:secret.title') })
    await secret.waitFor()
    await checkScreen(admin, 'api-token-secret', 'shell:page.newApiToken')
    await secret.getByRole('button', { name: t('apiTokens:secret.done') }).click()
    await secret.waitFor({ state: 'detached' })

    await page.getByText(name, { exact: true }).waitFor()
    await checkScreen(admin, 'api-tokens', 'shell:page.apiTokens')
    await expectRowInSight(admin)
    await page.getByRole('button', { name: t('apiTokens:revokeOf', { name }) }).click()
    const question = page.getByRole('dialog', { name: t('apiTokens:revoke.title', { name }) })
    await question.waitFor()
    await checkScreen(admin, 'api-token-revoking', 'shell:page.apiTokens')
    await question.getByRole('button', { name: t('apiTokens:revoke'), exact: true }).click()
    await page.getByText(t('apiTokens:state.revoked'), { exact: true }).first().waitFor()
  })
}
