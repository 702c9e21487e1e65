import type { Locale } from '../../contract/locales.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import type { Visit } from '../stage/visit.ts'
import { expectFiltersWhole } from './filters-whole.ts'
import { openInviteForm, redeem, sendAccount, sendInvite } from './invite.ts'
import { linkOf, mailTo } from './mail.ts'
import { heading } from './record-test.ts'

/** Checks the invites of patients, and the pages of an invitee. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for inviting', async ({ visit }) => {
    const staff = await visit({ tenant, locale, as: 'tenant' })
    const patient = await visit({ tenant, locale })
    const email = `screens@${locale.replace('_', '-').toLowerCase()}.invited.test`
    const form = await openInviteForm(staff)
    await form.getByRole('button', { name: staff.t('invites:form.submit') }).click()
    await staff.page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(staff, 'invite-form-errors', 'shell:page.newInvite')
    const mobile =
      tenant === 'harbour' ? { country: 'GB', number: '07400 223355' } : { country: 'US', number: '(202) 555-0143' }
    await sendInvite(staff, form, { email, mobile })
    await staff.go('/invites')
    const revoke = staff.page.getByRole('button', { name: staff.t('invites:revokeOf', { email }) })
    await revoke.waitFor()
    await checkScreen(staff, 'invites', 'shell:page.invites')
    await expectFiltersWhole(staff)
    await revoke.click()
    await staff.page.getByRole('dialog').waitFor()
    await checkScreen(staff, 'invite-revoking', 'shell:page.invites')
    await staff.turnTo('/invites?search=nobody')
    await heading(staff, 'invites:noMatch.title').waitFor()
    await checkScreen(staff, 'invites-no-match', 'shell:page.invites')
    await checkInvitee(patient, email)
  })
}

/** Checks an invitee's pages, from an invalid code to the new account. */
async function checkInvitee(patient: Visit, email: string): Promise<void> {
  await patient.go('/patient-registration')
  await heading(patient, 'invitee:enter.title').waitFor()
  await redeem(patient)
  await patient.page.locator('[aria-invalid]').first().waitFor()
  await checkScreen(patient, 'invite-code-errors', 'shell:page.redeemInvite')
  await patient.turnTo('/patient-registration/2345-6789-abcd-efgh-2345-6789')
  await heading(patient, 'invitee:invalid.title').waitFor()
  await checkScreen(patient, 'invite-code-invalid', 'shell:page.redeemInvite')
  await patient.go(linkOf(await mailTo(patient, email)))
  await heading(patient, 'shell:page.accountSetup').waitFor()
  await checkScreen(patient, 'account-setup', 'shell:page.accountSetup')
  await sendAccount(patient)
  await patient.page.locator('[aria-invalid]').first().waitFor()
  await checkScreen(patient, 'account-setup-errors', 'shell:page.accountSetup')
}
