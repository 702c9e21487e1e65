import type { Visit } from '../stage/visit.ts'

/** Fills in and submits the form of `/create-password`; `email` only if it is not filled in yet. */
export async function setPassword({ page, t }: Visit, { email, password }: { email?: string; password: string }) {
  if (email !== undefined) await page.getByLabel(t('fields:email'), { exact: true }).fill(email)
  await passwordField({ page, t }).fill(password)
  await page.getByRole('button', { name: t('passwords:create.submit') }).click()
}

/** The field of a new password, or of the first one. */
export function passwordField({ page, t }: Pick<Visit, 'page' | 't'>) {
  const first = page.getByLabel(t('fields:password'), { exact: true })
  return page.getByLabel(t('passwords:create.password'), { exact: true }).or(first)
}
