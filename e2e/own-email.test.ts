import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'
import { logInWith } from './steps/log-in.ts'
import { linkOf, mailTo } from './steps/mail.ts'
import { openOwnAccount, registerPatient } from './steps/patient.ts'
import { heading } from './steps/record-test.ts'
import { chosenPassword, confirmEmail } from './steps/register.ts'

journey('a changed email works for logins once it is verified, and not before', async ({ visit }) => {
  const patient = await visit({ tenant: 'harbour' })
  const { context, page, port, t } = patient
  const [before, after] = ['before@people.test', 'after@people.test']
  await registerPatient(port, 'harbour', before)
  await openOwnAccount(patient, before)
  const otherTab = await context.newPage()
  await otherTab.goto(`${patient.origin}/`)
  await otherTab.getByRole('heading', { name: t('dashboard:own.emptyTitle') }).waitFor()

  await change(patient, after, 'Wrong-Password-1')
  await page.getByText(t('serverRules:wrongPassword')).waitFor()
  await expect.poll(() => newEmail(patient).inputValue()).toBe(after)
  await change(patient, after, chosenPassword)
  await page.waitForURL('**/verification-status')
  await page.getByText(t('ownAccount:emailChanged')).waitFor()
  await page.getByText(after).waitFor()
  // A person who has an account is not led to create another.
  await expect.poll(() => page.getByRole('button', { name: t('passwords:reset.otherEmail') }).count()).toBe(0)
  await otherTab.waitForURL('**/login')
  await otherTab.close()

  await expect.poll(async () => (await mailTo(patient, before, 2)).subject).toBe(t('mail:email-changed.subject'))
  for (const email of [before, after]) {
    await patient.go('/login')
    await logInWith(patient, email, chosenPassword)
    if (email === after) await page.getByText(t('serverErrors:wrong-credentials')).waitFor()
    else await page.getByText(t('registration:status.takeBack')).waitFor()
  }

  await patient.go(linkOf(await mailTo(patient, after)))
  await confirmEmail(patient)
  await page.waitForURL('**/login')
  await page.getByText(t('registration:verify.moved', { email: after })).waitFor()
  await logInWith(patient, after, chosenPassword)
  await page.waitForURL(`${patient.origin}/`)
  await heading(patient, 'dashboard:own.emptyTitle').waitFor()
  await patient.go('/own-user')
  await page.getByRole('main').getByText(after).waitFor()
})

function form({ page, t }: Visit) {
  return page.getByRole('form', { name: t('ownAccount:emailTitle'), exact: true })
}

function newEmail(visit: Visit) {
  return form(visit).getByLabel(visit.t('ownAccount:newEmail'), { exact: true })
}

async function change(visit: Visit, email: string, password: string): Promise<void> {
  const { t } = visit
  await newEmail(visit).fill(email)
  await form(visit).getByLabel(t('fields:currentPassword'), { exact: true }).fill(password)
  await form(visit)
    .getByRole('button', { name: t('ownAccount:emailSubmit') })
    .click()
}
