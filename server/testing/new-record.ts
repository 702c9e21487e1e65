import type { Place } from './places.ts'

/** What recording a test at a place sends, with what must be there and no more. */
export function newRecordAt({ organisationId, groupId, subjectId, assayId }: Place) {
  return {
    organisationId,
    groupId,
    subjectId,
    assayId,
    analyteResults: [{ analyteId: 'line', result: 'negative' }],
    performedDate: '2026-03-01',
    performedTime: '09:30',
    performedZone: 'Europe/London',
  }
}
