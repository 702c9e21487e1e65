import { actionOfKind, webhookKinds, type WebhookKind } from '../../contract/webhooks/kinds.ts'
import type { Scope } from '../access/scope.ts'
import { findContent, type ChainEvent } from './sending-repository.ts'
import type { Message } from './signing.ts'

/** A message with the kind that its body names. */
export interface KindMessage extends Message {
  kind: WebhookKind | 'webhook.test'
}

/** Writes the message of an event. Content goes out only for tests, and only if `withContent`. */
export async function messageOf(scope: Scope, event: ChainEvent, withContent: boolean): Promise<KindMessage> {
  const kind = kindOf(event)
  const data = { tenant: scope.tenant.slug, position: event.position, ...idsIn(kind, event) }
  const recordId = kind.startsWith('test_record.') ? event.resourceId : null
  const content = withContent && recordId !== null ? await findContent(scope, recordId) : undefined
  return {
    id: `evt_${event.id}`,
    kind,
    body: write(kind, event.occurredAt, content === undefined ? data : { ...data, content }),
  }
}

/** Writes a message that tells of nothing. */
export function testMessage({ tenant, now }: Scope, id: string): KindMessage {
  const kind = 'webhook.test'
  return { id: `test_${id}`, kind, body: write(kind, now, { tenant: tenant.slug }) }
}

function write(type: string, at: Date, data: object): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data })
}

function kindOf({ action }: ChainEvent): WebhookKind {
  const kind = webhookKinds.find((one) => actionOfKind[one] === action)
  if (kind === undefined) throw new Error(`No webhook tells of ${action}`)
  return kind
}

function idsIn(kind: WebhookKind, event: ChainEvent): object {
  switch (kind) {
    case 'test_record.recorded':
    case 'test_record.corrected':
    case 'test_record.voided':
    case 'test_record.released':
    case 'test_record.second_reading':
    case 'test_record.readings_settled':
      return { testRecordId: event.resourceId }
    case 'subject.created':
    case 'subject.changed':
      return { subjectId: event.resourceId }
    case 'subject.merged':
    case 'subject.merge_undone':
      return { subjectId: event.keptSubjectId, mergedSubjectId: event.mergedSubjectId }
    case 'subject.anonymised':
      return { subjectIds: event.subjectIds }
  }
}
