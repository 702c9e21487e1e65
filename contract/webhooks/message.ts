import * as z from 'zod/mini'
import { id } from '../schema.ts'
import { testRecord } from '../test-records/test-record.ts'
import { webhookKinds, type WebhookKind } from './kinds.ts'

/** A record at the time of sending. `subjectId` is null once the person was erased. */
const content = z.strictObject({
  ...z.pick(testRecord, { testId: true, version: true, state: true, result: true, performedAt: true }).shape,
  analyteResults: testRecord.shape.analyteResults,
  subjectId: z.nullable(id),
  assayId: id,
  organisationId: id,
  groupId: id,
})

const ofRecord = { testRecordId: id, content: z.optional(content) }
const ofMerge = { subjectId: id, mergedSubjectId: id }

const idsOf = {
  'test_record.recorded': ofRecord,
  'test_record.corrected': ofRecord,
  'test_record.voided': ofRecord,
  'test_record.released': ofRecord,
  'test_record.second_reading': ofRecord,
  'test_record.readings_settled': ofRecord,
  'subject.created': { subjectId: id },
  'subject.changed': { subjectId: id },
  'subject.merged': ofMerge,
  'subject.merge_undone': ofMerge,
  'subject.anonymised': { subjectIds: z.array(id) },
} as const satisfies Record<WebhookKind, object>

const tenant = z.string()

/**
 * The bodies of messages, by what they tell of. `timestamp` is when it happened, and `position` the place of its event in
 * the audit trail of the tenant whose slug is `tenant`.
 */
export const webhookMessage = z.union([
  ...webhookKinds.map((kind) =>
    z.strictObject({
      type: z.literal(kind),
      timestamp: z.string(),
      data: z.strictObject({ tenant, position: z.int(), ...idsOf[kind] }),
    }),
  ),
  z.strictObject({ type: z.literal('webhook.test'), timestamp: z.string(), data: z.strictObject({ tenant }) }),
])
