import type { AuditAction } from '../audit/event-names.ts'

/**
 * The kinds of events that a webhook can ask for, each with the action of the audit trail that it tells of. Receivers
 * know the names, so a name, once used, must stay.
 */
export const actionOfKind = {
  'test_record.recorded': 'test-record.recorded',
  'test_record.corrected': 'test-record.corrected',
  'test_record.voided': 'test-record.voided',
  'test_record.released': 'test-record.released',
  'test_record.second_reading': 'second-reading.made',
  'test_record.readings_settled': 'second-reading.settled',
  'subject.created': 'subject.created',
  'subject.changed': 'subject.changed',
  'subject.merged': 'subject.merged',
  'subject.merge_undone': 'subject.merge-undone',
  'subject.anonymised': 'user.deleted',
} as const satisfies Record<string, AuditAction>

export type WebhookKind = keyof typeof actionOfKind

/** The kinds in the order in which they are offered. */
export const webhookKinds = [
  'test_record.recorded',
  'test_record.corrected',
  'test_record.voided',
  'test_record.released',
  'test_record.second_reading',
  'test_record.readings_settled',
  'subject.created',
  'subject.changed',
  'subject.merged',
  'subject.merge_undone',
  'subject.anonymised',
] as const satisfies readonly WebhookKind[]
