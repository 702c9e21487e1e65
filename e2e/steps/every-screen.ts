/// <reference types="vite/types/importMeta.d.ts" />
import { devicePhoto } from './device-photo.ts'
import { describe } from 'vitest'
import type { getDashboard } from '../../contract/dashboard/endpoints.ts'
import type { DeliveriesOfRecord } from '../../contract/deliveries/endpoints.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { locales, type Locale } from '../../contract/locales.ts'
import { userStates } from '../../contract/users/user-list.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { alterReply } from '../stage/altered-reply.ts'
import { refuseCamera } from '../stage/camera-picture.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import type { Visit } from '../stage/visit.ts'
import { installation } from '../stage/worker.ts'
import { checkOwnAccount } from './check-own-account.ts'
import { checkTenant } from './check-tenant.ts'
import { openInviteForm, redeem, sendAccount, sendInvite } from './invite.ts'
import { exportButton, startExport, recordLink, searchField } from './list.ts'
import { linkOf, mailTo } from './mail.ts'
import { addSubject, mergeNew } from './subjects.ts'
import { goBy, runCard, startTimer } from './timers.ts'
import { openUserForm } from './users.ts'
import {
  choosePlace,
  enterTest,
  heading,
  lookupHeading,
  openRecording,
  proceed,
  savedTestId,
  saveTest,
} from './record-test.ts'

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
      await revoke.click()
      await staff.page.getByRole('dialog').waitFor()
      await checkScreen(staff, 'invite-revoking', 'shell:page.invites')
      await staff.turnTo('/invites?search=nobody')
      await heading(staff, 'invites:noMatch.title').waitFor()
      await checkScreen(staff, 'invites-no-match', 'shell:page.invites')
      await checkInvitee(patient, email)
    })

    journey('for looking after places', async ({ visit }) => {
      const admin = await visit({ tenant, locale, as: 'tenant' })
      const { page, t } = admin
      await admin.go('/organisations')
      await recordLink(admin, '').first().waitFor()
      await checkScreen(admin, 'organisations', 'shell:page.organisations')
      await recordLink(admin, '').first().click()
      await page.getByRole('heading', { name: t('places:detail.history') }).waitFor()
      await checkScreen(admin, 'organisation', 'shell:page.organisation')
      await page.getByRole('button', { name: t('organisations:suspending.leave') }).click()
      await page.getByRole('dialog').waitFor()
      await checkScreen(admin, 'organisation-suspending', 'shell:page.organisation')
      await admin.turnTo('/organisations/new')
      const form = page.getByRole('form', { name: t('organisations:create') })
      await form.getByLabel(t('fields:streetAddress'), { exact: true }).fill('1')
      await form.getByRole('button', { name: t('organisations:form.submit') }).click()
      await page.locator('[aria-invalid]').first().waitFor()
      await checkScreen(admin, 'organisation-form-errors', 'shell:page.newOrganisation')
      await admin.turnTo('/groups')
      await recordLink(admin, '').first().waitFor()
      await checkScreen(admin, 'groups', 'shell:page.groups')
      await recordLink(admin, '').first().click()
      await page.getByRole('heading', { name: t('places:detail.history') }).waitFor()
      await checkScreen(admin, 'group', 'shell:page.group')
      await page.getByRole('link', { name: t('places:edit'), exact: true }).click()
      await page.getByRole('form', { name: t('groups:edit') }).waitFor()
      await checkScreen(admin, 'group-form', 'shell:page.editGroup')
    })

    journey('for looking after test kits', async ({ visit }) => {
      const admin = await visit({ tenant, locale, as: 'tenant' })
      const { page, t } = admin
      await admin.go('/assays')
      await recordLink(admin, '').first().waitFor()
      await checkScreen(admin, 'assays', 'shell:page.assays')
      await page.getByRole('link', { name: t('assays:catalogue.add') }).click()
      await page.getByLabel(t('assayForm:catalogue.search')).fill('a')
      await checkScreen(admin, 'assay-catalogue', 'shell:page.assayCatalogue')
      await admin.turnTo('/assays')
      await recordLink(admin, '').first().click()
      await page.getByRole('heading', { name: t('places:detail.history') }).waitFor()
      await checkScreen(admin, 'assay', 'shell:page.assay')
      await page.getByRole('link', { name: t('places:edit'), exact: true }).click()
      const form = page.getByRole('form', { name: t('shell:page.editAssay') })
      await form.getByRole('button', { name: t('assayForm:form.addAnalyte') }).click()
      await form.getByLabel(t('fields:gtin')).fill('12345678')
      await form.getByLabel(t('assayForm:form.allOrganisations')).uncheck()
      const file = { name: 'device.jpg', mimeType: 'image/jpeg', buffer: await devicePhoto() }
      await form.getByLabel(t('assayForm:form.addPicture')).setInputFiles(file)
      await form.getByRole('group', { name: t('assayForm:form.picture', { number: 1 }), exact: true }).waitFor()
      await form.getByRole('button', { name: t('places:save') }).click()
      await page.locator('[aria-invalid]').first().waitFor()
      await checkScreen(admin, 'assay-form-errors', 'shell:page.editAssay')
    })

    journey('for looking after users', async ({ visit }) => {
      const admin = await visit({ tenant, locale, as: 'tenant' })
      const { page, t } = admin
      const form = await openUserForm(admin)
      await form.getByLabel(t('fields:userType'), { exact: true }).selectOption('clinical')
      await form.getByRole('button', { name: t('users:form.submit') }).click()
      await page.locator('[aria-invalid]').first().waitFor()
      await checkScreen(admin, 'user-form-errors', 'shell:page.newUser')
      await admin.turnTo('/users?user_type=all&perPage=100')
      for (const state of userStates) {
        // Each text is in a row of the demo data, besides its filter.
        await page
          .getByRole('table')
          .getByText(t(`users:state.${state}`), { exact: true })
          .first()
          .waitFor()
      }
      await checkScreen(admin, 'users', 'shell:page.users')
      await admin.turnTo('/users?state=suspended&perPage=10')
      await recordLink(admin, '').first().click()
      await page.getByRole('button', { name: t('users:reactivate') }).waitFor()
      await checkScreen(admin, 'user-suspended', 'shell:page.user')
      await admin.turnTo('/users?state=active&user_type=clinical&perPage=10')
      await recordLink(admin, '').first().click()
      await page.getByRole('link', { name: t('users:edit'), exact: true }).click()
      await page.getByRole('combobox', { name: t('users:form.addGroup') }).waitFor()
      await page.getByRole('dialog').getByLabel(t('fields:fullName')).fill('')
      await page.getByRole('button', { name: t('shell:save'), exact: true }).click()
      await page.locator('[aria-invalid]').first().waitFor()
      await checkScreen(admin, 'user-edit-errors', 'shell:page.editUser')
      await admin.turnTo('/users?state=active&user_type=clinical&perPage=10')
      await recordLink(admin, '').first().click()
      await page.getByRole('button', { name: t('users:suspend'), exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await checkScreen(admin, 'user-suspending', 'shell:page.user')
    })

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

    journey('for subjects', async ({ visit }) => {
      const staff = await visit({ tenant, locale, as: 'tenant' })
      await openDuplicate(staff)
      await checkScreen(staff, 'subject', 'shell:page.subject')
      await staff.page.getByRole('link', { name: new RegExp(`^${staff.t('merging:compare')} `) }).click()
      await staff.page.getByRole('dialog').getByRole('table').waitFor()
      await checkScreen(staff, 'subject-merge', 'shell:page.compareSubjects')
      await staff.page.keyboard.press('Escape')
      await staff.page.getByRole('link', { name: staff.t('subjects:edit') }).click()
      await staff.page
        .getByRole('dialog')
        .getByRole('button', { name: staff.t('shell:saveChanges') })
        .waitFor()
      await checkScreen(staff, 'subject-form', 'shell:page.editSubject')
      await staff.turnTo('/subjects?search=nobody')
      await heading(staff, 'subjects:noMatch.title').waitFor()
      await checkScreen(staff, 'subjects-no-match', 'shell:page.subjects')
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
      await user.page.getByText(user.t('testRecords:record.importedBy'), { exact: true }).waitFor()
      await checkScreen(user, 'record-imported', 'shell:page.testRecord')
      await user.turnTo('/test-records?perPage=10')
      await searchField(user).fill('nothing like this')
      await heading(user, 'testRecords:noMatch.title').waitFor()
      await checkScreen(user, 'list-empty', 'shell:page.testRecords')
    })

    journey('for recording', async ({ visit }) => {
      const nurse = await visit({ tenant, locale, as: 'organisation' })
      const check = (name: string) => checkScreen(nurse, name, 'shell:page.createTest')
      await openRecording(nurse)
      await heading(nurse, 'recording:place.title').waitFor()
      await check('recording-place')
      await choosePlace(nurse)
      await lookupHeading(nurse).waitFor()
      await check('recording-subject')
      await checkSubject(nurse, check)
      await heading(nurse, 'recording:test.title').waitFor()
      await proceed(nurse)
      await nurse.page.locator('[aria-invalid]').first().waitFor({ state: 'attached' })
      await check('recording-test-errors')
      await refuseCamera(nurse.page)
      await nurse.page.getByRole('button', { name: nurse.t('recordingDetails:lot.scan') }).click()
      await nurse.page.getByText(nurse.t('kitScan:camera.refused')).waitFor()
      await nurse.page.getByLabel(nurse.t('kitScan:code')).fill('(01)04006381333931')
      await nurse.page.getByRole('button', { name: nurse.t('kitScan:use') }).click()
      await nurse.page.getByRole('dialog').getByRole('alert').waitFor()
      await check('recording-scan')
      await nurse.page.getByRole('button', { name: nurse.t('shell:close') }).click()
      const lines = await nurse.page.getByRole('radio', { name: nurse.t('results:positive') }).count()
      await enterTest(nurse, { results: Array.from({ length: lines }, () => 'positive') })
      await heading(nurse, 'recording:review.title').waitFor()
      await check('recording-review')
      await nurse.context.setOffline(true)
      await saveTest(nurse)
      await nurse.page.getByText(nurse.t('recording:review.offline')).waitFor()
      await check('recording-offline')
      await nurse.context.setOffline(false)
      await saveTest(nurse)
      await savedTestId(nurse)
      await check('recording-saved')
    })

    journey('for tests in progress', async ({ visit }) => {
      const nurse = await visit({ tenant, locale, as: 'organisation' })
      const { page, t } = nurse
      const email = `screens@${locale.replace('_', '-').toLowerCase()}.timers.test`
      await openRecording(nurse)
      await choosePlace(nurse)
      await startTimer(nurse, email)
      await checkScreen(nurse, 'timer-started', 'shell:page.createTest')
      await nurse.go('/in-progress')
      await runCard(nurse, email).getByText(t('testRuns:phase.developing')).waitFor()
      await runCard(nurse, email)
        .getByRole('link', { name: new RegExp(`^${t('testRuns:readEarly')}`) })
        .click()
      await page.getByRole('button', { name: t('recording:review.save') }).click()
      await page.locator('[aria-invalid]').first().waitFor({ state: 'attached' })
      await checkScreen(nurse, 'reading-early-errors', 'shell:page.readRun')
      await goBy(installation().dataDir, nurse, email, 16)
      await nurse.go('/in-progress')
      await runCard(nurse, email).getByText(t('testRuns:phase.ready')).waitFor()
      await checkScreen(nurse, 'in-progress', 'shell:page.inProgress')
      await goBy(installation().dataDir, nurse, email, 60)
      await nurse.go('/in-progress')
      await runCard(nurse, email).getByText(t('testRuns:phase.late')).waitFor()
      await runCard(nurse, email)
        .getByRole('link', { name: new RegExp(`^${t('testRuns:cancel')}`) })
        .click()
      const submit = page.getByRole('button', { name: t('testRuns:cancel'), exact: true })
      await submit.click()
      await page.locator('[aria-invalid]').first().waitFor()
      await checkScreen(nurse, 'cancelling-errors', 'shell:page.cancelRun')
      await page.getByLabel(t('testRuns:cancelling.reason'), { exact: true }).selectOption('device-faulty')
      await submit.click()
      await heading(nurse, 'testRuns:empty.title').waitFor()
      await checkScreen(nurse, 'in-progress-empty', 'shell:page.inProgress')
    })
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
    })),
    obstacles: { email: null, text: 'subjectWithoutMobile' },
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

