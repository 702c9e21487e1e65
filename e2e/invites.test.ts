import { describe, expect } from 'vitest'
import { emailOf } from './stage/demo.ts'
import { journey } from './stage/journey.ts'
import { switchOn } from './steps/flags.ts'
import {
  chooseGroup,
  codeField,
  fillAccount,
  invitePatient,
  openInviteForm,
  redeem,
  sendAccount,
  sendInvite,
} from './steps/invite.ts'
import { untilQuiet } from './steps/log-in.ts'
import { linkOf, mailTo } from './steps/mail.ts'
import { heading } from './steps/record-test.ts'
import { confirmEmail, logInWithChosenPassword } from './steps/register.ts'

describe('an invite', () => {
  journey('leads from the staff’s form through the link in its email to the first login', async ({ visit }) => {
    const staff = await visit({ tenant: 'harbour', as: 'tenant' })
    const patient = await visit({ tenant: 'harbour' })
    const [email, next] = ['mailed@invited.test', 'next@invited.test']
    const form = await openInviteForm(staff)
    await sendInvite(staff, form, { email })
    // The form is ready for another patient in the same group.
    const field = form.getByLabel(staff.t('fields:email'))
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await expect.poll(() => field.inputValue()).toBe('')
    await field.fill(next)
    await staff.page.keyboard.press('Enter')
    await staff.page.getByRole('row', { name: next }).waitFor()
    await staff.page.getByRole('row', { name: email }).waitFor()

    await patient.go(linkOf(await mailTo(patient, email)))
    await heading(patient, 'shell:page.accountSetup').waitFor()
    await patient.page.getByText(email).waitFor()
    expect(await patient.page.title()).not.toMatch(/[0-9A-Z]{24}/)
    await fillAccount(patient)
    await sendAccount(patient)
    await patient.page.waitForURL(`${patient.origin}/`)
    await heading(patient, 'dashboard:own.emptyTitle').waitFor()

    await staff.go(`/invites?search=${email}`)
    await staff.page.getByRole('row', { name: staff.t('invites:state.redeemed') }).waitFor()
  })

  journey('that came by text is typed in, and the email verified before the first login', async ({ visit }) => {
    const staff = await visit({ tenant: 'harbour', as: 'group' })
    const patient = await visit({ tenant: 'harbour' })
    const email = 'texted@invited.test'
    await invitePatient(staff, { email, mobile: { country: 'GB', number: '07400 223344' } })
    const { text } = await mailTo(patient, '+447400223344')
    const code = /[0-9A-Z]{4}(?: [0-9A-Z]{4}){5}/.exec(text)?.[0] ?? ''

    await patient.go('/login')
    await patient.page.getByRole('link', { name: patient.t('session:haveInviteCode') }).click()
    await codeField(patient).pressSequentially(code.toLowerCase().replaceAll(' ', '-').slice(0, -1))
    await redeem(patient)
    await patient.page.getByText(patient.t('rules:length', { length: 24 })).waitFor()
    await codeField(patient).press('End')
    await codeField(patient).pressSequentially(code.slice(-1).toLowerCase())
    await expect.poll(() => codeField(patient).inputValue()).toBe(code)
    await redeem(patient)
    await heading(patient, 'shell:page.accountSetup').waitFor()
    await fillAccount(patient)
    await sendAccount(patient)
    await patient.page.waitForURL('**/verification-status')
    await patient.page.getByText(email).waitFor()

    await patient.go(linkOf(await mailTo(patient, email, 2)))
    await confirmEmail(patient)
    await heading(patient, 'registration:verify.title').waitFor()
    await patient.page.getByRole('link', { name: patient.t('session:submit') }).click()
    await logInWithChosenPassword(patient, email)
    await patient.page.waitForURL(`${patient.origin}/`)
  })

  journey('that was revoked or sent again is invalid at its old link, and the new one works', async ({ visit }) => {
    const staff = await visit({ tenant: 'harbour', as: 'organisation' })
    const patient = await visit({ tenant: 'harbour' })
    const email = 'taken.back@invited.test'
    const { page, t } = staff
    await invitePatient(staff, { email })
    await page.keyboard.press('Escape')
    const earlier = linkOf(await mailTo(patient, email))
    const revoke = page.getByRole('button', { name: t('invites:revokeOf', { email }) })
    await revoke.click()
    await page.getByRole('button', { name: t('invites:revoking.keep') }).click()
    await expect.poll(() => revoke.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: t('invites:revoking.confirm') }).click()
    await page.getByText(t('invites:revoked', { email })).waitFor()
    await page.getByRole('row', { name: email }).getByText(t('invites:state.revoked')).waitFor()
    await patient.go(earlier)
    await heading(patient, 'invitee:invalid.title').waitFor()

    const resend = page.getByRole('button', { name: t('invites:resendTo', { email }) })
    await expect.poll(() => resend.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByText(t('invites:resent', { email })).waitFor()
    const newest = linkOf(await mailTo(patient, email, 2))
    await patient.go(earlier)
    await heading(patient, 'invitee:invalid.title').waitFor()
    expect((await codeField(patient).inputValue()).replaceAll(' ', '')).toBe(earlier.split('/').at(-1))
    await codeField(patient).fill(`${patient.origin}${newest}`)
    await redeem(patient)
    await heading(patient, 'shell:page.accountSetup').waitFor()
  })
})

describe('an email that has an account', () => {
  journey('is refused at its field, and nothing is sent', async ({ visit }) => {
    const staff = await visit({ tenant: 'harbour', as: 'tenant' })
    const { page, t } = staff
    const form = await openInviteForm(staff)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
    await chooseGroup(staff, form)
    await form.getByLabel(t('fields:email')).fill(emailOf('harbour', 'provider'))
    await page.keyboard.press('Tab')
    await form.getByText(t('rules:emailRegistered')).waitFor()
    await form.getByRole('button', { name: t('invites:form.submit') }).click()
    await untilQuiet(staff)
    await form.getByText(t('rules:emailRegistered')).waitFor()
    expect(sent.filter((path) => path.endsWith('/invites'))).toEqual([])
  })
})

describe('with invites switched off', () => {
  journey('nothing leads to invites', async ({ visit }) => {
    const staff = await visit({ tenant: 'harbour', as: 'tenant' })
    await switchOn(staff, 'PREVENT_PATIENT_INVITES')
    await staff.go('/invites')
    await staff.page.waitForURL(`${staff.origin}/`)
    await staff.page
      .getByRole('link', { name: staff.t('shell:page.testRecords') })
      .first()
      .waitFor()
    await expect.poll(() => staff.page.getByRole('link', { name: staff.t('shell:page.invites') }).count()).toBe(0)

    const visitor = await visit({ tenant: 'harbour' })
    await switchOn(visitor, 'PREVENT_PATIENT_INVITES')
    for (const address of ['/patient-registration', '/patient-registration/abc', '/account-setup?newUser=abc']) {
      await visitor.go(address)
      await visitor.page.waitForURL('**/login')
    }
    await visitor.page.getByRole('button', { name: visitor.t('session:submit'), exact: true }).waitFor()
    await expect
      .poll(() => visitor.page.getByRole('link', { name: visitor.t('session:haveInviteCode') }).count())
      .toBe(0)
  })

  journey('the account setup of any tenant needs a code', async ({ visit }) => {
    const visitor = await visit({ tenant: 'harbour' })
    await visitor.go('/account-setup')
    await visitor.page.waitForURL('**/login')
  })
})
