import { expect, onTestFinished } from 'vitest'
import { installation } from './stage/worker.ts'
import { demoPassword, emailOf } from './stage/demo.ts'
import { journey } from './stage/journey.ts'
import { mailTo } from './stage/mail.ts'
import type { Visit } from './stage/visit.ts'
import { clickAtOnce, openQuietPage } from './steps/log-in.ts'
import { restorePassword } from './steps/password-link.ts'
import { heading } from './steps/record-test.ts'

const newPassword = 'Corridor-Lamp-4821'

journey('a user logs out everywhere else, and changes their password', async ({ visit }) => {
  const port = installation().port
  const elsewhere = await visit({ tenant: 'meadow', as: 'group' })
  await openQuietPage(elsewhere)
  const person = await visit({ tenant: 'meadow', as: 'group' })
  const { page, t } = person
  await person.go('/')
  await page.getByRole('button', { name: new RegExp(`^${t('shell:userMenu', { name: '' })}`) }).click()
  await page.getByRole('menuitem', { name: t('shell:page.ownUser') }).click()
  await page.waitForURL('**/own-user')
  await page.getByRole('main').getByText(emailOf('meadow', 'group')).waitFor()

  await page.getByRole('button', { name: t('ownAccount:endOthers') }).click()
  await page.getByText(t('ownAccount:othersEnded')).waitFor()
  await page.getByText(t('ownAccount:onlyHere')).waitFor()
  await expectLoggedOut(elsewhere)

  onTestFinished(() => restorePassword(port, 'meadow', 'group'))
  await change(person, 'Wrong-Password-1', newPassword)
  await page.getByText(t('serverRules:wrongPassword')).waitFor()
  await expect
    .poll(() => page.getByLabel(t('passwords:create.password'), { exact: true }).inputValue())
    .toBe(newPassword)
  await change(person, demoPassword, newPassword)
  await page.getByText(t('ownAccount:passwordChanged')).waitFor()
  await expect
    .poll(async () => (await mailTo(port, 'meadow', emailOf('meadow', 'group'))).map(({ subject }) => subject))
    .toContain(t('mail:password-changed.subject'))
  await person.go('/test-records')
  await heading(person, 'shell:page.testRecords').waitFor()
})

async function change({ page, t }: Visit, current: string, next: string): Promise<void> {
  const form = page.getByRole('form', { name: t('ownAccount:passwordTitle'), exact: true })
  await form.getByLabel(t('fields:currentPassword'), { exact: true }).fill(current)
  await form.getByLabel(t('passwords:create.password'), { exact: true }).fill(next)
  await form.getByRole('button', { name: t('ownAccount:passwordSubmit') }).click()
}

async function expectLoggedOut({ page, t }: Visit): Promise<void> {
  await clickAtOnce(page.getByRole('link', { name: t('shell:page.testRecords'), exact: true }))
  await page.getByText(t('session:expired'), { exact: true }).waitFor()
}
