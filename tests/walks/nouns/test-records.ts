import type { Place } from '../../server/places.ts'
import { newRecordAt } from '../../server/new-record.ts'
import { newDraftAt } from '../../server/new-draft.ts'
import { next, ofItsCaller, type Walks } from '../noun-walks.ts'

const filter = ({ organisationId, groupId, subjectId, testId }: Place) => ({
  from: '2026-01-01T00:00:00Z',
  to: '2026-12-31T23:59:59.999Z',
  organisation_id: organisationId,
  group_id: groupId,
  subject_id: subjectId,
  search: testId,
})

export const walks: Walks = {
  calls: {
    listTestRecords: (place) => ({ query: { ...filter(place), sort: 'test_id', per_page: '100' } }),
    exportTestRecords: (place) => ({ query: { ...filter(place), sort: 'test_id' } }),
    countHeldBack: (place) => ({ query: filter(place) }),
    recordTest: (place) => ({
      body: newRecordAt(place),
      headers: { 'idempotency-key': `walk-${next()}` },
    }),
    getTestRecord: ({ recordId }) => ({ params: { id: recordId } }),
    // Keeps the content, so that it can be repeated.
    correctTest: ({ plainRecordId, subjectId }) => ({
      params: { id: plainRecordId },
      headers: { 'if-match': '"1"' },
      body: {
        subjectId,
        analyteResults: [{ analyteId: 'line', result: 'negative' }],
        performedDate: '2026-01-11',
        performedTime: '09:30',
        performedZone: 'Europe/London',
        reason: 'data-entered-incorrectly',
      },
    }),
    // The fixed key lets the same user repeat it.
    voidTest: ({ spareRecordId }) => ({
      params: { id: spareRecordId },
      headers: { 'if-match': '"1"', 'idempotency-key': 'walk-voiding' },
      body: { reason: 'created-in-error' },
    }),
    listTestRecordHistory: ({ recordId }) => ({ params: { id: recordId }, query: { per_page: '100' } }),
    listUnreadTests: () => ({}),
    getUnreadTest: ({ recordId }) => ({ params: { id: recordId } }),
    // The fixed key lets the same user repeat it.
    readAgain: ({ plainRecordId }) => ({
      params: { id: plainRecordId },
      headers: { 'idempotency-key': 'walk-second-reading' },
      body: { analyteResults: [{ analyteId: 'line', result: 'positive' }] },
    }),
    getReadings: ({ readRecordId }) => ({ params: { id: readRecordId } }),
    settleReadings: ({ readRecordId }) => ({
      params: { id: readRecordId },
      headers: { 'if-match': '"1"' },
      body: { keep: 'first', reason: 'The line was a shadow' },
    }),
    getAgreement: () => ({ query: { from: '2026-01', to: '2026-12', zone: 'Europe/London' } }),
    printTest: ({ recordId }) => ({ params: { id: recordId } }),
    verifyResult: ({ testId }) => ({ body: { testId, dateOfBirth: '1990-01-31', code: '2345 6789 ABCD' } }),
    getTestDraft: () => ({}),
    keepTestDraft: (place) => ({ body: newDraftAt(place) }),
    discardTestDraft: () => ({ query: { idempotency_key: 'draft-1' } }),
    findRecentTest: ({ subjectId, assayId }) => ({
      query: { subject_id: subjectId, assay_id: assayId, performed_at: '2026-01-10T09:40:00Z' },
    }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    listTestRecords: [401, 200, 200, 200, 200, 200, 200, 200],
    exportTestRecords: [401, 200, 200, 200, 200, 200, 403, 403],
    countHeldBack: [401, 200, 200, 200, 200, 200, 403, 403],
    recordTest: [401, 422, 201, 201, 201, 201, 201, 403],
    getTestRecord: [401, 404, 200, 200, 200, 200, 200, 200],
    correctTest: [401, 404, 200, 200, 200, 403, 403, 403],
    voidTest: [401, 404, 200, 409, 409, 403, 403, 403],
    listTestRecordHistory: [401, 404, 200, 200, 200, 200, 200, 403],
    listUnreadTests: [401, 200, 200, 200, 200, 200, 200, 403],
    getUnreadTest: [401, 404, 200, 200, 200, 200, 200, 403],
    readAgain: [401, 404, 200, 409, 409, 409, 409, 403],
    getReadings: [401, 404, 200, 200, 200, 200, 200, 403],
    settleReadings: [401, 404, 200, 409, 409, 403, 403, 403],
    getAgreement: [401, 200, 200, 200, 200, 200, 200, 403],
    printTest: [401, 404, 200, 200, 200, 200, 200, 200],
    verifyResult: [200, 200, 200, 200, 200, 200, 200, 200],
    getTestDraft: [401, 200, 200, 200, 200, 200, 200, 403],
    keepTestDraft: [401, 204, 204, 204, 204, 204, 204, 403],
    discardTestDraft: [401, 204, 204, 204, 204, 204, 204, 403],
    findRecentTest: [401, 200, 200, 200, 200, 200, 200, 403],
  },
  refusedTypes: {
    correctTest: ['patient'],
    voidTest: ['patient'],
    listTestRecordHistory: ['patient'],
    getReadings: ['patient'],
    settleReadings: ['patient'],
    getAgreement: ['patient'],
  },
  notOfPlaces: ['verifyResult'],
  namesNothing: {
    discardTestDraft: ofItsCaller,
    getTestDraft: ofItsCaller,
    listUnreadTests: 'lists what its caller may read, and is asked for nothing',
    getAgreement: 'counts what its caller sees, by months',
  },
  sameForItsOwn: {
    keepTestDraft: Object.fromEntries(
      ['assayId', 'groupId', 'organisationId', 'subjectId'].map((key) => [key, ofItsCaller]),
    ),
    countHeldBack: Object.fromEntries(
      ['organisationId', 'groupId', 'subjectId', 'testId'].map((key) => [
        key,
        'counts none, because none is held back',
      ]),
    ),
    verifyResult: { testId: 'the reply does not tell which test IDs there are' },
  },
}
