import { expect } from 'vitest'
import { send } from './stage/http.ts'
import { journey } from './stage/journey.ts'
import { logIn } from './steps/log-in.ts'
import { typeByHand } from './steps/keyboard.ts'

journey('a token is made by keyboard, cannot be left before it is stored, works, and is revoked', async ({ visit }) => {
  const admin = await visit({ tenant: 'meadow', as: 'tenant' })
  const { page, t } = admin
  await admin.go('/own-tenant')
  await page.getByRole('link', { name: t('shell:page.apiTokens'), exact: true }).click()
  const create = page.getByRole('link', { name: t('apiTokens:create') })
  await create.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: t('shell:page.newApiToken') })
  await expect
    .poll(() => form.getByLabel(t('apiTokens:form.name')).evaluate((field) => field === document.activeElement))
    .toBe(true)
  await typeByHand(page, 'Herd bridge')
  await form.getByRole('checkbox', { name: t('permissions:view-tests'), exact: true }).focus()
  await page.keyboard.press('Space')
  await form.getByRole('button', { name: t('apiTokens:form.submit') }).focus()
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: t('apiTokens:secret.title') })
  const shown = dialog.getByLabel(t('apiTokens:secret.label'))
  const secret = await shown.inputValue()
  expect(secret).toMatch(/^lateral_[0-9A-Za-z]{49}$/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.evaluate(() => window.history.back())
  await page.keyboard.press('Escape')
  expect(await shown.inputValue()).toBe(secret)

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: t('apiTokens:secret.copy') }).click()
  await dialog.getByText(t('apiTokens:secret.copied')).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await dialog.getByRole('button', { name: t('apiTokens:secret.done') }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => create.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.getByText('Herd bridge', { exact: true }).waitFor()
  expect(await page.content()).not.toContain(secret)

  const listed = async () =>
    (await send(admin.port, 'meadow', '/test-records', { headers: { authorization: `Bearer ${secret}` } })).status
  expect(await listed()).toBe(200)
  await page.getByRole('button', { name: t('apiTokens:revokeOf', { name: 'Herd bridge' }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('apiTokens:revoke'), exact: true })
    .click()
  await page.getByText(t('apiTokens:isRevoked', { name: 'Herd bridge' })).waitFor()
  expect(await listed()).toBe(401)
})

journey(
  'the link in a mail about a token that soon expires leads to the tokens after logging in',
  async ({ visit }) => {
    const visitor = await visit({ tenant: 'meadow' })
    await visitor.go('/own-tenant/tokens')
    await visitor.page.waitForURL('**/login?redirect=**')
    await logIn(visitor, 'tenant')
    await visitor.page.getByRole('heading', { level: 1, name: visitor.t('shell:page.apiTokens') }).waitFor()
    expect(new URL(visitor.page.url()).pathname).toBe('/own-tenant/tokens')
  },
)
