import { expect } from 'vitest'
import { demoPassword, emailOf } from './stage/demo.ts'
import { send } from './stage/http.ts'
import { journey } from './stage/journey.ts'
import { checkState } from './stage/screen-checks.ts'
import type { Visit } from './stage/visit.ts'
import { logInWith } from './steps/log-in.ts'
import { openOwnAccount, registerPatient } from './steps/patient.ts'
import { typeByHand } from './steps/keyboard.ts'

journey('a user changes their name and mobile number, and nobody’s change is lost', async ({ visit }) => {
  const patient = await visit({ tenant: 'harbour' })
  const { page, port, t } = patient
  const email = 'details@people.test'
  await registerPatient(port, 'harbour', email)
  await openOwnAccount(patient, email)
  await page.getByText('31/01/1990', { exact: true }).waitFor()
  await edit(patient).click()
  await expect.poll(() => name(patient).inputValue()).toBe('Rosa Quill')

  await name(patient).fill('Rosa Maria Quill')
  await page.getByLabel(t('registration:countryCode')).selectOption('GB')
  await number(patient).fill('07400')
  await save(patient)
  await page.getByText(t('rules:phone')).waitFor()
  await number(patient).fill('020 7946 0018')
  await save(patient)
  await page.getByText(t('rules:phoneMobile')).waitFor()
  await number(patient).fill('+44 7400 123456')
  await save(patient)
  await page.getByText(t('ownAccount:detailsUpdated')).waitFor()
  await page.getByRole('button', { name: t('shell:userMenu', { name: 'Rosa Maria Quill' }) }).waitFor()
  await page.reload()
  await page.getByText('+447400123456', { exact: true }).waitFor()

  // From here on the journey uses only the keyboard.
  await edit(patient).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => number(patient).inputValue()).toBe('07400 123456')
  await changeElsewhere(patient, 'Rosa Elsewhere')
  await name(patient).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await typeByHand(page, 'Rosa Here')
  await page.keyboard.press('Enter')
  await page.getByText(t('editing:news.clashing', { fields: t('fields:fullName') })).waitFor()
  await expect.poll(() => name(patient).inputValue()).toBe('Rosa Here')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText(t('editing:clash.choose')).waitFor()
  await checkState(patient, 'own-user-changed-meanwhile')
  const theirs = page.getByRole('radio', { name: `${t('editing:clash.theirs')} Rosa Elsewhere` })
  const mine = page.getByRole('radio', { name: `${t('editing:clash.mine')} Rosa Here` })
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => theirs.isChecked()).toBe(true)
  await expect.poll(() => name(patient).inputValue()).toBe('Rosa Elsewhere')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => mine.isChecked()).toBe(true)
  await expect.poll(() => name(patient).inputValue()).toBe('Rosa Here')
  await page.keyboard.press('Enter')
  await page.getByText(t('ownAccount:detailsUpdated')).waitFor()
  await expect.poll(() => edit(patient).evaluate((link) => link === document.activeElement)).toBe(true)
  await page.reload()
  await page.getByRole('main').getByText('Rosa Here', { exact: true }).waitFor()
})

journey('typed text is not lost by accident, and does not hold up the end of a session', async ({ visit }) => {
  const patient = await visit({ tenant: 'harbour' })
  const { page, port, context, t } = patient
  const email = 'leaving@people.test'
  await registerPatient(port, 'harbour', email)
  await openOwnAccount(patient, email)
  await edit(patient).click()
  await name(patient).fill('Rosa Unsaved')
  const question = page.getByRole('dialog', { name: t('editing:leave.title') })

  await page.evaluate(() => history.back())
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/own-user/edit')
  await expect.poll(() => name(patient).inputValue()).toBe('Rosa Unsaved')

  const asked = page.waitForEvent('dialog')
  page.reload().catch(() => undefined)
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect.poll(() => name(patient).inputValue()).toBe('Rosa Unsaved')

  await context.clearCookies()
  await save(patient)
  await page.getByRole('heading', { name: t('shell:page.login') }).waitFor()
})

journey('a chosen language applies at once, and stays with the user in every browser', async ({ visit }) => {
  const user = await visit({ tenant: 'cascade', as: 'provider' })
  const inSpanish = await visit({ tenant: 'cascade', locale: 'es_MX' })
  const { page, t } = user
  await user.go('/own-user')
  await page.getByLabel(t('ownAccount:language')).selectOption('es_MX')
  await page.getByRole('heading', { name: inSpanish.t('ownAccount:title'), exact: true }).waitFor()
  await page.getByText(inSpanish.t('shell:languageUpdated')).waitFor()
  // Texts from the server come in the new language too.
  await page.getByRole('main').getByText(inSpanish.t('userTypes:provider'), { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: inSpanish.t('ownAccount:title'), exact: true }).waitFor()

  const elsewhere = await visit({ tenant: 'cascade' })
  await elsewhere.go('/login')
  await logInWith(elsewhere, emailOf('cascade', 'provider'), demoPassword)
  await elsewhere.page.getByRole('heading', { name: inSpanish.t('dashboard:latest'), exact: true }).waitFor()

  await user.context.setOffline(true)
  await page.getByLabel(inSpanish.t('ownAccount:language')).selectOption('en_US')
  await page.getByText(inSpanish.t('shell:offline')).waitFor()
  await page.getByRole('heading', { name: inSpanish.t('ownAccount:title'), exact: true }).waitFor()
})

function name({ page, t }: Visit) {
  return page.getByLabel(t('fields:fullName'), { exact: true })
}

function edit({ page, t }: Visit) {
  return page.getByRole('link', { name: t('ownAccount:editDetails'), exact: true })
}

function number({ page, t }: Visit) {
  return page.getByLabel(t('registration:number'), { exact: true })
}

async function save({ page, t }: Visit): Promise<void> {
  await page.getByRole('button', { name: t('shell:save'), exact: true }).click()
}

/** Makes a change, as another tab of the same browser would. */
async function changeElsewhere({ context, port, tenant }: Visit, fullName: string): Promise<void> {
  const cookies = new Map((await context.cookies()).map(({ name: cookie, value }) => [cookie, value]))
  const { body } = await send(port, tenant, '/users/my-details', { cookies })
  const { data } = JSON.parse(body) as { data: { version: number } } // the contract's reply
  const changed = await send(port, tenant, '/users/my-details', {
    method: 'PUT',
    cookies,
    headers: { 'if-match': `"${data.version}"` },
    body: { fullName, mobile: { country: 'GB', number: '07400 123456' } },
  })
  expect(changed.status).toBe(200)
}
