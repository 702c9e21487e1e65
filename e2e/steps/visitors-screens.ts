import { policyNames } from '../../contract/phrases/policy.ts'
import type { Locale } from '../../contract/locales.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import type { OpenedResult } from '../../contract/deliveries/open-result.ts'
import type { ShownResult } from '../../contract/test-records/shown-result.ts'
import { alterReply } from '../stage/altered-reply.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen, checkState } from '../stage/screen-checks.ts'
import type { Visit } from '../stage/visit.ts'
import { linkOf, mailTo } from './mail.ts'
import { heading } from './record-test.ts'
import { chosenPassword, confirmEmail, fillRegistration, sendRegistration } from './register.ts'
import { inviteClinician } from './staff.ts'

/** Declares journeys past every screen of a tenant for visitors. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for visitors', async ({ visit }) => {
    const visitor = await visit({ tenant, locale })
    await visitor.go('/login')
    const submit = visitor.page.getByRole('button', { name: visitor.t('session:submit'), exact: true })
    await submit.waitFor()
    await checkScreen(visitor, 'login', 'shell:page.login')
    await submit.click()
    await visitor.page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(visitor, 'login-errors', 'shell:page.login')
    await checkPasswords(visitor)
    await checkVerifying(visitor)
    await checkSentResult(visitor)
    for (const name of policyNames) {
      await visitor.turnTo(`/${name}`)
      await visitor.page.locator('main h2').first().waitFor()
      await checkScreen(visitor, name, `shell:page.${name}`)
    }
    for (const status of ['401', '403', '404'] as const) {
      await visitor.turnTo(`/${status}`)
      await visitor.page.getByRole('heading', { name: visitor.t(`shell:title${status}`) }).waitFor()
      await checkScreen(visitor, status, 'shell:page.error')
    }
    await visitor.turnTo('/error')
    await visitor.page.getByRole('heading', { name: visitor.t('shell:title500') }).waitFor()
    await checkScreen(visitor, 'error', 'shell:page.error')
    await visitor.turnTo('/logged-out')
    await heading(visitor, 'session:loggedOutTitle').waitFor()
    await checkScreen(visitor, 'logged-out', 'shell:page.loggedOut')
    await visitor.turnTo('/other-session')
    await heading(visitor, 'session:otherTitle').waitFor()
    await checkScreen(visitor, 'other-session', 'shell:page.otherSession')
    await alterReply<Preferences>(visitor, '/get-site-preferences', (preferences) => ({
      ...preferences,
      suspension: { details: 'Call 0800 1.' },
    }))
    await visitor.page.evaluate(() => localStorage.removeItem('lateral.preferences'))
    await visitor.go('/login')
    await visitor.page.getByText('Call 0800 1.').waitFor()
    await checkState(visitor, 'suspended')
  })

  journey('for registering', async ({ visit }) => {
    const visitor = await visit({ tenant, locale })
    const email = `screens@${locale.replace('_', '-').toLowerCase()}.register.test`
    await visitor.go('/self-registration')
    await heading(visitor, 'shell:page.selfRegistration').waitFor()
    await checkScreen(visitor, 'self-registration', 'shell:page.selfRegistration')
    await sendRegistration(visitor)
    await visitor.page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(visitor, 'self-registration-errors', 'shell:page.selfRegistration')
    await fillRegistration(visitor, email)
    await sendRegistration(visitor)
    await heading(visitor, 'registration:status.title').waitFor()
    await checkScreen(visitor, 'verification-status', 'shell:page.verificationStatus')
    await visitor.turnTo('/verify-new-self-registration?id=unknown')
    await heading(visitor, 'registration:verify.linkTitle').waitFor()
    await checkScreen(visitor, 'verify-link-invalid', 'shell:page.verifyEmail')
    const link = linkOf(await mailTo(visitor, email))
    await visitor.context.clearCookies({ name: 'lateral_browser' })
    await visitor.go(link)
    await visitor.page.getByLabel(visitor.t('registration:confirm.password')).fill(chosenPassword)
    await checkScreen(visitor, 'confirm-email', 'shell:page.verifyEmail')
    await visitor.page.getByRole('button', { name: visitor.t('registration:confirm.otherPassword') }).click()
    await heading(visitor, 'registration:confirm.newTitle').waitFor()
    await checkScreen(visitor, 'confirm-with-new-password', 'shell:page.verifyEmail')
    await visitor.page.getByRole('button', { name: visitor.t('registration:confirm.knownPassword') }).click()
    await visitor.page.getByLabel(visitor.t('registration:confirm.password')).fill(chosenPassword)
    await confirmEmail(visitor)
    await heading(visitor, 'registration:verify.title').waitFor()
    await checkScreen(visitor, 'verified', 'shell:page.verifyEmail')
    await alterReply<Preferences>(visitor, '/get-site-preferences', (preferences) => ({
      ...preferences,
      features: ['PREVENT_SELF_REGISTRATION_WEB_LOGIN'],
    }))
    // The tenant data stored in this browser is older than the flag.
    await visitor.page.evaluate(() => localStorage.removeItem('lateral.preferences'))
    await visitor.go(link)
    await heading(visitor, 'registration:verified.title').waitFor()
    await checkScreen(visitor, 'account-verified', 'shell:page.accountVerified')
  })

  journey('for an invitation', async ({ visit }) => {
    const visitor = await visit({ tenant, locale })
    const email = `screens@${locale.replace('_', '-').toLowerCase()}.staff.test`
    await inviteClinician(visitor.port, tenant, email)
    await visitor.go('/verify-new?id=unknown')
    await heading(visitor, 'passwords:create.linkTitle').waitFor()
    await checkScreen(visitor, 'invitation-invalid', 'shell:page.invitation')
    await visitor.go(linkOf(await mailTo(visitor, email)))
    await heading(visitor, 'passwords:create.firstTitle').waitFor()
    await checkScreen(visitor, 'create-first-password', 'shell:page.createPassword')
  })
}

/** Checks a printed result that is impossible, one that agrees with no record, and one whose record was corrected. */
async function checkVerifying(visitor: Visit): Promise<void> {
  const { page, t } = visitor
  const submit = page.getByRole('button', { name: t('verifying:submit') })
  const born = page.getByLabel(t('fields:dateOfBirth'))
  await visitor.turnTo('/verify-result')
  await submit.click()
  await page.locator('[aria-invalid]').first().waitFor()
  await checkScreen(visitor, 'verify-result-errors', 'shell:page.verifyResult')
  await page.getByLabel(t('fields:testId')).fill('BRID-00000000')
  if ((await born.count()) > 0) await born.fill('01/02/1980')
  await page.getByLabel(t('verifying:code')).fill('2345 6789 ABCD')
  await submit.click()
  await page.getByText(t('verifying:refusedTitle')).waitFor()
  await checkScreen(visitor, 'verify-result-refused', 'shell:page.verifyResult')
  await alterReply<ShownResult | null>(visitor, '/verify-result', () => correctedResult)
  await submit.click()
  await heading(visitor, 'verifying:correctedTitle').waitFor()
  await checkScreen(visitor, 'verify-result-corrected', 'shell:page.verifyResult')
}

