import { describe, expect } from 'vitest'
import type { User } from '../contract/own-account/user.ts'
import type { FeatureFlag } from '../contract/permissions/permissions.ts'
import type { Preferences } from '../contract/tenants/preferences.ts'
import { alterReply } from './stage/altered-reply.ts'
import { emailOf } from './stage/demo.ts'
import { endSession } from './stage/http.ts'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'
import { clickAtOnce, logIn, openQuietPage } from './steps/log-in.ts'
import { recordLink } from './steps/list.ts'

describe('entering', () => {
  journey('a visitor logs in and comes to the page that they wanted', async ({ visit }) => {
    const visitor = await visit({ tenant: 'harbour' })
    await visitor.go('/test-records?result=positive&perPage=10')
    await visitor.page.waitForURL('**/login?redirect=**')
    const wanted = new URL(visitor.page.url()).searchParams.get('redirect')
    expect(wanted).toBe('/test-records?result=positive&perPage=10')
    await logIn(visitor, 'clinical')
    await visitor.page.waitForURL('**/test-records?result=positive&perPage=10')
    await visitor.page.getByRole('heading', { level: 1, name: visitor.t('testRecords:title') }).waitFor()
  })

  journey('a redirect to another site leads to the dashboard', async ({ visit }) => {
    const visitor = await visit({ tenant: 'harbour' })
    await visitor.go(`/login?redirect=${encodeURIComponent('//example.test/trap')}`)
    await logIn(visitor, 'clinical')
    await visitor.page.waitForURL(`${visitor.origin}/`)
  })

  journey('a user whose type may not use the web is told so and logged out again', async ({ visit }) => {
    const patient = await visit({ tenant: 'harbour' })
    await alterReply<User>(patient, '/login', (user) => ({
      ...user,
      permissions: user.permissions.filter((name) => name !== 'login-dashboard'),
    }))
    await patient.go('/login')
    await logIn(patient, 'patient')
    await patient.page.getByText(patient.t('errors:no-permission-for-web')).waitFor()
    await patient.go('/')
    await patient.page.waitForURL('**/login')
  })

  journey('until the terms are accepted everything leads to them', async ({ visit }) => {
    const user = await visit({ tenant: 'harbour', as: 'provider' })
    await alterReply<User>(user, '/users/my-details', (details) => ({ ...details, termsAccepted: false }))
    await user.go('/test-records')
    await user.page.getByRole('heading', { level: 1, name: user.t('ownAccount:terms.title') }).waitFor()
    expect(new URL(user.page.url()).pathname).toBe('/')
    await user.page.getByRole('button', { name: user.t('ownAccount:terms.accept') }).click()
    await user.page.getByRole('heading', { level: 2, name: user.t('dashboard:latest') }).waitFor()
  })
})

describe('paths', () => {
  journey('old and unknown paths lead somewhere', async ({ visit }) => {
    const user = await visit({ tenant: 'harbour', as: 'clinical' })
    await user.go('/tests')
    await user.page.waitForURL('**/test-records')
    await user.go('/nowhere/at/all')
    await user.page.waitForURL(`${user.origin}/`)
  })

  journey('a forbidden page and a missing record are both reported as not found', async ({ visit }) => {
    const patient = await visit({ tenant: 'harbour', as: 'patient' })
    await patient.go('/create-test')
    await patient.page.waitForURL(`${patient.origin}/`)
    await patient.page.getByText(patient.t('errors:not-found')).waitFor()

    const neighbour = await visit({ tenant: 'cascade', as: 'tenant' })
    await neighbour.go('/test-records')
    const first = recordLink(neighbour, '').first()
    await first.waitFor()
    const id = await first.getAttribute('data-row')
    const user = await visit({ tenant: 'harbour', as: 'tenant' })
    for (const unknown of [id, '01900000-0000-7000-8000-000000000000']) {
      await user.go(`/test-records/${unknown}`)
      await user.page.waitForURL(`${user.origin}/`)
      await user.page.getByText(user.t('errors:not-found')).waitFor()
    }
  })
})

