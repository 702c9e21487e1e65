import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { typeByHand } from './steps/keyboard.ts'

journey('a webhook is made by keyboard, tried, given a new secret, and revoked', async ({ visit }) => {
  const admin = await visit({ tenant: 'meadow', as: 'tenant' })
  const { page, t } = admin
  await admin.go('/own-tenant')
  await page.getByRole('link', { name: t('shell:page.webhooks'), exact: true }).click()
  const create = page.getByRole('link', { name: t('webhooks:create') })
  await create.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: t('shell:page.newWebhook') })
  await expect
    .poll(() => form.getByLabel(t('webhooks:form.url')).evaluate((field) => field === document.activeElement))
    .toBe(true)
  await typeByHand(page, 'https://localhost/hook')
  await form.getByRole('checkbox', { name: t('webhooks:kind.test_record.recorded'), exact: true }).focus()
  await page.keyboard.press('Space')
  await form.getByRole('button', { name: t('webhooks:form.submit') }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: t('webhooks:secret.title') })
  const first = await dialog.getByLabel(t('webhooks:secret.label')).inputValue()
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: t('webhooks:secret.done') }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'https://localhost/hook' }).click()
  await page.getByRole('button', { name: t('webhooks:test'), exact: true }).click()
  await page.getByText(t('webhooks:testFailed')).waitFor()
  await page.getByText(t('webhooks:problem.address')).waitFor()

  await page.getByRole('button', { name: t('webhooks:rotate'), exact: true }).click()
  await page
    .getByRole('dialog', { name: t('webhooks:rotate.title') })
    .getByRole('button', { name: t('webhooks:rotate'), exact: true })
    .click()
  expect(await dialog.getByLabel(t('webhooks:secret.label')).inputValue()).not.toBe(first)
  await dialog.getByRole('button', { name: t('webhooks:secret.done') }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: t('webhooks:revoke'), exact: true }).click()
  await page
    .getByRole('dialog', { name: t('webhooks:revoke.title') })
    .getByRole('button', { name: t('webhooks:revoke'), exact: true })
    .click()
  await page.getByText(t('webhooks:isRevoked')).waitFor()
  await page.getByText(t('webhooks:state.revoked'), { exact: true }).waitFor()
})
