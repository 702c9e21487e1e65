import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { results, type Result } from '../contract/rules/results.ts'
import type { TestRecord } from '../contract/test-records/test-record.ts'
import { alterReply } from './stage/altered-reply.ts'
import { refuseCamera } from './stage/camera-picture.ts'
import { journey } from './stage/journey.ts'
import { expectLook } from './stage/look.ts'
import { routeForNow } from './stage/route-for-now.ts'
import type { Visit, VisitOptions } from './stage/visit.ts'
import { exportButton, openInBar, recordLink } from './steps/list.ts'
import { choosePlace, heading, lookupHeading, openRecording } from './steps/record-test.ts'

/** Compares each variant of each control on the built page with a picture that somebody has looked at. */
for (const appearance of ['light', 'dark'] as const) {
  journey(`every variant of every control looks like its picture, ${appearance}`, async ({ visit }) => {
    const open = (options: Pick<VisitOptions, 'as'>) => visit({ tenant: 'harbour', appearance, ...options })
    /** Compares a control in place with the picture of this name. */
    const lookAt = async ({ page }: Visit, name: string, control: Locator) =>
      await expectLook(page, `${name}-${appearance}`, control.first())

    await lookAtEntrance(await open({}), lookAt)
    await lookAtLists(await open({ as: 'tenant' }), lookAt)
    await lookAtForms(await open({ as: 'tenant' }), lookAt)
    await lookAtWhatIsSaid(await open({ as: 'tenant' }), lookAt)
    await lookAtWhatComes(await open({ as: 'tenant' }), lookAt)
    await lookAtPhoto(await open({ as: 'tenant' }), lookAt)
    await lookAtRecording(await open({ as: 'organisation' }), lookAt)
    const nurse = await open({ as: 'clinical' })
    await nurse.go('/own-user')
    await lookAt(nurse, 'app-badges', nurse.page.getByRole('region', { name: nurse.t('shell:mobileApp') }))
  })
}

type LookAt = (visit: Visit, name: string, control: Locator) => Promise<void>

async function lookAtEntrance(visitor: Visit, lookAt: LookAt): Promise<void> {
  const { page, t } = visitor
  await visitor.go('/login')
  const submit = page.getByRole('button', { name: t('session:submit'), exact: true })
  await submit.waitFor()
  await lookAt(visitor, 'button-filled', submit)
  await submit.hover()
  await lookAt(visitor, 'button-filled-hovered', submit)
  const email = page.getByRole('textbox', { name: t('fields:email') })
  await email.blur()
  await lookAt(visitor, 'text-field', email)
  await lookAt(visitor, 'password-field', page.getByLabel(t('fields:password'), { exact: true }).locator('..'))
  await submit.click()
  await page.locator('[aria-invalid]').first().waitFor()
  await email.focus()
  await lookAt(visitor, 'text-field-wrong-focused', email)
  await page.getByLabel(t('fields:password'), { exact: true }).focus()
  await lookAt(visitor, 'text-field-wrong', email.locator('..'))
  await visitor.go('/verify-result')
  const code = page.getByLabel(t('verifying:code'))
  await code.fill('ABCD2345')
  await code.blur()
  await lookAt(visitor, 'code-field', code.locator('xpath=../..'))
}

