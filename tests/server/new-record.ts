import type { Place } from './places.ts'

/** The smallest valid body for recording a test at a place. */
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
