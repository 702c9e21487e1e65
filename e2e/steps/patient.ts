import { expect } from 'vitest'
import { tenants, type TenantSlug } from '../stage/demo.ts'
import { send } from '../stage/http.ts'
import { mailTo } from '../stage/mail.ts'
import { languageOf } from '../../contract/locales.ts'
import type { Visit } from '../stage/visit.ts'
import { logInWith } from './log-in.ts'
import { chosenPassword } from './register.ts'

/** Registers and verifies a patient of a tenant without the browser, for journeys that use an account up. */
export async function registerPatient(port: number, tenant: TenantSlug, email: string): Promise<void> {
  const { cookies } = await send(port, tenant, '/sanctum/csrf-cookie')
  const body = {
    fullName: 'Rosa Quill',
    email,
    password: chosenPassword,
    dateOfBirth: '1990-01-31',
    country: 'GB',
    lang: languageOf(tenants[tenant].locale),
    termsAccepted: true,
  }
  const { status } = await send(port, tenant, '/self-registration-user-create', { method: 'POST', cookies, body })
  expect(status).toBe(201)
  await expect.poll(() => mailTo(port, tenant, email)).toHaveLength(1)
  const [mail] = await mailTo(port, tenant, email)
  const [, path = '', id = ''] = /(\/verify-new-self-registration)\?id=(\S+)/.exec(mail?.text ?? '') ?? []
  const confirmation = { id, password: chosenPassword }
  expect(await send(port, tenant, path, { method: 'POST', cookies, body: confirmation })).toMatchObject({ status: 200 })
}

/** Logs a patient of `registerPatient` in on the login page, and opens their own account. */
export async function openOwnAccount(patient: Visit, email: string): Promise<void> {
  const { page, t } = patient
  await patient.go('/login')
  await logInWith(patient, email, chosenPassword)
  await page.waitForURL(`${patient.origin}/`)
  await patient.go('/own-user')
  await page.getByRole('link', { name: t('ownAccount:editDetails'), exact: true }).waitFor()
}