async function lookAtLists(admin: Visit, lookAt: LookAt): Promise<void> {
  const { page, t } = admin
  await admin.go('/test-records?range=all&perPage=100')
  await recordLink(admin, '').first().waitFor()
  await lookAt(admin, 'button-default', page.getByRole('button', { name: t('lists:print.label'), exact: true }))
  await lookAt(admin, 'button-inactive', page.getByRole('button', { name: t('lists:page.previous'), exact: true }))
  for (const result of results) {
    await admin.turnTo(`/test-records?range=all&result=${result}&perPage=10`)
    const badge = page.locator(`main table [data-tone="${result}"]`)
    await badge.first().waitFor()
    await lookAt(admin, `badge-${result}`, badge)
  }
  await lookAt(admin, 'chip', page.getByRole('list', { name: t('lists:filter.inUse') }).getByRole('button'))
  // The head itself is as wide as the rows below it, which differ by the day; what it says is not.
  const head = page.getByRole('columnheader', { name: t('fields:testId') })
  await lookAt(admin, 'column-head', head.getByRole('button'))
  await exportButton(admin).click()
  await page.getByRole('menu').waitFor()
  await lookAt(admin, 'menu', page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await lookAt(admin, 'popover', await openInBar(admin, t('ranges:label')))
  await page.keyboard.press('Escape')
  // Each example has a state of its own, so that its word does not depend on other users.
  for (const [tone, state] of [
    ['good', 'active'],
    ['waiting', 'pending-email'],
    ['trouble', 'link-expired'],
    ['over', 'suspended'],
  ] as const) {
    await admin.turnTo(`/users?user_type=all&state=${state}&perPage=10`)
    const badge = page.locator(`main table [data-tone="${tone}"]`)
    await badge.first().waitFor()
    await lookAt(admin, `badge-${tone}`, badge)
  }
  await admin.turnTo('/invites')
  // The last row may be of an invite that has ended, which can only be sent again.
  const revoke = t('invites:revokeOf', { email: '' }).trim()
  await page.locator('main tbody').getByRole('button', { name: revoke }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  for (const [at, name] of (['dialog-stays', 'dialog-leaves'] as const).entries())
    await lookAt(admin, name, dialog.getByRole('button').nth(at))
  await page.keyboard.press('Escape')
}

async function lookAtForms(admin: Visit, lookAt: LookAt): Promise<void> {
  const { page, t } = admin
  await admin.go('/assays/new')
  const all = page.getByLabel(t('assayForm:form.allOrganisations'))
  await all.waitFor()
  await lookAt(admin, 'checkbox-ticked', all)
  await all.uncheck()
  await all.blur()
  await lookAt(admin, 'checkbox', all)
  await admin.turnTo('/users/new')
  const type = page.getByRole('form').getByLabel(t('fields:userType'), { exact: true })
  await type.waitFor()
  await lookAt(admin, 'select', type)
  await admin.turnTo('/groups/new')
  const form = page.getByRole('form')
  const organisation = form.getByRole('combobox', { name: t('fields:organisationId') })
  await organisation.waitFor()
  await organisation.blur()
  await lookAt(admin, 'search-select', organisation.locator('..'))
  await organisation.fill('Harbour Care')
  const offered = form.getByRole('listbox', { name: t('fields:organisationId') })
  await offered.getByRole('option', { name: 'Harbour Care Homes' }).waitFor()
  await expect.poll(() => offered.getByRole('option').count()).toBe(1)
  await lookAt(admin, 'search-select-open', offered)
  await page.keyboard.press('Escape')
  const description = form.getByLabel(t('fields:description'))
  await description.fill('First line\nSecond line')
  await description.blur()
  await lookAt(admin, 'text-area', description)
  // An empty form is left without a question.
  await description.fill('')
  await admin.go('/own-user')
  const password = page.getByLabel(t('passwords:create.password'), { exact: true })
  for (const [name, typed, score] of [
    ['weak', 'password12', /[01]/],
    ['strong', 'Copper-Lantern-48', /[34]/],
  ] as const) {
    await password.fill(typed)
    const meter = page.getByRole('meter')
    await expect.poll(() => meter.getAttribute('aria-valuenow')).toMatch(score)
    await lookAt(admin, `password-meter-${name}`, meter.locator('..'))
  }
  await password.fill('')
  await admin.go('/own-tenant/subjects')
  await lookAt(
    admin,
    'choice-card-inactive',
    page.locator('label', { has: page.getByRole('radio', { disabled: true }) }),
  )
  await admin.go('/own-tenant')
  const tab = page.getByRole('main').getByRole('navigation').getByRole('link')
  await tab.first().waitFor()
  await lookAt(admin, 'tab-chosen', tab.first())
  await lookAt(admin, 'tab', tab.nth(1))
}

/** Compares what replaces the rows of a list: while it loads, and if nothing matches. */
async function lookAtWhatComes(admin: Visit, lookAt: LookAt): Promise<void> {
  const { page, t } = admin
  const mayAnswer = Promise.withResolvers<void>()
  const isOver = await routeForNow(page, /\/api\/v1\/test-records\?/, async (route) => {
    await mayAnswer.promise
    await route.continue()
  })
  await admin.go('/test-records?search=nobody-is-called-so')
  const rows = page.getByRole('status', { name: t('testRecords:loading') })
  await lookAt(admin, 'skeleton', rows.locator('[aria-hidden]'))
  isOver()
  mayAnswer.resolve()
  await lookAt(admin, 'notice-empty', page.getByRole('heading', { name: t('testRecords:noMatch.title') }).locator('..'))
}

/** Compares the photo of a record, here of one colour, and its enlarged view. */
async function lookAtPhoto(admin: Visit, lookAt: LookAt): Promise<void> {
  const { page, t } = admin
  const plain = { create: { width: 300, height: 400, channels: 3, background: '#b9c2ca' } } as const
  const body = await sharp(plain).png().toBuffer()
  await page.route('**/api/v1/device-images/*', (route) => route.fulfill({ contentType: 'image/png', body }))
  await alterReply<TestRecord>(admin, '/test-records/*', (record) => ({ ...record, deviceImageId: record.id }))
  await admin.go('/test-records?range=all')
  await recordLink(admin, '').first().click()
  const photo = page.getByRole('button', { name: t('testRecords:record.enlarge') })
  await photo.scrollIntoViewIfNeeded()
  await expect.poll(() => photo.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(300)
  await lookAt(admin, 'photo', photo)
  await photo.click()
  const zoomed = page.getByRole('dialog')
  await lookAt(admin, 'photo-zoom', zoomed.getByRole('button', { name: t('testRecords:photo.zoomIn') }).locator('..'))
}

/** Compares the messages at the edge of the screen, each as if the previous document had left it. */
async function lookAtWhatIsSaid(admin: Visit, lookAt: LookAt): Promise<void> {
  const { context, page, t } = admin
  // Time stands still, so that the messages stay however long the page takes to load.
  const now = Date.now()
  await context.clock.install({ time: now })
  await context.clock.pauseAt(now + 1000)
  await admin.go('/own-organisation')
  // A document that still starts would take the message of the next one.
  await page.getByRole('main').waitFor()
  for (const tone of ['success', 'danger', 'notice'] as const) {
    await page.evaluate((message) => sessionStorage.setItem('lateral.message', JSON.stringify(message)), {
      text: t('tenants:updated'),
      tone,
    })
    await page.reload()
    const message = page.locator(`[role="status"] > [data-tone="${tone}"]`)
    await message.waitFor()
    await lookAt(admin, `snackbar-${tone}`, message)
  }
}

async function lookAtRecording(nurse: Visit, lookAt: LookAt): Promise<void> {
  const { page, t } = nurse
  await openRecording(nurse)
  await heading(nurse, 'recording:place.title').waitFor()
  await lookAt(nurse, 'stepper', page.getByRole('main').locator('ol'))
  await choosePlace(nurse)
  await lookupHeading(nurse).waitFor()
  await lookAt(nurse, 'button-quiet', page.getByRole('button', { name: t('recording:back'), exact: true }))
  await page.getByLabel(t('fields:email')).fill(`seen.${nurse.appearance}@looks.test`)
  const mayAnswer = Promise.withResolvers<void>()
  const isOver = await routeForNow(page, '**/api/v1/subjects/lookup', async (route) => {
    await mayAnswer.promise
    await route.continue()
  })
  const find = page.getByRole('button', { name: t('recording:subject.find') })
  await find.click()
  await page.mouse.move(0, 0)
  await find.and(page.locator('[aria-disabled]')).waitFor()
  await find.blur()
  await lookAt(nurse, 'button-pending', find)
  isOver()
  mayAnswer.resolve()
  await page.getByText(t('errors:email-not-found')).waitFor()
  await lookAt(
    nurse,
    'alert-notice',
    page.locator('main [data-tone="notice"]').filter({ hasText: t('errors:email-not-found') }),
  )
  await page.getByRole('button', { name: t('recording:subject.create') }).click()
  await page.getByLabel(t('fields:dateOfBirth')).fill('05/03/1980')
  await page.getByRole('button', { name: t('recording:subject.save') }).click()
  await heading(nurse, 'recording:test.title').waitFor()
  const card = (result: Result) => page.getByRole('radio', { name: t(`results:${result}`) }).locator('..')
  await lookAt(nurse, 'choice-card', card('positive'))
  await page.getByRole('button', { name: t('recording:continue') }).click()
  const set = page.getByRole('radiogroup', { name: t('fields:result') })
  await set.and(page.locator('[aria-invalid]')).waitFor()
  await set.locator(':focus').blur()
  await page.mouse.move(0, 0)
  await lookAt(nurse, 'choice-card-wrong', set)
  for (const result of results) {
    await page.getByRole('radio', { name: t(`results:${result}`) }).check({ force: true })
    await page.getByRole('radio', { name: t(`results:${result}`) }).blur()
    await page.mouse.move(0, 0)
    await lookAt(nurse, `choice-card-${result}`, card(result))
  }
  await refuseCamera(page)
  for (const [tone, code] of [
    ['danger', '(01)04006381333931'],
    ['success', '(01)09520000000011(17)400131(10)LOOK-1'],
  ] as const) {
    await page.getByRole('button', { name: t('recordingDetails:lot.scan') }).click()
    await page.getByLabel(t('kitScan:code')).fill(code)
    await page.getByRole('button', { name: t('kitScan:use') }).click()
    const alert = page.locator(tone === 'danger' ? 'dialog [data-tone="danger"]' : 'main [data-tone="success"]')
    await alert.first().waitFor()
    await lookAt(nurse, `alert-${tone}`, alert)
    if (tone === 'danger') await page.getByRole('button', { name: t('shell:close') }).click()
  }
}
