import { describe, expect } from 'vitest'
import { emailOf } from './stage/demo.ts'
import { journey } from './stage/journey.ts'
import { switchOn } from './steps/flags.ts'
import { logInWith } from './steps/log-in.ts'
import { linkOf, mailTo } from './steps/mail.ts'
import { heading } from './steps/record-test.ts'
import {
  chosenPassword,
  confirmEmail,
  fillRegistration,
  logInWithChosenPassword,
  sendRegistration,
} from './steps/register.ts'

describe('self-registration', () => {
  journey('leads from the login page through the link in the email to the first login', async ({ visit }) => {
    const patient = await visit({ tenant: 'harbour' })
    const { page, t } = patient
    const email = 'first.login@people.test'
    await patient.go('/login')
    await page.getByRole('link', { name: t('shell:page.selfRegistration') }).click()
    await page.waitForURL('**/self-registration')
    await fillRegistration(patient, email)
    await page.getByLabel(t('registration:countryCode')).selectOption('GB')
    await page.getByLabel(t('registration:number'), { exact: true }).fill('07400')
    await sendRegistration(patient)
    await page.getByText(t('rules:phone')).waitFor()
    await page.getByLabel(t('registration:number'), { exact: true }).fill('07400 123456')
    await sendRegistration(patient)
    await page.waitForURL('**/verification-status')
    await page.getByText(email).waitFor()

    await patient.go('/login')
    await logInWithChosenPassword(patient, email)
    await page.waitForURL('**/verification-status')
    await page.getByText(email).waitFor()

    await patient.go(linkOf(await mailTo(patient, email)))
    await heading(patient, 'registration:confirm.title').waitFor()
    await confirmEmail(patient)
    await heading(patient, 'registration:verify.title').waitFor()
    await page.reload()
    await heading(patient, 'registration:verify.title').waitFor()
    await page.getByRole('link', { name: t('session:submit') }).click()
    await page.waitForURL('**/login')
    await logInWithChosenPassword(patient, email)
    await page.waitForURL(`${patient.origin}/`)
    await heading(patient, 'dashboard:own.emptyTitle').waitFor()
  })

  journey('with an email that has an account looks the same, and its owner is notified', async ({ visit }) => {
    const visitor = await visit({ tenant: 'cascade', locale: 'es_MX' })
    const email = emailOf('cascade', 'provider')
    await visitor.go('/self-registration')
    await fillRegistration(visitor, email)
    await sendRegistration(visitor)
    await visitor.page.waitForURL('**/verification-status')
    await visitor.page.getByText(email).waitFor()
    expect(linkOf(await mailTo(visitor, email))).toBe('/password-reset')
  })

  journey('sends the email again after a pause, and the newest link works', async ({ visit }) => {
    const patient = await visit({ tenant: 'harbour' })
    const { page, t } = patient
    const email = 'again@people.test'
    await page.clock.install()
    await patient.go('/self-registration')
    await fillRegistration(patient, email)
    await sendRegistration(patient)
    await heading(patient, 'registration:status.title').waitFor()
    const earlier = linkOf(await mailTo(patient, email))
    await page.clock.runFor(31_000)
    await page.getByRole('button', { name: t('passwords:reset.again'), exact: true }).click()
    await page.getByText(t('passwords:reset.sentAgain')).waitFor()
    const newest = linkOf(await mailTo(patient, email, 2))
    await patient.go(earlier)
    await heading(patient, 'registration:verify.linkTitle').waitFor()
    await patient.go(newest)
    await heading(patient, 'registration:confirm.title').waitFor()
  })

  journey('keeps the typed data when there is no connection', async ({ visit }) => {
    const patient = await visit({ tenant: 'harbour' })
    const { page, t } = patient
    await patient.go('/self-registration')
    await fillRegistration(patient, 'offline@people.test')
    await patient.context.setOffline(true)
    await sendRegistration(patient)
    await page.getByText(t('shell:offline')).waitFor()
    await expect.poll(() => page.getByLabel(t('fields:fullName')).inputValue()).toBe('Rosa Quill')
    await patient.context.setOffline(false)
    await sendRegistration(patient)
    await page.waitForURL('**/verification-status')
  })
})

