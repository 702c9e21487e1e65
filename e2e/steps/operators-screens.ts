import type { Locale } from '../../contract/locales.ts'
import { tenants, type TenantSlug } from '../stage/demo.ts'
import { send } from '../stage/http.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen, checkState } from '../stage/screen-checks.ts'
import type { Visit } from '../stage/visit.ts'
import { recordLink } from './list.ts'
import { heading } from './record-test.ts'

const reason = 'A clinician reported records that look wrong'

/** Declares journeys past every screen of operators. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for looking after tenants', async ({ visit }) => {
    const operator = await visit({ tenant: 'operator', locale, as: 'unlimited' })
    const { page, t } = operator
    await operator.go('/tenants/new')
    await page.getByRole('button', { name: t('operator:form.submit') }).click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(operator, 'tenant-form-errors', 'shell:page.newTenant')
    await operator.turnTo('/tenants')
    await recordLink(operator, '').first().waitFor()
    await checkScreen(operator, 'tenants', 'shell:page.tenants')
    const { name } = tenants[tenant]
    await recordLink(operator, name).click()
    await page.getByRole('heading', { name: t('places:detail.history') }).waitFor()
    await checkScreen(operator, 'tenant', 'shell:page.tenant')
    await page.getByRole('link', { name: t('entry:enter') }).click()
    await page.getByRole('dialog').getByRole('textbox').waitFor()
    await page.getByRole('dialog').getByRole('button').last().click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(operator, 'tenant-entering-errors', 'shell:page.tenant')
    await page.getByRole('dialog').getByRole('textbox').fill(reason)
    await page.getByRole('button', { name: t('entry:enter.submit', { name }) }).click()
    const banner = page.getByRole('region', { name: t('entry:banner.label') })
    await banner.getByText(name).waitFor()
    await heading(operator, 'dashboard:latest').waitFor()
    await checkState(operator, 'inside')
    await banner.getByRole('button', { name: t('entry:leave') }).click()
    await page.waitForURL('**/tenants')
    await recordLink(operator, name).click()
    await page.getByRole('heading', { name: t('places:detail.history') }).waitFor()
    await page.getByRole('link', { name: t('operator:suspend') }).click()
    await page.getByLabel(new RegExp(`^${t('operator:suspend.details')}`)).waitFor()
    await checkScreen(operator, 'tenant-suspending', 'shell:page.tenant')
    await operator.turnTo('/assays/catalogue')
    await page.getByLabel(t('assayForm:catalogue.search')).waitFor()
    // The operator's own tenant uses British English, which has another word for it.
    await checkState(operator, 'operators-catalogue')
    const admin = await visit({ tenant, locale, as: 'tenant' })
    await admin.go('/own-tenant/operator-access')
    await admin.page.getByRole('radio', { name: admin.t('entry:ask.closed') }).click({ force: true })
    await admin.page.getByText(admin.t('entry:noRequests')).waitFor()
    await ask(operator, tenant)
    await admin.page.reload()
    const refuse = admin.page.getByRole('button', { name: new RegExp(`^${admin.t('entry:refuseOf', { name: '' })}`) })
    await refuse.waitFor()
    const entries = admin.page.getByRole('region', { name: new RegExp(`^${admin.t('entry:entries')}`) })
    await entries.getByText(reason).first().waitFor()
    await checkScreen(admin, 'operator-access', 'shell:page.operatorAccess')
    await refuse.click()
    await refuse.waitFor({ state: 'detached' })
    await admin.page.getByRole('radio', { name: admin.t('entry:ask.open') }).click({ force: true })
    await admin.page.getByText(admin.t('entry:ask.openHelp')).waitFor()
  })
}

/** Makes an operator ask for entry to a tenant, without the browser. */
async function ask({ port, cookies }: Visit, tenant: TenantSlug): Promise<void> {
  const { id } = JSON.parse((await send(port, tenant, '/tenants/get-id')).body) as { id: string } // spec §7
  const { status, body } = await send(port, 'operator', `/tenants/${id}/entry-requests`, {
    method: 'POST',
    cookies,
    body: { reason },
  })
  if (status !== 201) throw new Error(`${tenant} could not be asked: ${status} ${body}`)
}
