import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { cursor, dataOf, id, listOf, perPage } from '../schema.ts'
import { testRecordFilter, testRecordSorts } from './filter.ts'
import { newTestRecord } from './new-test-record.ts'
import { testRecord, testRecordListItem } from './test-record.ts'

export const listTestRecords = endpoint({
  name: 'listTestRecords',
  method: 'GET',
  path: '/test-records',
  summary: 'Test records in the user’s scope without the voided ones, the latest first, unless asked otherwise',
  requires: { anyOf: ['view-tests'] },
  query: z.strictObject({
    ...testRecordFilter,
    sort: z._default(z.enum(testRecordSorts), '-performed_at'),
    per_page: perPage,
    cursor: z.optional(cursor),
  }),
  replies: { 200: listOf(testRecordListItem) },
})

/**
 * Stores one record per `Idempotency-Key` and user: a repeat with the same body is answered with the record stored
 * first (200), with another body by 409 `idempotency-key-reused`.
 */
export const recordTest = endpoint({
  name: 'recordTest',
  method: 'POST',
  path: '/test-records',
  summary: 'Record a test',
  requires: { anyOf: ['create-tests'] },
  headers: {
    'idempotency-key': { required: false, description: 'Repeat the request with the same key to store it only once' },
  },
  body: newTestRecord,
  replies: { 201: dataOf(testRecord), 200: dataOf(testRecord) },
  audit: 'test-record.recorded',
})

export const getTestRecord = endpoint({
  name: 'getTestRecord',
  method: 'GET',
  path: '/test-records/{id}',
  summary: 'One test record',
  requires: { anyOf: ['view-tests'] },
  params: z.strictObject({ id }),
  replies: { 200: dataOf(testRecord) },
  audit: 'test-record.opened',
})

/** The list's own filter and order with their defaults, as RFC 4180 CSV in UTF-8 with a byte-order mark, streamed. */
export const exportTestRecords = endpoint({
  name: 'exportTestRecords',
  method: 'GET',
  path: '/test-records/export',
  summary: 'Export the filtered list as CSV',
  requires: { anyOf: ['export-tests'] },
  query: z.strictObject({ ...testRecordFilter, sort: z._default(z.enum(testRecordSorts), '-performed_at') }),
  replies: { 200: null },
  produces: 'text/csv; charset=utf-8',
  audit: 'test-record.exported',
})
