import type { UserType } from '../../contract/permissions/permissions.ts'
import { demoPassword, emailOf } from '../stage/demo.ts'
import { endSession, startSession } from '../stage/http.ts'
import { languageOf, type Visit } from '../stage/visit.ts'

/**
 * Fills in the login form that is on the screen and sends it. The account may have been left in another language by
 * an earlier journey; it gets that of the visit first.
 */
export async function logIn({ page, port, tenant, locale, t }: Visit, userType: UserType): Promise<void> {
  await endSession(port, tenant, await startSession(port, tenant, userType, languageOf(locale)))
  await page.getByLabel(t('session:email'), { exact: true }).fill(emailOf(tenant, userType))
  await page.getByLabel(t('session:password'), { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: t('session:submit'), exact: true }).click()
}
