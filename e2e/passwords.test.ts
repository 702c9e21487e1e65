import { describe, expect, onTestFinished } from 'vitest'
import { installation } from './stage/worker.ts'
import { changeRows } from './stage/database.ts'
import { demoPassword, emailOf } from './stage/demo.ts'
import { journey } from './stage/journey.ts'
import { clickAtOnce, logInWith, openQuietPage } from './steps/log-in.ts'
import { setPassword } from './steps/password-form.ts'
import { linkAfter, restorePassword } from './steps/password-link.ts'
import { heading } from './steps/record-test.ts'

const newPassword = 'Corridor-Lamp-4821'

journey('a forgotten password is replaced by a link in an email, which works once', async ({ visit }) => {
  const port = installation().port
  const email = emailOf('meadow', 'provider')
  const elsewhere = await visit({ tenant: 'meadow', as: 'provider' })
  await openQuietPage(elsewhere)

  const person = await visit({ tenant: 'meadow' })
  const { page, t } = person
  await person.go('/login')
  const link = await linkAfter(port, 'meadow', email, async () => {
    await page.getByRole('link', { name: t('session:forgottenPassword') }).click()
    await heading(person, 'passwords:reset.title').waitFor()
    await page.getByLabel(t('fields:email'), { exact: true }).fill(email)
    await page.getByRole('button', { name: t('passwords:reset.submit') }).click()
    await heading(person, 'passwords:reset.sentTitle').waitFor()
  })
  onTestFinished(() => restorePassword(port, 'meadow', 'provider'))
  await person.go(link)
  await setPassword(person, { email, password: 'Password123' })
  await page.getByText(t('serverRules:commonPassword')).waitFor()
  await setPassword(person, { email, password: 'Meadow-4821-Lamp' })
  await page.getByText(t('serverRules:passwordOfName')).waitFor()

  await setPassword(person, { email, password: newPassword })
  await page.waitForURL(`${person.origin}/`)
  await page.getByText(t('passwords:create.loggedIn')).waitFor()

  await clickAtOnce(elsewhere.page.getByRole('link', { name: t('shell:page.testRecords'), exact: true }))
  await elsewhere.page.waitForURL('**/login?redirect=**')
  await elsewhere.page.getByText(t('session:expired'), { exact: true }).waitFor()
  await logInWith(elsewhere, email, demoPassword)
  await elsewhere.page.getByText(t('serverErrors:wrong-credentials')).waitFor()

  await elsewhere.go(link)
  await setPassword(elsewhere, { email, password: 'Another-Teapot-77' })
  await heading(elsewhere, 'passwords:create.linkTitle').waitFor()
  await elsewhere.page.getByRole('link', { name: t('passwords:create.newLink') }).click()
  await heading(elsewhere, 'passwords:reset.title').waitFor()
})

journey('an expired password is changed before the login, with the email filled in', async ({ visit }) => {
  const port = installation().port
  const email = emailOf('meadow', 'clinical')
  const nurse = await visit({ tenant: 'meadow' })
  const { page, t } = nurse
  onTestFinished(() => restorePassword(port, 'meadow', 'clinical'))
  await letPasswordExpire(email)
  await nurse.go('/login?redirect=%2Ftest-records')
  await logInWith(nurse, email, demoPassword)
  await page.waitForURL(`**/create-password?token=**`)
  await page.getByText(t('passwords:create.mustChange')).waitFor()
  await expect.poll(() => page.getByLabel(t('fields:email'), { exact: true }).inputValue()).toBe(email)
  await setPassword(nurse, { password: newPassword })
  await page.waitForURL(`${nurse.origin}/test-records`)
})

describe('without a token', () => {
  for (const path of ['/forgotten-password', '/create-password?token=']) {
    journey(`${path} leads to the login page`, async ({ visit }) => {
      const visitor = await visit({ tenant: 'harbour' })
      await visitor.go(path)
      // `waitForURL` would reject when the page that is loading is replaced by this one.
      await expect.poll(() => visitor.page.url()).toBe(`${visitor.origin}/login`)
    })
  }
})

/** Makes a password older than the ten years after which the tenant lets passwords expire. */
async function letPasswordExpire(email: string): Promise<void> {
  const dataDir = installation().dataDir
  const days = 3650
  await changeRows(dataDir, 'meadow', `update tenants set password_expiry_days = $1`, [days])
  onTestFinished(() => changeRows(dataDir, 'meadow', 'update tenants set password_expiry_days = 0'))
  const change = `update users set password_changed_at = now() - make_interval(days => $2) where email = $1`
  await changeRows(dataDir, 'meadow', change, [email, days + 1])
}
