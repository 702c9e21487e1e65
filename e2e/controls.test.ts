import type { Locator } from 'playwright-core'
import { results, type Result } from '../contract/rules/results.ts'
import { refuseCamera } from './stage/camera-picture.ts'
import { journey } from './stage/journey.ts'
import { expectLook } from './stage/look.ts'
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
    await lookAtRecording(await open({ as: 'organisation' }), lookAt)
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
}

async function lookAtLists(admin: Visit, lookAt: LookAt): Promise<void> {
  const { page, t } = admin
  await admin.go('/test-records?range=all&perPage=100')
  await recordLink(admin, '').first().waitFor()
  await lookAt(admin, 'button-default', page.getByRole('button', { name: t('lists:print.label'), exact: true }))
  for (const result of results) {
    await admin.turnTo(`/test-records?range=all&result=${result}&perPage=10`)
    const badge = page.locator(`main table [data-tone="${result}"]`)
    await badge.first().waitFor()
    await lookAt(admin, `badge-${result}`, badge)
  }
  await lookAt(admin, 'chip', page.getByRole('list', { name: t('lists:filter.inUse') }).getByRole('button'))
  await lookAt(admin, 'column-head', page.getByRole('columnheader', { name: t('testRecords:column.testId') }))
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
  await page.locator('main tbody button').last().click()
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
  const type = page.getByRole('form').getByLabel(t('users:type'), { exact: true })
  await type.waitFor()
  await lookAt(admin, 'select', type)
  await admin.turnTo('/own-tenant')
  const tab = page.getByRole('main').getByRole('navigation').getByRole('link')
  await tab.first().waitFor()
  await lookAt(admin, 'tab-chosen', tab.first())
  await lookAt(admin, 'tab', tab.nth(1))
}

/** Compares the messages at the edge of the screen, each as if the previous document had left it. */
async function lookAtWhatIsSaid(admin: Visit, lookAt: LookAt): Promise<void> {
  const { context, page, t } = admin
  // Time stands still, so that the messages stay however long the page takes to load.
  const now = Date.now()
  await context.clock.install({ time: now })
  await context.clock.pauseAt(now + 1000)
  await admin.go('/own-organisation')
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
  await page.getByLabel(t('recording:subject.email')).fill(`nobody.${nurse.appearance}@looks.test`)
  await page.getByRole('button', { name: t('recording:subject.find') }).click()
  await page.getByText(t('errors:email-not-found')).waitFor()
  await lookAt(
    nurse,
    'alert-notice',
    page.locator('main [data-tone="notice"]').filter({ hasText: t('errors:email-not-found') }),
  )
  await page.getByRole('button', { name: t('recording:subject.create') }).click()
  await page.getByLabel(t('recording:subject.dateOfBirth')).fill('05/03/1980')
  await page.getByRole('button', { name: t('recording:subject.save') }).click()
  await heading(nurse, 'recording:test.title').waitFor()
  const card = (result: Result) => page.getByRole('radio', { name: t(`results:${result}`) }).locator('..')
  await lookAt(nurse, 'choice-card', card('positive'))
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
    if (tone === 'danger') await page.getByRole('button', { name: t('kitScan:close') }).click()
  }
}
