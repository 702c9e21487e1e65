import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { checkScreen, checkState } from './stage/screen-checks.ts'
import { lookBack, makeRule } from './steps/notifications.ts'
import { recordTest } from './steps/record-test.ts'
import { expectRowInSight } from './steps/row-in-sight.ts'

journey('a positive is recorded, is incomplete, is completed at the person, and is told', async ({ visit }) => {
  const admin = await visit({ tenant: 'cascade', as: 'tenant' })
  const { page, t } = admin
  const testId = await recordTest(admin, {
    email: 'notified@journey.test',
    results: ['positive', 'negative', 'negative'],
  })
  await admin.go('/own-tenant')
  await page.getByRole('link', { name: t('shell:page.notificationRules'), exact: true }).click()
  const create = page.getByRole('link', { name: t('notificationRules:create') })
  await create.waitFor()
  await checkScreen(admin, 'notification-rules', 'shell:page.notificationRules')
  await create.click()
  await page.getByRole('form', { name: t('shell:page.newNotificationRule') }).waitFor()
  await checkState(admin, 'new-notification-rule')
  await makeRule(admin, { name: 'Positives of the journey', needed: ['name'] })
  await lookBack(admin)
  await checkScreen(admin, 'notification-rule', 'shell:page.notificationRule')

  await admin.turnTo('/notifications?sort=-due_at&perPage=100')
  // Rules of other journeys make rows for this test, too.
  const row = page.locator('main tbody tr').filter({ hasText: testId }).filter({ hasText: 'Positives of the journey' })
  await row.getByText(t('notifications:state.incomplete'), { exact: true }).waitFor()
  await row.getByText(t('notifications:missing', { fields: t('notifications:field.name') })).waitFor()
  await row.getByRole('link', { name: t('notifications:enter.subject') }).click()
  const person = page.getByRole('dialog')
  await person.getByLabel(t('fields:firstName')).fill('Nora')
  await person.getByLabel(t('fields:lastName')).fill('Quill')
  await person.getByRole('button', { name: t('shell:saveChanges') }).click()
  await person.waitFor({ state: 'detached' })

  await admin.turnTo('/notifications?sort=-due_at&perPage=100')
  await row.getByText(t('notifications:state.ready'), { exact: true }).waitFor()
  await row.getByRole('link', { name: t('notifications:answer.otherwise') }).click()
  const form = page.getByRole('form', { name: t('notifications:answer.otherwise') })
  await form.getByLabel(t('notifications:answer.how')).fill('By telephone')
  await form.getByRole('button', { name: t('notifications:answer.submit') }).click()
  await page.getByText(t('notifications:answer.updated')).waitFor()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: t('notifications:seeTold') }).click()
  await row.getByText(t('notifications:state.acknowledged'), { exact: true }).waitFor()
  await row.getByRole('link', { name: testId }).click()
  await page.getByRole('heading', { name: t('notifications:part.title') }).waitFor()
  await page.getByText(t('notifications:acknowledged', { reason: 'By telephone' })).waitFor()

  await admin.turnTo('/notifications')
  await page.locator('main tbody tr').first().waitFor()
  await checkScreen(admin, 'notifications', 'shell:page.notifications')

  // All but one are told, which is taken out by keyboard.
  await admin.turnTo('/notifications?state=ready')
  const boxes = page.locator('main').getByRole('checkbox')
  await boxes.first().waitFor()
  expect(await boxes.evaluateAll((all) => all.every((box) => (box as HTMLInputElement).checked))).toBe(true)
  await boxes.first().focus()
  await page.keyboard.press('Space')
  expect(await boxes.first().isChecked()).toBe(false)
  await page.getByRole('button', { name: /^Report \d+$/ }).click()
  await page
    .getByRole('dialog', { name: t('notificationReports:make.title') })
    .getByRole('button', { name: t('notificationReports:make'), exact: true })
    .click()
  await page
    .getByRole('status')
    .getByRole('link', { name: t('notifications:seeReport') })
    .click()
  await page.getByRole('heading', { name: t('shell:page.notificationReports'), level: 1 }).waitFor()
  const make = t('notificationReports:make')
  await page.getByRole('button', { name: /^Report \d+$/ }).click()
  const asked = page.getByRole('dialog', { name: t('notificationReports:make.title') })
  await asked.getByRole('button', { name: make, exact: true }).click()
  await expect.poll(() => page.getByText(t('notificationReports:state.saved'), { exact: true }).count()).toBe(2)
  const confirm = t('notificationReports:confirm')
  await page.getByText(confirm, { exact: true }).first().click()
  const wasSent = page.getByRole('dialog', { name: t('notificationReports:confirm.title') })
  await wasSent.getByRole('button', { name: confirm, exact: true }).click()
  await expect.poll(() => page.getByText(t('notificationReports:state.saved'), { exact: true }).count()).toBe(1)
  await checkScreen(admin, 'notification-reports', 'shell:page.notificationReports')
  await expectRowInSight(admin)
})
