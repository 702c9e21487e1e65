import type { Locale } from '../../contract/locales.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import { expectRowInSight } from './row-in-sight.ts'

/** Checks the form that makes a webhook, its secret, the list, the page of one with what it sent, and the questions. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for webhooks', async ({ visit }) => {
    const admin = await visit({ tenant, locale, as: 'tenant' })
    const { page, t } = admin
    await admin.go('/own-tenant/webhooks')
    await page.getByRole('link', { name: t('webhooks:create') }).click()
    const form = page.getByRole('form', { name: t('shell:page.newWebhook') })
    await form.getByRole('button', { name: t('webhooks:form.submit') }).click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(admin, 'webhook-form-errors', 'shell:page.newWebhook')

    const url = `https://localhost/${locale}`
    await form.getByLabel(t('webhooks:form.url'), { exact: true }).fill(url)
    await form.getByRole('checkbox', { name: t('webhooks:kind.test_record.recorded'), exact: true }).check()
    await form.getByRole('checkbox', { name: t('webhooks:kind.subject.merged'), exact: true }).check()
    await form.getByRole('button', { name: t('webhooks:form.submit') }).click()
    const secret = page.getByRole('dialog', { name: t('webhooks:secret.title') })
    await secret.waitFor()
    await checkScreen(admin, 'webhook-secret', 'shell:page.newWebhook')
    await secret.getByRole('button', { name: t('webhooks:secret.done') }).click()
    await secret.waitFor({ state: 'detached' })

    const link = page.getByRole('link', { name: url, exact: true })
    await link.waitFor()
    await checkScreen(admin, 'webhooks', 'shell:page.webhooks')
    await expectRowInSight(admin)
    await link.click()
    await page.getByRole('button', { name: t('webhooks:test'), exact: true }).click()
    await page.getByText(t('webhooks:problem.address')).waitFor()
    await page.getByText(t('webhooks:log.details')).click()
    await checkScreen(admin, 'webhook', 'shell:page.webhook')

    await page.getByRole('button', { name: t('webhooks:rotate'), exact: true }).click()
    const renewing = page.getByRole('dialog', { name: t('webhooks:rotate.title') })
    await renewing.waitFor()
    await checkScreen(admin, 'webhook-renewing', 'shell:page.webhook')
    await renewing.getByRole('button', { name: t('webhooks:rotate.stay'), exact: true }).click()
    await page.getByRole('button', { name: t('webhooks:revoke'), exact: true }).click()
    const question = page.getByRole('dialog', { name: t('webhooks:revoke.title') })
    await question.waitFor()
    await checkScreen(admin, 'webhook-revoking', 'shell:page.webhook')
    await question.getByRole('button', { name: t('webhooks:revoke'), exact: true }).click()
    await page.getByText(t('webhooks:state.revoked'), { exact: true }).waitFor()
  })
}
