import type { UserType } from '../../contract/permissions/permissions.ts'
import { demoPassword, emailOf } from '../stage/demo.ts'
import { endSession, startSession } from '../stage/http.ts'
import type { AnyVisit } from '../stage/screen.ts'
import { languageOf, type Visit } from '../stage/visit.ts'

/**
 * Fills in the login form that is on the screen and sends it. The account may have been left in another language by
 * an earlier journey; it gets that of the visit first.
 */
export async function logIn(visit: Visit, userType: UserType): Promise<void> {
  const { port, tenant, locale } = visit
  await endSession(port, tenant, await startSession(port, tenant, userType, languageOf(locale)))
  await logInWith(visit, emailOf(tenant, userType), demoPassword)
}

/** Fills in the login form that is on the screen with these, and sends it. */
export async function logInWith(
  { page, t }: Pick<AnyVisit, 'page' | 't'>,
  email: string,
  password: string,
): Promise<void> {
  await page.getByLabel(t('session:email'), { exact: true }).fill(email)
  await page.getByLabel(t('session:password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('session:submit'), exact: true }).click()
}
