import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { fileTypes, listOf } from '../listing.ts'
import { dataOf } from '../schema.ts'
import { testRecordFilters, testRecordList } from './filter.ts'
import { testRecord, testRecordListItem } from './test-record.ts'

export const listTestRecords = endpoint('listTestRecords', 'GET /test-records', {
  summary: 'Test records in the user’s scope without the voided ones, the latest first, unless asked otherwise',
  requires: { anyOf: ['view-tests'] },
  forTokens: true,
  whenEntered: 'read',
  query: testRecordList.page,
  replies: { 200: listOf(testRecordListItem) },
})

export const getTestRecord = endpoint('getTestRecord', 'GET /test-records/{id}', {
  summary: 'One test record',
  requires: { anyOf: ['view-tests'] },
  forTokens: true,
  whenEntered: 'read',
  replies: { 200: dataOf(testRecord) },
  audit: 'test-record.opened',
})

/** Streams a file with the list's own filter and order, including their defaults. */
export const exportTestRecords = endpoint('exportTestRecords', 'GET /test-records/export', {
  summary: 'Export the filtered list as CSV or as a workbook',
  requires: { anyOf: ['export-tests'] },
  forTokens: true,
  query: testRecordList.whole,
  prints: testRecordList,
  replies: { 200: null },
  produces: Object.values(fileTypes),
  audit: 'test-record.exported',
})

/** Counts the records of the filtered list that no file has, because their set of tests has no outcome. */
export const countHeldBack = endpoint('countHeldBack', 'GET /test-records/held-back', {
  summary: 'How many records of the filtered list an export lacks',
  requires: { anyOf: ['export-tests'] },
  query: z.strictObject(testRecordFilters),
  replies: { 200: dataOf(z.strictObject({ count: z.int() })) },
})
