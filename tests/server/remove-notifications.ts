import type { TestTenant } from './tenants.ts'
import type { TestApp } from './test-app.ts'

/** Every table of rules, items and reports, each before those that it refers to. */
const tables = [
  'notification_report_items',
  'notifications',
  'notification_reports',
  'notification_sendings',
  'notification_rule_versions',
  'notification_rules',
]

/** Removes a tenant's rules with their items and reports, so that a test has the only ones. */
export async function removeNotifications({ query }: Pick<TestApp, 'query'>, tenant: TestTenant): Promise<void> {
  for (const table of tables) await query(tenant, `delete from ${table} where tenant_id = current_tenant()`)
}