describe('a registration with another’s email', () => {
  journey(
    'gives the registrant no access, whoever loads the link, and the owner of the email decides',
    async ({ visit }) => {
      const [stranger, owner] = [await visit({ tenant: 'harbour' }), await visit({ tenant: 'harbour' })]
      const { page, t } = owner
      const email = 'owner@people.test'
      await stranger.go('/self-registration')
      await fillRegistration(stranger, email)
      await sendRegistration(stranger)
      await stranger.page.waitForURL('**/verification-status')
      const link = linkOf(await mailTo(owner, email))

      // Simulates a program that scans emails in a browser: it loads the page with its scripts, and leaves it alone.
      for (let load = 0; load < 2; load += 1) {
        await owner.go(link)
        await page.getByLabel(t('registration:confirm.password')).waitFor()
        await page.waitForLoadState('networkidle')
      }
      await stranger.go('/login')
      await logInWithChosenPassword(stranger, email)
      await stranger.page.waitForURL('**/verification-status')

      await page.getByLabel(t('registration:confirm.password')).fill('Not-The-Chosen-1')
      await confirmEmail(owner)
      await page.getByText(t('serverRules:notChosenPassword')).waitFor()
      await page.getByRole('button', { name: t('registration:confirm.otherPassword') }).click()
      await page.getByLabel(t('passwords:create.password'), { exact: true }).fill('Quiet-Meadow-Lights-7')
      await page.getByRole('button', { name: t('registration:confirm.newSubmit') }).click()
      await heading(owner, 'registration:verify.title').waitFor()

      await stranger.go('/login')
      await logInWithChosenPassword(stranger, email)
      await stranger.page.getByText(t('serverErrors:wrong-credentials')).waitFor()
      await owner.go('/login')
      await logInWith(owner, email, 'Quiet-Meadow-Lights-7')
      await page.waitForURL(`${owner.origin}/`)
    },
  )

  journey('is confirmed on another device by the chosen password', async ({ visit }) => {
    const [patient, phone] = [await visit({ tenant: 'harbour' }), await visit({ tenant: 'harbour' })]
    const email = 'two.devices@people.test'
    await patient.go('/self-registration')
    await fillRegistration(patient, email)
    await sendRegistration(patient)
    await patient.page.waitForURL('**/verification-status')
    await phone.go(linkOf(await mailTo(phone, email)))
    await phone.page.getByLabel(phone.t('registration:confirm.password')).fill(chosenPassword)
    await confirmEmail(phone)
    await heading(phone, 'registration:verify.title').waitFor()
  })
})

describe('a changed email', () => {
  journey('is not verified by an invalid link', async ({ visit }) => {
    const user = await visit({ tenant: 'harbour' })
    await user.go('/verify?id=unknown')
    await heading(user, 'registration:verify.linkTitle').waitFor()
  })
})

describe('flags', () => {
  journey('nobody can register if the tenant prevents it', async ({ visit }) => {
    const visitor = await visit({ tenant: 'harbour' })
    await switchOn(visitor, 'PREVENT_SELF_REGISTRATION')
    await visitor.go('/login')
    await visitor.page.getByRole('button', { name: visitor.t('session:submit'), exact: true }).waitFor()
    await expect
      .poll(() => visitor.page.getByRole('link', { name: visitor.t('shell:page.selfRegistration') }).count())
      .toBe(0)
    await visitor.go('/self-registration')
    await visitor.page.waitForURL('**/login')
  })

  journey('a person who may not log in on the web is led to the mobile app', async ({ visit }) => {
    const patient = await visit({ tenant: 'harbour' })
    const email = 'app.only@people.test'
    await switchOn(patient, 'PREVENT_SELF_REGISTRATION_WEB_LOGIN')
    await patient.go('/self-registration')
    await fillRegistration(patient, email)
    await sendRegistration(patient)
    await patient.page.waitForURL('**/verification-status')
    await patient.go(linkOf(await mailTo(patient, email)))
    await confirmEmail(patient)
    await patient.page.waitForURL('**/account-verified')
    await heading(patient, 'registration:verified.title').waitFor()
  })
})

describe('addresses', () => {
  journey('a page without its parameter leads to the login page, and one with it stays', async ({ visit }) => {
    const visitor = await visit({ tenant: 'harbour' })
    for (const address of ['/verification-status', '/verify', '/verify-new-self-registration', '/account-verified']) {
      await visitor.go(address)
      await visitor.page.waitForURL('**/login')
    }
    await visitor.go('/verification-status?email=somebody%40people.test')
    await visitor.page.getByText('somebody@people.test').waitFor()
  })
})
