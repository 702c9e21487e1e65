import type { Locator } from 'playwright-core'
import type { Visit } from '../stage/visit.ts'

export async function openUserForm(admin: Visit): Promise<Locator> {
  const { page, t } = admin
  await admin.go('/users')
  await page.getByRole('link', { name: t('shell:page.newUser') }).click()
  const form = page.getByRole('form', { name: t('shell:page.newUser') })
  await form.getByLabel(t('fields:userType'), { exact: true }).waitFor()
  return form
}
