import type { Locator } from 'playwright-core'
import type { Visit } from '../stage/visit.ts'

export async function openUserForm(admin: Visit): Promise<Locator> {
  const { page, t } = admin
  await admin.go('/users')
  await page.getByRole('link', { name: t('users:create') }).click()
  const form = page.getByRole('form', { name: t('users:create') })
  await form.getByLabel(t('users:type'), { exact: true }).waitFor()
  return form
}
