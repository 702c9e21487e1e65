import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../listing.ts'
import { reasonCheck, reasonFields } from '../rules/reasons.ts'
import { dataOf, id, optionalProse } from '../schema.ts'
import { subject } from '../subjects/subject.ts'
import { ifMatch } from '../versions.ts'
import { lotCheck, performedCheck, testContent } from './new-test-record.ts'
import { testRecord } from './test-record.ts'

/** Correcting and voiding stand apart from the other endpoints: pages that show tests need none of their rules. */

const why = { ...reasonFields, changeNote: optionalProse(1000) }

/**
 * What a correction sends: all that the record is to say from now on, and why. `subjectId` null leaves the subject as it is.
 * The place and the assay stay: a test at another place or with another device is voided and recorded anew.
 */
export const recordCorrection = z
  .strictObject({ subjectId: z._default(z.nullable(id), null), ...testContent, ...why })
  .check(performedCheck, lotCheck, reasonCheck)
export type RecordCorrection = z.infer<typeof recordCorrection>

export const recordVoiding = z.strictObject(why).check(reasonCheck)
export type RecordVoiding = z.infer<typeof recordVoiding>

const oneRecord = z.strictObject({ id })
const headers = {
  ...ifMatch,
  'idempotency-key': { required: false, description: 'Repeat the request with the same key to do it only once' },
} as const

/**
 * Corrects a record; what it said before is kept. A correction that changes nothing leaves no trace. 409 `record-voided`
 * for a voided one.
 */
export const correctTest = endpoint({
  name: 'correctTest',
  method: 'POST',
  path: '/test-records/{id}/corrections',
  summary: 'Correct a test record',
  requires: { rule: 'mayCorrectTests' },
  params: oneRecord,
  headers,
  body: recordCorrection,
  replies: { 200: dataOf(testRecord) },
  audit: 'test-record.corrected',
})

/** Voids a record: it stays, and counts nowhere. There is no way back; 409 `record-voided` for one that is voided already. */
export const voidTest = endpoint({
  name: 'voidTest',
  method: 'POST',
  path: '/test-records/{id}/void',
  summary: 'Void a test record',
  requires: { rule: 'mayCorrectTests' },
  params: oneRecord,
  headers,
  body: recordVoiding,
  replies: { 200: dataOf(testRecord) },
  audit: 'test-record.voided',
})

/** What a record said at a time, of what can change. */
const recordContent = z.strictObject({
  ...z.pick(testRecord, {
    performedAt: true,
    performedZone: true,
    result: true,
    analyteResults: true,
    specimen: true,
    location: true,
    coordinates: true,
    deviceImageId: true,
    lot: true,
    lotExpiry: true,
    expiredLotReason: true,
    note: true,
    state: true,
  }).shape,
  /** As they are known today; null for somebody whom the actor does not see. */
  subject: z.nullable(subject),
})
export type RecordContent = z.infer<typeof recordContent>

const recordChange = z.strictObject({
  id: z.string(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  /** The name of who did it; null for somebody who has left. */
  by: z.nullable(z.string()),
  reason: reasonFields.reason,
  reasonText: z.nullable(z.string()),
  changeNote: z.nullable(z.string()),
  before: recordContent,
  after: recordContent,
})
export type RecordChange = z.infer<typeof recordChange>

export const recordHistory = listQuery({ filters: {}, sorts: ['-version'], default: '-version' })

/** The corrections of a record and its voiding, for staff: reasons and notes may name somebody else. */
export const listTestRecordHistory = endpoint({
  name: 'listTestRecordHistory',
  method: 'GET',
  path: '/test-records/{id}/history',
  summary: 'What was changed of a test record, the latest first',
  requires: { rule: 'mayReadRecordHistory' },
  params: oneRecord,
  query: recordHistory.page,
  replies: { 200: listOf(recordChange) },
})
