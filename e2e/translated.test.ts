import { describe, expect } from 'vitest'
import { endSession } from './stage/http.ts'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'
import { openInviteForm, sendInvite } from './steps/invite.ts'
import { countOfList, exportButton, numberIn, openInBar, recordLink, searchField } from './steps/list.ts'
import { clickAtOnce, logIn, logInWith, openQuietPage } from './steps/log-in.ts'
import { chooseSubject, forgetDraft, heading, recordTest } from './steps/record-test.ts'
import { fillRegistration, sendRegistration } from './steps/register.ts'

/** A page that cannot be redrawn reports an error in the browser, which fails each journey at its end. */
describe('a page that the browser translates', () => {
  journey('accepts a wrong password, a new one and a registration', async ({ visit }) => {
    const visitor = await visit({ tenant: 'harbour', isTranslated: true })
    const { page, t } = visitor
    const email = 'translated@people.test'
    await visitor.go('/login')
    await page.getByRole('button', { name: t('session:submit'), exact: true }).click()
    await page.getByText(t('rules:required', { field: t('fields:password') })).waitFor()
    await expectTranslated(visitor)
    for (const password of ['Wrong-Password-1', 'Wrong-Password-2']) {
      await logInWith(visitor, email, password)
      await page.getByText(t('serverErrors:wrong-credentials')).waitFor()
    }
    await page.getByRole('link', { name: t('session:forgottenPassword') }).click()
    await heading(visitor, 'passwords:reset.title').waitFor()
    await page.getByRole('button', { name: t('passwords:reset.submit') }).click()
    await page.locator('[aria-invalid]').waitFor()
    await page.getByLabel(t('fields:email'), { exact: true }).fill(email)
    await page.getByRole('button', { name: t('passwords:reset.submit') }).click()
    await heading(visitor, 'passwords:reset.sentTitle').waitFor()

    await visitor.go('/self-registration')
    await heading(visitor, 'shell:page.selfRegistration').waitFor()
    await sendRegistration(visitor)
    await page.locator('[aria-invalid]').first().waitFor()
    await fillRegistration(visitor, email)
    await sendRegistration(visitor)
    await heading(visitor, 'registration:status.title').waitFor()
  })

  journey('shows the present value of each number', async ({ visit }) => {
    const staff = await visit({ tenant: 'harbour', as: 'tenant', isTranslated: true })
    const { page, t } = staff
    await staff.go('/test-records')
    const all = await countOfList(staff)
    const results = await openInBar(staff, t('fields:result'))
    await results.getByRole('checkbox').first().check()
    await expect.poll(() => countOfList(staff)).toBeLessThan(all)
    const positive = await countOfList(staff)
    await expect.poll(async () => numberIn(await exportButton(staff).innerText())).toBe(positive)
    await searchField(staff).fill('nobody at all')
    await page.getByText(t('testRecords:noMatch.title')).waitFor()
    await page
      .getByRole('button', { name: t('lists:filter.clear') })
      .last()
      .click()
    await expect.poll(async () => numberIn(await exportButton(staff).innerText())).toBe(all)
    await recordLink(staff, '').first().click()
    await page.getByRole('complementary').locator('dl').first().waitFor()
  })

  journey('accepts a test, an invite and a new name for the tenant', async ({ visit }) => {
    const staff = await visit({ tenant: 'harbour', as: 'tenant', isTranslated: true })
    const { page, t } = staff
    const testId = await recordTest(staff, { email: 'translated.test@people.test', results: ['negative'] })
    expect(testId).toMatch(/^HARB-/)
    await page.getByRole('button', { name: t('recording:saved.another') }).click()
    await chooseSubject(staff, { email: 'translated.test@people.test' })
    await forgetDraft(staff)

    await sendInvite(staff, await openInviteForm(staff), { email: 'translated@invited.test' })
    await staff.go('/own-tenant/general')
    await page.getByRole('button', { name: t('shell:saveChanges') }).click()
    await page.getByText(t('tenants:updated')).waitFor()
    await expectTranslated(staff)
  })

  journey('reports the end of the session, and works after it', async ({ visit }) => {
    const staff = await visit({ tenant: 'harbour', as: 'tenant', isTranslated: true })
    const { page, t } = staff
    await openQuietPage(staff)
    await endSession(staff.port, 'harbour', staff.cookies)
    await clickAtOnce(page.getByRole('link', { name: t('shell:page.testRecords'), exact: true }))
    await page.getByText(t('session:expired'), { exact: true }).waitFor()
    await logIn(staff, 'tenant')
    await page.waitForURL('**/test-records')
  })

  journey('shows a patient their result', async ({ visit }) => {
    const patient = await visit({ tenant: 'harbour', as: 'patient', isTranslated: true })
    await patient.go('/')
    await patient.page.getByRole('main').locator('time').first().waitFor()
    await patient.page.getByRole('main').locator('a[href*="/test-records/"]').first().click()
    await patient.page.getByRole('main').locator('dl').first().waitFor()
  })

  journey('shows the figures of another period', async ({ visit }) => {
    const manager = await visit({ tenant: 'harbour', as: 'tenant', isTranslated: true })
    await manager.go('/')
    await heading(manager, 'dashboard:latest').waitFor()
    const range = manager.page.getByLabel(manager.t('ranges:label'))
    await range.selectOption('today')
    await manager.page.waitForURL('**/?range=today')
    await range.selectOption('last-month')
    await manager.page.waitForURL('**/?range=last-month')
    await heading(manager, 'dashboard:latest').waitFor()
  })
})

/** Makes sure that the translation took place, without which the journeys would prove nothing. */
async function expectTranslated({ page }: Visit): Promise<void> {
  await expect.poll(() => page.locator('font > font').count()).toBeGreaterThan(10)
}
