import type { NeededField, NotificationWay } from '../../contract/notifications/rule-parts.ts'
import type { Visit } from '../stage/visit.ts'

/** Fills in the open form of a new rule, which asks for positives of every analyte, switches it on, and saves it. */
export async function makeRule(
  { page, t }: Visit,
  { name, needed, way = 'download' }: { name: string; needed: readonly NeededField[]; way?: NotificationWay },
): Promise<void> {
  const form = page.getByRole('form', { name: t('shell:page.newNotificationRule') })
  await form.getByLabel(t('notificationRules:form.name')).fill(name)
  await form.getByLabel(t('notificationRules:form.authority')).fill('UKHSA')
  // A locator no longer finds what was unchecked.
  const left = form.locator('input[name="analytes"]:checked, input[name="needed"]:checked')
  while ((await left.count()) > 0) await left.first().uncheck()
  for (const field of needed) await form.locator(`input[name="needed"][value="${field}"]`).check()
  await form.getByLabel(t('notificationRules:form.way'), { exact: true }).selectOption(way)
  await form.getByRole('checkbox', { name: t('notificationRules:form.isOn') }).check()
  await form.getByRole('button', { name: t('notificationRules:form.submit') }).click()
  await page.getByText(t('notificationRules:created')).waitFor()
}

/** Looks back for a month from the open page of a rule. */
export async function lookBack({ page, t }: Visit): Promise<void> {
  await page.getByRole('combobox', { name: t('notificationRules:back.days') }).selectOption('30')
  await page.getByRole('button', { name: t('notificationRules:back'), exact: true }).click()
  await page
    .getByRole('dialog', { name: t('notificationRules:back.title') })
    .getByRole('button', { name: t('notificationRules:back'), exact: true })
    .click()
  await page.getByRole('dialog', { name: t('notificationRules:back.title') }).waitFor({ state: 'detached' })
}
