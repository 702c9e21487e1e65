/// <reference types="vite/types/importMeta.d.ts" />
import { describe } from 'vitest'
import type { getDashboard } from '../../contract/dashboard/endpoints.ts'
import type { DeliveriesOfRecord } from '../../contract/deliveries/endpoints.ts'
import type { Reply } from '../../contract/endpoint.ts'
import type { Locale } from '../../contract/locales.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { alterReply } from '../stage/altered-reply.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import type { Visit } from '../stage/visit.ts'
import { checkOwnAccount } from './check-own-account.ts'
import { checkTenant } from './check-tenant.ts'
import { exportButton, startExport, recordLink, searchField } from './list.ts'
import { heading } from './record-test.ts'

/** The screens of nouns with a file of their own: `checkScreens` in `<noun>-screens.ts`. */
const ofNouns = Object.values(
  import.meta.glob<(tenant: TenantSlug, locale: Locale) => void>('./*-screens.ts', {
    eager: true,
    import: 'checkScreens',
  }),
)

/**
 * Declares journeys past every screen of a tenant in one of its languages; each language has its own file, so that they
 * run in parallel.
 */
export function checkEveryScreen(tenant: TenantSlug, locale: Locale): void {
  describe(`every screen in ${locale}, at a desk and on a phone`, () => {
    for (const checkScreens of ofNouns) checkScreens(tenant, locale)

    journey('for one’s own pages', async ({ visit }) => {
      const staff = await visit({ tenant, locale, as: 'group' })
      await staff.go('/own-organisation')
      await staff.page.locator('main time').first().waitFor()
      await checkScreen(staff, 'own-organisation', 'shell:page.ownOrganisation')
      await staff.turnTo('/own-group')
      await staff.page.locator('main time').first().waitFor()
      await staff.page.getByLabel(staff.t('groups:own.choose'), { exact: true }).selectOption({ index: 1 })
      await staff.page.waitForURL('**/own-group?group=**')
      await staff.page.locator('main time').first().waitFor()
      await checkScreen(staff, 'own-group', 'shell:page.ownGroup')
      const admin = await visit({ tenant, locale, as: 'tenant' })
      await checkTenant(admin)
    })

    journey('for patients', async ({ visit }) => {
      const patient = await visit({ tenant, locale, as: 'patient' })
      await patient.go('/')
      await heading(patient, 'dashboard:own.latest').waitFor()
      await checkScreen(patient, 'my-results', 'shell:page.myResults')
      await alterReply<Reply<typeof getDashboard>['data']>(patient, '/dashboard*', (data) => ({ ...data, latest: [] }))
      await patient.go('/')
      await heading(patient, 'dashboard:own.emptyTitle').waitFor()
      await checkScreen(patient, 'my-results-none', 'shell:page.myResults')
    })

    journey('for looking things up', async ({ visit }) => {
      const user = await visit({ tenant, locale, as: 'tenant' })
      await user.go('/')
      await user.page.locator('main time').first().waitFor()
      for (const chart of ['charts:trend.title', 'charts:hours.title', 'charts:lots.title'] as const)
        await user.page
          .getByRole('region', { name: user.t(chart) })
          .getByRole('link')
          .first()
          .waitFor()
      await checkScreen(user, 'dashboard', 'shell:page.dashboard')
      await user.page.getByRole('button', { name: new RegExp(user.t('shell:userMenu', { name: '' })) }).click()
      await user.page.getByRole('menuitem').first().waitFor()
      await checkScreen(user, 'user-menu', 'shell:page.dashboard')

      await checkOwnAccount(user)

      await user.turnTo('/test-records?range=custom&perPage=10')
      await recordLink(user, '').first().waitFor()
      await checkScreen(user, 'list', 'shell:page.testRecords')
      await recordLink(user, '').first().click()
      await user.page.getByRole('complementary').getByRole('heading', { level: 3 }).first().waitFor()
      await checkScreen(user, 'record', 'shell:page.testRecord')
      await checkChanging(user)
      await checkExport(user)
      await user.turnTo('/test-records?origin=import&perPage=10')
      await recordLink(user, '').first().click()
      await user.page
        .getByRole('complementary')
        .getByText(user.t('testRecords:record.importedBy'), { exact: true })
        .waitFor()
      await checkScreen(user, 'record-imported', 'shell:page.testRecord')
      await user.turnTo('/test-records?perPage=10')
      await searchField(user).fill('nothing like this')
      await heading(user, 'testRecords:noMatch.title').waitFor()
      await checkScreen(user, 'list-empty', 'shell:page.testRecords')
    })
  })
}

/** Checks the forms that change the open record, with their errors, and the history of a changed record. */
async function checkChanging(user: Visit): Promise<void> {
  const { page, t } = user
  const forms = [
    { link: 'testRecords:record.correct', submit: 'changing:correct.submit', title: 'shell:page.correctTest' },
    { link: 'shell:page.voidTest', submit: 'changing:void.submit', title: 'shell:page.voidTest' },
  ] as const
  for (const { link, submit, title } of forms) {
    await page.getByRole('link', { name: t(link), exact: true }).click()
    await page.getByRole('button', { name: t(submit) }).click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(user, `${title.replace('shell:page.', '')}-errors`, title)
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
  }
  await checkDeliveries(user)
  await user.turnTo('/test-records?range=custom&state=corrected')
  await recordLink(user, '').first().click()
  await page.getByRole('heading', { name: new RegExp(`^${t('changing:history.title')}`) }).waitFor()
  await page.locator('ins').first().waitFor()
  await checkScreen(user, 'record-history', 'shell:page.testRecord')
}

/** Checks a record with deliveries in every state. Results of animals are not sent. */
async function checkDeliveries(user: Visit): Promise<void> {
  const { page, t } = user
  if ((await page.getByRole('button', { name: t('testRecords:record.send'), exact: true }).count()) === 0) return
  const sent = { channel: 'email', sentBy: null, sentAt, expiresAt: sentAt, openedAt: null } as const
  const states = ['ended', 'sent', 'opened', 'locked', 'expired', 'failed'] as const
  await alterReply<DeliveriesOfRecord>(user, '/test-records/*/deliveries', () => ({
    deliveries: states.map((state, at) => ({
      ...sent,
      id: `0190a000-0000-7000-8000-00000000000${at}`,
      state,
      endedBecause: state === 'ended' ? 'address-changed' : null,
      reason: 'asked',
      isToGuardian: state === 'opened',
    })),
    guardian: { name: 'Rana Quill', relation: 'Mother' },
    obstacles: { email: null, text: 'guardianWithoutMobile' },
  }))
  await page.reload()
  await page.getByText(t('delivering:locked')).waitFor()
  await checkScreen(user, 'record-deliveries', 'shell:page.testRecord')
}

const sentAt = '2026-03-05T10:00:00.000Z'

/** Checks an export that waits for its reply. */
async function checkExport(user: Visit): Promise<void> {
  const waiting = Promise.withResolvers<void>()
  await user.page.route('**/api/v1/test-records/export*', async (route) => {
    await waiting.promise
    await route.abort()
  })
  await user.turnTo('/test-records')
  await startExport(user)
  const cancel = user.page.getByRole('button', { name: user.t('testRecords:export.cancel'), exact: true })
  await cancel.waitFor()
  await checkScreen(user, 'export', 'shell:page.testRecords')
  await cancel.click()
  await exportButton(user).waitFor()
  waiting.resolve()
}
