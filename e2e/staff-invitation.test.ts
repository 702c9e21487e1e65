import { expect } from 'vitest'
import { installation } from './stage/worker.ts'
import { send } from './stage/http.ts'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'
import { linkOf, mailTo } from './steps/mail.ts'
import { clickAtOnce, logInWith, openQuietPage } from './steps/log-in.ts'
import { setPassword } from './steps/password-form.ts'
import { heading } from './steps/record-test.ts'
import { inviteClinician, resetPasswordOf } from './steps/staff.ts'

const first = 'Copper-Lantern-48'
const second = 'Corridor-Lamp-4821'

journey('an invitation leads from the email to the terms, whatever mail scanner opens it', async ({ visit }) => {
  const port = installation().port
  const email = 'first.day@staff.test'
  await inviteClinician(port, 'harbour', email)
  const nurse = await visit({ tenant: 'harbour' })
  const { page, t } = nurse
  const link = linkOf(await mailTo(nurse, email))
  for (let i = 0; i < 5; i += 1) expect((await send(port, 'harbour', link)).status).toBe(200)

  await nurse.go(link)
  await page.waitForURL('**/create-password?token=**')
  await heading(nurse, 'passwords:create.firstTitle').waitFor()
  await expectEmail(nurse, email)
  await page.reload()
  await heading(nurse, 'passwords:create.firstTitle').waitFor()
  await expectEmail(nurse, email)
  await setPassword(nurse, { password: 'Nora-Quill-4821' })
  await page.getByText(t('serverRules:passwordOfName')).waitFor()

  // Another request comes late, so that the person's page is older than its token.
  expect((await send(port, 'harbour', link)).status).toBe(200)
  await setPassword(nurse, { password: first })
  await heading(nurse, 'ownAccount:terms.title').waitFor()
  await page.getByRole('button', { name: t('ownAccount:terms.accept') }).click()
  await heading(nurse, 'dashboard:latest').waitFor()

  const again = await visit({ tenant: 'harbour' })
  await again.go(link)
  await heading(again, 'passwords:create.linkTitle').waitFor()
  await again.page.getByText(t('passwords:invitation.linkText')).waitFor()
  await again.page.getByRole('link', { name: t('session:submit') }).click()
  await again.page.waitForURL('**/login')
})

journey(
  'an administrator’s reset ends the session, and the new password leads on to where it ended',
  async ({ visit }) => {
    const port = installation().port
    const email = 'reset@staff.test'
    const id = await inviteClinician(port, 'harbour', email)
    const nurse = await visit({ tenant: 'harbour' })
    const { page, t } = nurse
    await nurse.go(linkOf(await mailTo(nurse, email)))
    await heading(nurse, 'passwords:create.firstTitle').waitFor()
    await setPassword(nurse, { password: first })
    await page.getByRole('button', { name: t('ownAccount:terms.accept') }).click()
    await heading(nurse, 'dashboard:latest').waitFor()
    await openQuietPage(nurse)

    await resetPasswordOf(port, 'harbour', id)
    expect((await mailTo(nurse, email, 2)).subject).toBe(t('mail:administrator-reset.subject'))
    await clickAtOnce(page.getByRole('link', { name: t('shell:page.testRecords'), exact: true }))
    await page.waitForURL('**/login?redirect=**')
    await logInWith(nurse, email, first)
    await page.getByText(t('passwords:create.mustChange')).waitFor()
    await page.reload()
    await expectEmail(nurse, email)
    await setPassword(nurse, { password: second })
    await page.waitForURL('**/test-records')
  },
)

journey('an invitation without its parameters leads to the login page', async ({ visit }) => {
  const visitor = await visit({ tenant: 'harbour' })
  await visitor.go('/verify-new')
  await visitor.page.waitForURL(`${visitor.origin}/login`)
})

async function expectEmail({ page, t }: Visit, email: string): Promise<void> {
  await expect.poll(() => page.getByLabel(t('fields:email'), { exact: true }).inputValue()).toBe(email)
}
