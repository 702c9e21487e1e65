import { contentTexts, keyed } from '../../contract/test-records/content-parts.ts'
import type { TestRecord, TestRecordListItem } from '../../contract/test-records/test-record.ts'
import { subject } from '../test-records/recording/fixtures.ts'

/** The place of the test: a group, and its organisation of the same name. */
export const ward = { id: '01998878-2800-7000-8000-000000000003', name: 'Ward 1' }

/** A negative test of 5 March 2026, as a row of the list. */
export const listedTest: TestRecordListItem = {
  id: '01998878-2800-7000-8000-000000000004',
  testId: 'HARB-AWQJDXR7',
  performedAt: '2026-03-05T09:30:00.000Z',
  performedZone: 'Europe/London',
  recordedAt: '2026-03-05T09:31:00.000Z',
  result: 'negative',
  secondReading: null,
  state: 'recorded',
  subject,
  organisation: ward,
  group: ward,
  recordedBy: null,
  origin: 'here',
  assay: { id: '01998878-2800-7000-8000-000000000004', name: 'Rapid' },
  analyteResults: [{ analyteId: 'line', analyteName: 'SARS-CoV-2', result: 'negative' }],
}

/** Adds to a row of the list the details that its page shows. */
export function detailsOf(listed: TestRecordListItem): TestRecord {
  return {
    ...listed,
    assay: { ...listed.assay, manufacturer: null, model: null },
    phone: null,
    ...keyed(contentTexts, () => null),
    coordinates: null,
    deviceImageId: null,
    readAt: null,
    reading: null,
    readingReason: null,
    source: null,
    version: 1,
  }
}
