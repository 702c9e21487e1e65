import type { Locale } from '../../contract/locales.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import { expectFiltersWhole } from './filters-whole.ts'
import { firstRow } from './first-row.ts'
import { lookBack, makeRule } from './notifications.ts'
import { expectRowInSight } from './row-in-sight.ts'

/** Checks the rules, a rule with its forms, what is to be told, and the answer of an authority. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for what authorities are told', async ({ visit }) => {
    const admin = await visit({ tenant, locale, as: 'tenant' })
    const { page, t } = admin
    await admin.go('/own-tenant/notification-rules')
    await page.getByRole('heading', { name: t('notificationRules:list') }).waitFor()
    await checkScreen(admin, 'notification-rules', 'shell:page.notificationRules')
    await page
      .getByRole('link', { name: t('notificationRules:use') })
      .first()
      .click()
    await page.getByRole('form', { name: t('shell:page.newNotificationRule') }).waitFor()
    await checkScreen(admin, 'notification-rule-form', 'shell:page.newNotificationRule')
    const name = `Screens ${locale}`
    await makeRule(admin, { name, needed: ['sex', 'address'], way: 'mail' })
    await lookBack(admin)
    await checkScreen(admin, 'notification-rule', 'shell:page.notificationRule')
    await page.getByRole('link', { name: t('notificationReports:sending.open') }).click()
    const sending = page.getByRole('form', { name: t('shell:page.notificationSending') })
    await sending.getByLabel(t('notificationReports:sending.mailbox')).fill('reports@authority.example')
    await checkScreen(admin, 'notification-sending', 'shell:page.notificationSending')
    await sending.getByRole('button', { name: t('notificationReports:sending.submit'), exact: true }).click()
    await page.getByLabel(t('notificationReports:mailbox.code')).waitFor()
    await checkScreen(admin, 'notification-mailbox', 'shell:page.notificationRule')
    await admin.turnTo('/own-tenant/notification-rules')
    await page.getByRole('link', { name, exact: true }).waitFor()
    await expectRowInSight(admin)
    await admin.turnTo('/notifications')
    await page.getByText(t('notifications:state.incomplete'), { exact: true }).first().waitFor()
    await checkScreen(admin, 'notifications', 'shell:page.notifications')
    await expectFiltersWhole(admin)
    // The numbers and the ways to rules and reports leave the first of them in sight.
    await expectRowInSight(admin, firstRow(admin))
    await page
      .getByRole('link', { name: t('notifications:answer.otherwise') })
      .first()
      .click()
    await page.getByRole('form', { name: t('notifications:answer.otherwise') }).waitFor()
    await checkScreen(admin, 'notification-answer', 'shell:page.answerNotification')
    await admin.turnTo('/notifications/reports')
    await page.getByText(t('notificationReports:intro')).waitFor()
    await checkScreen(admin, 'notification-reports', 'shell:page.notificationReports')
  })
}
