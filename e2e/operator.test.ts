import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'
import { recordLink } from './steps/list.ts'
import { clickAtOnce } from './steps/log-in.ts'
import { heading } from './steps/record-test.ts'

journey('an operator reads a tenant’s records for a reason, and leaves', async ({ visit }) => {
  const operator = await visit({ tenant: 'operator', as: 'unlimited' })
  const { page, t } = operator
  const reason = 'Two clinicians report a date that cannot be right'
  await operator.go('/tenants')
  await openTenant(operator, 'Harbour Health')
  await page.getByRole('link', { name: t('entry:enter') }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(reason)
  await page.getByRole('button', { name: t('entry:enter.submit', { name: 'Harbour Health' }) }).click()
  const banner = page.getByRole('region', { name: t('entry:banner.label') })
  await banner.getByText('Harbour Health').waitFor()
  await expect.poll(() => page.title()).toContain('Harbour Health')
  await operator.go('/test-records?range=custom')
  await recordLink(operator, '').first().click()
  await page.getByRole('complementary').locator('dl').first().waitFor()
  await expect.poll(() => page.locator('a[data-form]').count()).toBe(0)
  await expect.poll(() => page.getByRole('link', { name: t('shell:recordTest') }).count()).toBe(0)
  await page
    .getByRole('link', { name: t('shell:page.audit'), exact: true })
    .first()
    .click()
  // The operator's own reading is already in the trail.
  await recordLink(operator, t('audit:action.tenant.read')).first().waitFor()
  await expect.poll(() => page.locator('button', { hasText: 'Export' }).count()).toBe(0)
  await banner.getByRole('button', { name: t('entry:leave') }).click()
  await page.waitForURL('**/tenants')
  await page.getByText(t('entry:left')).waitFor()
  await operator.go('/test-records')
  await heading(operator, 'testRecords:empty.title').waitFor()

  const admin = await visit({ tenant: 'harbour', as: 'tenant' })
  await admin.go('/own-tenant/operator-access')
  await admin.page.getByText(reason).waitFor()
})

journey('a user of a suspended tenant is logged out, and reads the reason', async ({ visit }) => {
  const nurse = await visit({ tenant: 'meadow', as: 'clinical' })
  await nurse.go('/test-records')
  await recordLink(nurse, '').first().waitFor()
  const operator = await visit({ tenant: 'operator', as: 'unlimited' })
  const { page, t } = operator
  await operator.go('/tenants')
  await openTenant(operator, 'Meadow Veterinary')
  await page.getByRole('link', { name: t('operator:suspend') }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Back on Monday. Call 0800 1.')
  await page.getByRole('button', { name: t('operator:suspend.submit', { name: 'Meadow Veterinary' }) }).click()
  await page.getByText(t('operator:isSuspended')).waitFor()
  await clickAtOnce(recordLink(nurse, '').first())
  await nurse.page.getByText('Back on Monday. Call 0800 1.').waitFor()
  await expect.poll(() => nurse.page.locator('[data-row]').count()).toBe(0)

  await page.getByRole('button', { name: t('operator:reactivate') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('operator:reactivate') })
    .click()
  await page.getByText(t('operator:isSuspended')).waitFor({ state: 'detached' })
  // The page may have learned of it by itself.
  await nurse.page.reload()
  await nurse.page.getByRole('button', { name: nurse.t('session:submit'), exact: true }).waitFor()
})

async function openTenant(operator: Visit, name: string): Promise<void> {
  await recordLink(operator, name).click()
  await operator.page.getByRole('complementary', { name }).waitFor()
}
