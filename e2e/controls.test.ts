import type { Locator } from 'playwright-core'
import { results } from '../contract/rules/results.ts'
import { journey } from './stage/journey.ts'
import { expectLook } from './stage/look.ts'
import type { Visit, VisitOptions } from './stage/visit.ts'
import { recordLink } from './steps/list.ts'
import { heading, lookupHeading, openRecording } from './steps/record-test.ts'

/** Each variant of each control, as the built page draws it, against a picture of it that somebody has looked at. */
for (const appearance of ['light', 'dark'] as const) {
  journey(`every variant of every control is drawn as it was meant to be, ${appearance}`, async ({ visit }) => {
    const open = (options: Pick<VisitOptions, 'as'>) => visit({ tenant: 'harbour', appearance, ...options })
    /** A control, where it is met: its name in a picture. */
    const lookAt = async ({ page }: Visit, name: string, control: Locator) =>
      await expectLook(page, `${name}-${appearance}`, control.first())

    await lookAtEntrance(await open({}), lookAt)
    await lookAtLists(await open({ as: 'tenant' }), lookAt)
    await lookAtForms(await open({ as: 'tenant' }), lookAt)
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
  await lookAt(admin, 'column-head', page.getByRole('columnheader', { name: t('testRecords:column.testId') }))
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

async function lookAtRecording(nurse: Visit, lookAt: LookAt): Promise<void> {
  await openRecording(nurse)
  await heading(nurse, 'recording:place.title').or(lookupHeading(nurse)).waitFor()
  await lookAt(nurse, 'stepper', nurse.page.getByRole('main').locator('ol'))
}
