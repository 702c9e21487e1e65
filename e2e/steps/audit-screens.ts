import type { AuditChain } from '../../contract/audit/endpoints.ts'
import type { Locale } from '../../contract/locales.ts'
import { alterReply } from '../stage/altered-reply.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import { recordLink } from './list.ts'

/** Checks the audit trail, one of its events, and the alarm for a damaged chain. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for the audit trail', async ({ visit }) => {
    const admin = await visit({ tenant, locale, as: 'tenant' })
    await admin.go('/audit?outcome=done&range=custom')
    await recordLink(admin, '').first().waitFor()
    await checkScreen(admin, 'audit', 'shell:page.audit')
    await recordLink(admin, '').first().click()
    await admin.page.getByText(admin.t('auditDetails:requestId'), { exact: true }).waitFor()
    await checkScreen(admin, 'audit-event', 'shell:page.auditEvent')
    const alarm = { position: 812, foundAt: '2026-03-05T09:30:00.000Z' }
    await alterReply<AuditChain>(admin, '/audit-chain', (chain) => ({ ...chain, alarm }))
    await admin.go('/audit')
    await admin.page.getByRole('alert').waitFor()
    await recordLink(admin, '').first().waitFor()
    await checkScreen(admin, 'audit-alarm', 'shell:page.audit')
  })
}
