import { describe, expect, inject, onTestFinished } from 'vitest'
import type { ErrorReply } from '../contract/errors/errors.ts'
import { demoPassword, emailOf } from './stage/demo.ts'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'
import { linkAfter, linkOf, restorePassword, tokenOf } from './steps/password-link.ts'
import { heading } from './steps/record-test.ts'

const newPassword = 'Corridor-Lamp-4821'

journey('a forgotten password is replaced by a link in a mail, which works once', async ({ visit }) => {
  const port = inject('serverPort')
  const email = emailOf('meadow', 'provider')
  const elsewhere = await visit({ tenant: 'meadow', as: 'provider' })
  await elsewhere.go('/')
  await heading(elsewhere, 'dashboard:latest').waitFor()

  const person = await visit({ tenant: 'meadow' })
  const { page, t } = person
  await person.go('/login')
  const link = await linkAfter(port, 'meadow', email, async () => {
    await page.getByRole('link', { name: t('session:forgottenPassword') }).click()
    await heading(person, 'passwords:reset.title').waitFor()
    await page.getByLabel(t('session:email'), { exact: true }).fill(email)
    await page.getByRole('button', { name: t('passwords:reset.submit') }).click()
    await heading(person, 'passwords:reset.sentTitle').waitFor()
  })
  onTestFinished(() => restorePassword(port, 'meadow', 'provider'))
  await person.go(link)
  await setPassword(person, email, 'Password123')
  await page.getByText(t('validation:commonPassword')).waitFor()
  await setPassword(person, email, 'Meadow-4821-Lamp')
  await page.getByText(t('validation:passwordOfName')).waitFor()

  await setPassword(person, email, newPassword)
  await page.waitForURL('**/login')
  await page.getByText(t('passwords:create.changed')).waitFor()
  await logInWith(person, email, newPassword)
  await page.waitForURL(`${person.origin}/`)

  await elsewhere.page.getByRole('link', { name: t('shell:tests'), exact: true }).click()
  await elsewhere.page.waitForURL('**/login?redirect=**')
  await elsewhere.page.getByText(t('session:expired'), { exact: true }).waitFor()
  await logInWith(elsewhere, email, demoPassword)
  await elsewhere.page.getByText(t('errors:wrong-credentials')).waitFor()

  await elsewhere.go(link)
  await setPassword(elsewhere, email, 'Another-Teapot-77')
  await heading(elsewhere, 'passwords:create.linkTitle').waitFor()
  await elsewhere.page.getByRole('link', { name: t('passwords:create.newLink') }).click()
  await heading(elsewhere, 'passwords:reset.title').waitFor()
})

journey('a password that must be changed is changed before the login, with the email at hand', async ({ visit }) => {
  const email = emailOf('meadow', 'clinical')
  const nurse = await visit({ tenant: 'meadow' })
  const { context, page, t } = nurse
  const token = tokenOf(await linkOf(inject('serverPort'), 'meadow', email))
  // No screen makes a password due yet; the server's answer to a login with one is known from its own tests.
  const due: ErrorReply = { code: 'password-update-required', message: '', requestId: '', email, token }
  await context.route('**/api/v1/login', (route) => route.fulfill({ status: 403, json: due }), { times: 1 })
  await nurse.go('/login')
  await logInWith(nurse, email, demoPassword)
  await page.waitForURL(`**/create-password?token=${token}`)
  await page.getByText(t('passwords:create.mustChange')).waitFor()
  await expect.poll(() => page.getByLabel(t('session:email'), { exact: true }).inputValue()).toBe(email)
  await page.getByLabel(t('passwords:create.password'), { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: t('passwords:create.submit') }).click()
  await page.waitForURL('**/login')
  await logInWith(nurse, email, demoPassword)
  await page.waitForURL(`${nurse.origin}/`)
})

describe('without a token', () => {
  for (const path of ['/forgotten-password', '/create-password?token=']) {
    journey(`${path} leads to the login page`, async ({ visit }) => {
      const visitor = await visit({ tenant: 'harbour' })
      await visitor.go(path)
      await visitor.page.waitForURL(`${visitor.origin}/login`)
    })
  }
})

async function setPassword({ page, t }: Visit, email: string, password: string): Promise<void> {
  await page.getByLabel(t('session:email'), { exact: true }).fill(email)
  await page.getByLabel(t('passwords:create.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('passwords:create.submit') }).click()
}

async function logInWith({ page, t }: Visit, email: string, password: string): Promise<void> {
  await page.getByLabel(t('session:email'), { exact: true }).fill(email)
  await page.getByLabel(t('session:password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('session:submit'), exact: true }).click()
}
