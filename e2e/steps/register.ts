import { typedDate } from '../stage/demo.ts'
import type { Visit } from '../stage/visit.ts'
import { logInWith } from './log-in.ts'

export const chosenPassword = 'Copper-Lantern-48'

/** Fills in the registration on the screen, without a mobile number. */
export async function fillRegistration({ page, tenant, t }: Visit, email: string): Promise<void> {
  await page.getByLabel(t('fields:fullName')).fill('Rosa Quill')
  await page.getByLabel(t('fields:email'), { exact: true }).fill(email)
  await page.getByLabel(t('fields:password'), { exact: true }).fill(chosenPassword)
  await page.getByLabel(t('fields:dateOfBirth')).fill(typedDate(tenant, '1990-01-31'))
  const country = page.getByLabel(t('fields:country'), { exact: true })
  // A single country is not asked for.
  if ((await country.count()) > 0) await country.selectOption({ index: 1 })
  await page.getByLabel(t('registration:terms')).check()
}

export async function sendRegistration({ page, t }: Visit): Promise<void> {
  await page.getByRole('button', { name: t('registration:submit'), exact: true }).click()
}

export async function logInWithChosenPassword(visit: Visit, email: string): Promise<void> {
  await logInWith(visit, email, chosenPassword)
}

/** Confirms the link of an email by a click, in the browser that registered or asked for the new email. */
export async function confirmEmail({ page, t }: Visit): Promise<void> {
  await page.getByRole('button', { name: t('registration:confirm.submit'), exact: true }).click()
}
