import { expect } from 'vitest'
import { sealAudit } from '../../server/audit/service.ts'
import { sendDueMessages, type WebhookSender } from '../../server/webhooks/sending-service.ts'
import type { Client } from './client.ts'
import { newRecordAt } from './new-record.ts'
import type { TestTenant } from './tenants.ts'
import type { TestApp } from './test-app.ts'

/** Makes a webhook as an administrator, and returns it with its secret. */
export async function makeWebhook(
  admin: Client,
  form: { url: string; kinds?: string[]; withContent?: boolean },
): Promise<{ id: string; secret: string }> {
  const reply = await admin.post('/webhooks', { kinds: ['test_record.recorded'], withContent: false, ...form })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data
}

/** Records a test at a tenant's home, and returns its id. */
export async function recordAtHome(admin: Client, tenant: TestTenant): Promise<string> {
  const reply = await admin.post('/test-records', newRecordAt(tenant.places.home))
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data.id
}

/** Seals what has happened and sends what is due now. */
export async function sendAll(test: TestApp, sender: WebhookSender = test.webhooks): Promise<void> {
  await sealAudit(test.door)
  for (const due of await test.door.dueWebhooks(100)) await sendDueMessages(test.door, sender, due)
}

/** Changes one webhook of a tenant, or all that are not revoked. */
export async function setWebhooks(test: TestApp, tenant: TestTenant, change: string, id: string | null): Promise<void> {
  await test.query(
    tenant,
    `update webhooks set ${change} where tenant_id = current_tenant() and state <> 'revoked' and coalesce(id = $1, true)`,
    [id],
  )
}
