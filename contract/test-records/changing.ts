import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../listing.ts'
import { reasonCheck, reasonFields } from '../rules/reasons.ts'
import { dataOf, id, optionalProse } from '../schema.ts'
import { subject } from '../subjects/subject.ts'
import { ifMatch } from '../versions.ts'
import { contentTexts, keyed } from './content-parts.ts'
import { lotCheck, performedCheck, testContent } from './new-test-record.ts'
import { testRecord } from './test-record.ts'

const why = { ...reasonFields, changeNote: optionalProse(1000) }

/**
 * The body of a correction: the complete new content of the record, and the reason. `subjectId` null keeps the subject.
 * The place and the assay are fixed: a test at another place or with another device must be voided and recorded anew.
 */
export const recordCorrection = z
  .strictObject({ subjectId: z._default(z.nullable(id), null), ...testContent, ...why })
  .check(performedCheck, lotCheck, reasonCheck)
export type RecordCorrection = z.infer<typeof recordCorrection>

export const recordVoiding = z.strictObject(why).check(reasonCheck)
export type RecordVoiding = z.infer<typeof recordVoiding>

const headers = { ...ifMatch, ...doneOncePerKey } as const

/**
 * Corrects a record; its earlier content is kept. A correction without changes leaves no trace. 409 `record-voided` for
 * a voided one.
 */
export const correctTest = endpoint('correctTest', 'POST /test-records/{id}/corrections', {
  summary: 'Correct a test record',
  requires: { rule: 'mayCorrectTests' },
  forTokens: true,
  headers,
  body: recordCorrection,
  replies: { 200: dataOf(testRecord) },
  audit: 'test-record.corrected',
})

/**
 * Voids a record: it stays visible, and counts nowhere. This cannot be undone; 409 `record-voided` for one that is
 * already voided.
 */
export const voidTest = endpoint('voidTest', 'POST /test-records/{id}/void', {
  summary: 'Void a test record',
  requires: { rule: 'mayCorrectTests' },
  forTokens: true,
  headers,
  body: recordVoiding,
  replies: { 200: dataOf(testRecord) },
  audit: 'test-record.voided',
})

/** The editable content of a record at a time. */
const recordContent = z.strictObject({
  ...z.pick(testRecord, {
    performedAt: true,
    performedZone: true,
    result: true,
    analyteResults: true,
    ...keyed(contentTexts, () => true),
    coordinates: true,
    deviceImageId: true,
    state: true,
  }).shape,
  /** The subject's present data; null if the actor does not see the subject. */
  subject: z.nullable(subject),
})
export type RecordContent = z.infer<typeof recordContent>

const recordChange = z.strictObject({
  id: z.string(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  /** The author's name; null for a user who has left. */
  by: z.nullable(z.string()),
  reason: reasonFields.reason,
  reasonText: z.nullable(z.string()),
  changeNote: z.nullable(z.string()),
  before: recordContent,
  after: recordContent,
})
export type RecordChange = z.infer<typeof recordChange>

export const recordHistory = listQuery({ filters: {}, sorts: ['-version'], default: '-version' })

/**
 * Lists the corrections of a record and its voiding. For staff only, because reasons and notes may name somebody else.
 */
export const listTestRecordHistory = endpoint('listTestRecordHistory', 'GET /test-records/{id}/history', {
  summary: 'What was changed of a test record, the latest first',
  requires: { rule: 'mayReadRecordHistory' },
  forTokens: true,
  whenEntered: 'read',
  query: recordHistory.page,
  replies: { 200: listOf(recordChange) },
})
