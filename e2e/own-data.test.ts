import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { mailTo } from './stage/mail.ts'
import type { Visit } from './stage/visit.ts'
import { logInWith } from './steps/log-in.ts'
import { openOwnAccount, registerPatient } from './steps/patient.ts'
import { chosenPassword } from './steps/register.ts'

journey('a user downloads all data about them, without any secret', async ({ visit }) => {
  const patient = await visit({ tenant: 'harbour' })
  const { page, port, t } = patient
  const email = 'data@people.test'
  await registerPatient(port, 'harbour', email)
  await openOwnAccount(patient, email)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: t('ownAccount:dataSubmit') }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('my-data.json')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer) // a byte stream's chunks
  const text = Buffer.concat(chunks).toString('utf8')
  expect(JSON.parse(text)).toBeTypeOf('object')
  expect(text).toContain(email)
  expect(text).not.toMatch(/argon2|hash/i)
  await page.getByText(t('ownAccount:dataSaved', { file: 'my-data.json' })).waitFor()
})

journey('a deleted account is gone from every tab, and cannot log in', async ({ visit }) => {
  const patient = await visit({ tenant: 'harbour' })
  const { context, page, port, t } = patient
  const email = 'farewell@people.test'
  await registerPatient(port, 'harbour', email)
  await openOwnAccount(patient, email)
  const otherTab = await context.newPage()
  await otherTab.goto(`${patient.origin}/own-user`)
  await otherTab.getByText('31/01/1990', { exact: true }).waitFor()

  await page.getByRole('button', { name: t('ownAccount:deletion.title'), exact: true }).click()
  await form(patient).getByLabel(t('fields:reason'), { exact: true }).selectOption('other')
  await submit(patient, 'Wrong-Password-1')
  await page.getByText(t('rules:deletionReason')).waitFor()
  await form(patient).getByLabel(t('fields:reasonText')).fill('I moved away')
  await submit(patient, 'Wrong-Password-1')
  await page.getByText(t('serverRules:wrongPassword')).waitFor()
  await expect.poll(() => form(patient).getByLabel(t('fields:reasonText')).inputValue()).toBe('I moved away')
  await submit(patient, chosenPassword)
  for (const tab of [page, otherTab]) {
    await tab.waitForURL('**/login')
    await tab.getByText(t('ownAccount:deletion.done')).waitFor()
  }

  await logInWith(patient, email, chosenPassword)
  await page.getByText(t('serverErrors:wrong-credentials')).waitFor()
  await patient.go('/own-user')
  await page.waitForURL('**/login?redirect=*')
  // Even sent messages do not keep the address.
  await expect
    .poll(async () => (await mailTo(port, 'harbour', 'Anonymized')).map(({ subject }) => subject))
    .toContain(t('mail:account-deleted.subject'))
  expect(await mailTo(port, 'harbour', email)).toEqual([])
})

function form({ page, t }: Visit) {
  return page.getByRole('form', { name: t('ownAccount:deletion.title'), exact: true })
}

async function submit(visit: Visit, password: string): Promise<void> {
  const { t } = visit
  await form(visit).getByLabel(t('fields:currentPassword'), { exact: true }).fill(password)
  await form(visit)
    .getByRole('button', { name: t('ownAccount:deletion.submit') })
    .click()
}