describe('leaving', () => {
  journey('logging out ends on the logged-out page, and going back does not return', async ({ visit }) => {
    const user = await visit({ tenant: 'harbour', as: 'group' })
    await user.go('/test-records')
    await user.page.getByRole('button', { name: new RegExp(`^${user.t('shell:userMenu', { name: '' })}`) }).click()
    await user.page.getByText(emailOf('harbour', 'group')).waitFor()
    await user.page.getByRole('menuitem', { name: user.t('shell:logOut') }).click()
    await user.page.waitForURL('**/logged-out')
    await user.page.getByRole('heading', { level: 1, name: user.t('session:loggedOutTitle') }).waitFor()
    await user.page.getByText(user.t('session:loggedOut'), { exact: true }).waitFor()
    await user.go('/test-records')
    await user.page.waitForURL('**/login?redirect=**')
  })

  journey('a session that ended on the server leads to the login page with the reason', async ({ visit }) => {
    const user = await visit({ tenant: 'harbour', as: 'organisation' })
    await openQuietPage(user)
    await endSession(user.port, 'harbour', user.cookies)
    await clickAtOnce(user.page.getByRole('link', { name: user.t('shell:page.testRecords'), exact: true }))
    await expectExpired(user)
    await logIn(user, 'organisation')
    await user.page.waitForURL('**/test-records')
  })

  journey('a session whose cookie is gone leads to the login page, too', async ({ visit }) => {
    const user = await visit({ tenant: 'cascade', as: 'organisation', locale: 'es_MX' })
    await openQuietPage(user)
    await user.context.clearCookies()
    await clickAtOnce(user.page.getByRole('link', { name: user.t('shell:page.testRecords'), exact: true }))
    await expectExpired(user)
  })
})

describe('flags', () => {
  journey('nobody records on the web while it is switched off', async ({ visit }) => {
    const user = await visit({ tenant: 'harbour', as: 'tenant' })
    await switchOn(user, 'PREVENT_WEB_TEST_CREATION')
    await expectNoRecording(user, 'errors:test-creation-disabled')
  })

  journey('clinicians do not record while clinician testing is off', async ({ visit }) => {
    const clinician = await visit({ tenant: 'harbour', as: 'clinical' })
    await switchOn(clinician, 'PREVENT_CLINICIAN_TESTING')
    await expectNoRecording(clinician, 'errors:clinician-testing-disabled')
    const provider = await visit({ tenant: 'harbour', as: 'provider' })
    await switchOn(provider, 'PREVENT_CLINICIAN_TESTING')
    await provider.go('/')
    await provider.page
      .getByRole('link', { name: provider.t('shell:recordTest') })
      .first()
      .waitFor()
  })
})

async function expectExpired(user: Visit): Promise<void> {
  await user.page.waitForURL('**/login?redirect=**')
  await user.page.getByText(user.t('session:expired'), { exact: true }).waitFor()
}

/** Switches a flag on in the server's reply about the tenant. */
async function switchOn(user: Visit, flag: FeatureFlag): Promise<void> {
  await alterReply<Preferences>(user, '/get-site-preferences', (preferences) => ({
    ...preferences,
    features: [...preferences.features, flag],
  }))
}

async function expectNoRecording(
  user: Visit,
  why: 'errors:test-creation-disabled' | 'errors:clinician-testing-disabled',
) {
  await user.go('/create-test')
  await user.page.waitForURL(`${user.origin}/`)
  await user.page.getByText(user.t(why)).waitFor()
  await user.page.getByRole('heading', { level: 2, name: user.t('dashboard:latest') }).waitFor()
  await expect.poll(() => user.page.getByRole('link', { name: user.t('shell:recordTest') }).count()).toBe(0)
}
