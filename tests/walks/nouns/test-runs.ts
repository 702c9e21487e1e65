import { next, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    keepReadingDraft: ({ runId }) => ({
      params: { id: runId },
      body: {
        analyteResults: [{ analyteId: 'line', result: 'negative' }],
        image: null,
        note: 'Typed',
        readingReason: '',
      },
    }),
    listTestRuns: () => ({}),
    countTestRuns: () => ({}),
    startTestRun: ({ organisationId, groupId, subjectId, assayId }) => ({
      body: { organisationId, groupId, subjectId, assayId, zone: 'Europe/London' },
      headers: { 'idempotency-key': `walk-${next()}` },
    }),
    getTestRun: ({ runId }) => ({ params: { id: runId } }),
    // The fixed key lets the same user repeat it.
    finishTestRun: ({ runId }) => ({
      params: { id: runId },
      headers: { 'if-match': '"1"', 'idempotency-key': 'walk-reading' },
      body: { analyteResults: [{ analyteId: 'line', result: 'negative' }], readingReason: 'Called away' },
    }),
    cancelTestRun: ({ spareRunId }) => ({
      params: { id: spareRunId },
      headers: { 'if-match': '"1"' },
      body: { reason: 'sample-spoiled' },
    }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    listTestRuns: [401, 200, 200, 200, 200, 200, 200, 403],
    countTestRuns: [401, 200, 200, 200, 200, 200, 200, 403],
    startTestRun: [401, 422, 201, 201, 201, 201, 201, 403],
    getTestRun: [401, 404, 200, 200, 200, 200, 200, 403],
    keepReadingDraft: [401, 404, 204, 204, 204, 204, 204, 403],
    finishTestRun: [401, 404, 200, 409, 409, 409, 409, 403],
    cancelTestRun: [401, 404, 200, 409, 409, 409, 409, 403],
  },
  namesNothing: {
    listTestRuns: 'lists what its caller sees, and is asked for nothing',
    countTestRuns: 'counts what its caller sees',
  },
}
