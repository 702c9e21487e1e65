import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { countActions, secondsOf } from './steps/actions.ts'
import { linkOf, mailTo } from './steps/mail.ts'
import { setPassword } from './steps/password-form.ts'
import { choosePlace, chooseSubject, enterTest, heading, saveTest, savedTestId } from './steps/record-test.ts'

const email = 'ada@journey-clinic.test'
const password = 'Copper-Lantern-48'

/** The most presses of a new tenant's administrator from the first page to the first recorded test, besides what is typed. */
const mostOnFirstDay = 10

journey('a new tenant records its first test within two minutes of people’s time', async ({ visit }) => {
  const operator = await visit({ tenant: 'operator', as: 'unlimited' })
  const counted = await countActions(operator)
  const form = operator.page.getByRole('form', { name: operator.t('shell:page.newTenant') })
  const fill = (label: string, value: string) => form.getByLabel(label, { exact: true }).fill(value)
  await operator.go('/tenants')
  await operator.page.getByRole('link', { name: operator.t('shell:page.newTenant') }).click()
  await fill(operator.t('fields:name'), 'Journey Clinic')
  await fill(operator.t('fields:slug'), 'journey-clinic')
  await form.getByLabel(operator.t('fields:country'), { exact: true }).selectOption('GB')
  await fill(operator.t('fields:fullName'), 'Ada Ash')
  await fill(operator.t('fields:email'), email)
  await form.getByRole('button', { name: operator.t('operator:form.submit') }).click()
  await operator.page.getByRole('complementary', { name: 'Journey Clinic' }).waitFor()

  const admin = await visit({ tenant: 'harbour', host: 'journey-clinic' })
  const own = await countActions(admin)
  const { page, t } = admin
  await admin.go(linkOf(await mailTo(admin, email)))
  await heading(admin, 'passwords:create.firstTitle').waitFor()
  await setPassword(admin, { password })
  await page.getByRole('button', { name: t('ownAccount:terms.accept') }).click()
  const steps = page.getByRole('region', { name: t('dashboard:steps.title') })
  await steps.getByText(t('dashboard:steps.progress', { done: 0, count: 6 })).waitFor()
  await page
    .getByRole('link', { name: t('shell:recordTest') })
    .first()
    .click()
  await choosePlace(admin)
  await chooseSubject(admin, { email: 'rosa.quill@people.test' })
  await enterTest(admin, { results: ['negative'] })
  await saveTest(admin)
  expect(await savedTestId(admin)).toMatch(/^BRID-/)

  // Following the link in the email is one press.
  const presses = counted.presses + 1 + own.presses
  expect(presses).toBeLessThanOrEqual(20)
  expect(secondsOf({ presses, characters: counted.characters + own.characters })).toBeLessThan(120)
  expect(own.presses - own.fields, 'presses of the administrator on the first day').toBeLessThanOrEqual(mostOnFirstDay)
})