/** Opens a person with a duplicate, who was merged with a third before. */
async function openDuplicate(staff: Visit): Promise<void> {
  const domain = `${staff.locale.replace('_', '-').toLowerCase()}.twice.test`
  const add = (lastName: string, group: 0 | 1, tests: number) =>
    addSubject(staff, {
      firstName: 'Dorothea',
      lastName,
      // Two languages may use one tenant.
      dateOfBirth: `${1938 + locales.indexOf(staff.locale)}-11-04`,
      email: `${lastName}@${domain}`.toLowerCase(),
      group,
      tests,
    })
  const id = await add('Ellingham', 0, 1)
  await mergeNew(staff, id, await add('Elingham', 1, 0))
  await add('Ellinghan', 1, 1)
  await staff.go(`/subjects/${id}`)
  await staff.page.getByText(staff.t('merging:duplicates.title')).waitFor()
  await staff.page.getByRole('heading', { name: staff.t('merging:merged') }).waitFor()
  await staff.page.getByRole('link', { name: staff.t('subjects:testsAll') }).waitFor()
}

/** Checks the matches of a text, no match, a new subject with its errors, and the subject that is then found. */
async function checkSubject(nurse: Visit, check: (name: string) => Promise<void>): Promise<void> {
  const { page, t } = nurse
  const email = `screens@${nurse.locale.replace('_', '-').toLowerCase()}.test`
  await page.getByLabel(t('fields:email')).fill('ma')
  await page.getByRole('option').first().waitFor()
  await check('recording-subject-matches')
  await page.getByLabel(t('fields:email')).fill(email)
  await page.getByRole('button', { name: t('recording:subject.find') }).click()
  await page.getByText(t('errors:email-not-found')).waitFor()
  await check('recording-not-found')
  await page.getByRole('button', { name: t('recording:subject.create') }).click()
  const save = page.getByRole('button', { name: t('recording:subject.save') })
  await save.click()
  await page.locator('[aria-invalid]').first().waitFor()
  await check('recording-new-subject-errors')
  await page.getByLabel(t('fields:dateOfBirth')).fill('05/03/1980')
  await save.click()
  await heading(nurse, 'recording:test.title').waitFor()
  await page.goBack()
  await heading(nurse, 'recording:subject.found').waitFor()
  await check('recording-subject-found')
  await proceed(nurse)
}
