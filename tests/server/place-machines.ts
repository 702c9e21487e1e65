import type pg from 'pg'
import { hashToken } from '../../server/access/sessions/tokens.ts'
import { insertRows } from './rows.ts'

type MachinePlace = Record<
  'tenantId' | 'marker' | 'organisationId' | 'groupId' | 'apiTokenId' | 'webhookId' | 'webhookAttemptId',
  string
>

interface Made {
  text: string
  space: number
  secretId: string
  madeBy: string
}

/** Inserts a token with its account, and a webhook whose secret nobody can read, with what it sent. */
export async function insertMachines(client: pg.ClientBase, place: MachinePlace, made: Made): Promise<void> {
  await insertToken(client, place, made)
  await insertWebhook(client, place, made)
}

async function insertToken(client: pg.ClientBase, place: MachinePlace, { text, space, madeBy }: Made): Promise<void> {
  const { tenantId: tenant_id, apiTokenId: id } = place
  await insertRows(client, 'users', [
    { tenant_id, id, email: `machine-${id}`, full_name: `Machine ${text}`, user_type: 'machine' },
  ])
  await insertRows(client, 'api_tokens', [
    {
      tenant_id,
      id,
      token_hash: hashToken(`token-${space}`),
      last_four: 'abcd',
      permissions: ['view-tests'],
      organisation_id: place.organisationId,
      group_ids: [place.groupId],
      expires_at: new Date(Date.now() + 30 * 24 * 60 * 60 * 1000),
      made_by: madeBy,
    },
  ])
}

async function insertWebhook(
  client: pg.ClientBase,
  place: MachinePlace,
  { text, secretId, madeBy }: Made,
): Promise<void> {
  const { tenantId: tenant_id, webhookId: id } = place
  await insertRows(client, 'webhooks', [
    {
      tenant_id,
      id,
      url: `https://127.0.0.1:9/${text.replaceAll(' ', '-')}`,
      kinds: ['test_record.recorded'],
      with_content: false,
      position: 0,
      has_more: false,
      made_by: madeBy,
    },
  ])
  await insertRows(client, 'webhook_secrets', [
    { tenant_id, id: secretId, webhook_id: id, secret: Buffer.from('unreadable') },
  ])
  await insertRows(client, 'webhook_attempts', [
    {
      tenant_id,
      id: place.webhookAttemptId,
      webhook_id: id,
      kind: 'test_record.recorded',
      message_id: `evt_${place.webhookAttemptId}`,
      tried_at: new Date(),
      is_by_hand: false,
      status: 503,
      problem: null,
      milliseconds: 12,
      body: '{}',
      answer: '',
    },
  ])
}
