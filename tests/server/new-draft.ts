import { contentTexts, keyed } from '../../contract/test-records/content-parts.ts'
import type { TestDraft } from '../../contract/test-records/test-draft.ts'
import type { Place } from './places.ts'

/** A half-finished draft of a test of a place's subject. */
export function newDraftAt(
  { organisationId, groupId, subjectId, assayId }: Place,
  change: Partial<TestDraft> = {},
): TestDraft {
  return {
    idempotencyKey: 'draft-1',
    assayId,
    testSetId: null,
    organisation: { id: organisationId, name: 'Clinic' },
    group: { id: groupId, name: 'Ward' },
    subjectId,
    typedSubject: {
      email: '',
      customId1: '',
      customId2: '',
      dateOfBirth: '',
      firstName: '',
      lastName: '',
      localId: '',
      hasOneName: false,
    },
    isNewSubject: false,
    analyteResults: [{ analyteId: 'line', result: 'negative' }],
    performedDate: '01/03/2026',
    performedTime: '09:',
    performedZone: 'Europe/London',
    performedOffset: null,
    coordinates: null,
    image: null,
    ...keyed(contentTexts, () => ''),
    location: 'Room ',
    ...change,
  }
}