const correctedResult: ShownResult = {
  testId: 'BRID-00000000',
  result: 'positive',
  analyteResults: [
    { analyteId: 'a', analyteName: 'Influenza A', result: 'positive' },
    { analyteId: 'b', analyteName: 'Influenza B', result: 'negative' },
  ],
  performedAt: '2026-03-01T09:30:00.000Z',
  performedZone: 'Europe/London',
  state: 'corrected',
  assayName: 'Influenza A+B antigen test',
  changedAt: '2026-03-02T10:15:00.000Z',
}

/** Checks a sent result: before opening, refused, opened, voided, and without a link. */
async function checkSentResult(visitor: Visit): Promise<void> {
  const { page, t } = visitor
  const submit = page.getByRole('button', { name: t('sentResult:submit') })
  await visitor.turnTo('/results')
  await heading(visitor, 'sentResult:missingTitle').waitFor()
  await checkScreen(visitor, 'sent-result-missing', 'shell:page.sentResult')
  await visitor.turnTo(`/results/${'screen'.padEnd(43, 's')}`)
  await submit.waitFor()
  await checkScreen(visitor, 'sent-result-closed', 'shell:page.sentResult')
  await page.getByLabel(t('fields:dateOfBirth')).fill('01/02/1980')
  await submit.click()
  await page.getByText(t('sentResult:refusedTitle')).waitFor()
  await checkScreen(visitor, 'sent-result-refused', 'shell:page.sentResult')
  const { changedAt, ...result } = correctedResult
  const place = { organisationName: 'North homes', groupName: 'Elm house', phone: '+44 20 7946 0110' }
  const opened = { ...result, ...place, changedAt, meaning: null }
  let state: OpenedResult['state'] = 'corrected'
  await alterReply<OpenedResult | null>(visitor, '/results/*/open', () => ({ ...opened, state }))
  await submit.click()
  await heading(visitor, 'sentResult:positive').waitFor()
  await checkScreen(visitor, 'sent-result-opened', 'shell:page.sentResult')
  state = 'voided'
  await page.getByRole('button', { name: t('sentResult:close') }).click()
  await page.getByLabel(t('fields:dateOfBirth')).fill('01/02/1980')
  await submit.click()
  await heading(visitor, 'sentResult:voidedTitle').waitFor()
  await checkScreen(visitor, 'sent-result-voided', 'shell:page.sentResult')
}

/** Checks the request of a link, and the page of an invalid link. */
async function checkPasswords(visitor: Visit): Promise<void> {
  const { page, t } = visitor
  const email = page.getByLabel(t('fields:email'), { exact: true })
  const ask = page.getByRole('button', { name: t('passwords:reset.submit') })
  await visitor.go('/password-reset')
  await ask.click()
  await page.locator('[aria-invalid]').first().waitFor()
  await checkScreen(visitor, 'password-reset-errors', 'shell:page.passwordReset')
  await email.fill('nobody@journey.test')
  await ask.click()
  await heading(visitor, 'passwords:reset.sentTitle').waitFor()
  await checkScreen(visitor, 'password-reset-sent', 'shell:page.passwordReset')

  const password = page.getByLabel(t('passwords:create.password'), { exact: true })
  const set = page.getByRole('button', { name: t('passwords:create.submit') })
  await visitor.turnTo('/forgotten-password?token=unknown')
  await email.fill('nobody@journey.test')
  await password.fill('corridor')
  await page.getByRole('meter').waitFor()
  await set.click()
  await page.locator('[aria-invalid]').first().waitFor()
  await checkScreen(visitor, 'create-password-errors', 'shell:page.createPassword')
  await password.fill('Corridor-Lamp-4821')
  await set.click()
  await heading(visitor, 'passwords:create.linkTitle').waitFor()
  await checkScreen(visitor, 'create-password-link', 'shell:page.createPassword')
}
