import type { UserType } from '../../contract/permissions/permissions.ts'
import { demoPassword, emailOf } from '../stage/demo.ts'
import type { Visit } from '../stage/visit.ts'

/** Fills in the login form that is on the screen and sends it. */
export async function logIn({ page, tenant, t }: Visit, userType: UserType): Promise<void> {
  await page.getByLabel(t('session:email'), { exact: true }).fill(emailOf(tenant, userType))
  await page.getByLabel(t('session:password'), { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: t('session:submit'), exact: true }).click()
}
