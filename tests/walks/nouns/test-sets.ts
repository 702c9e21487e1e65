import { next, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    listTestSets: () => ({ query: { per_page: '100' } }),
    getTestSet: ({ testSetId }) => ({ params: { id: testSetId } }),
    startTestSet: ({ spareAlgorithmId: algorithmId, organisationId, groupId, subjectId }) => ({
      body: { algorithmId, organisationId, groupId, subjectId },
      headers: { 'idempotency-key': `walk-${next()}` },
    }),
    stopTestSet: ({ spareTestSetId }) => ({ params: { id: spareTestSetId }, body: { reason: 'left' } }),
    printTestSet: ({ endedTestSetId }) => ({ params: { id: endedTestSetId } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //             vis. unl. ten. org. gro. pro. cli. pat.
    listTestSets: [401, 200, 200, 200, 200, 200, 200, 403],
    getTestSet: [401, 404, 200, 200, 200, 200, 200, 403],
    // The first one begins it, and the others are led to it.
    startTestSet: [401, 422, 201, 200, 200, 200, 200, 403],
    stopTestSet: [401, 404, 200, 200, 200, 200, 200, 403],
    printTestSet: [401, 404, 204, 204, 204, 204, 204, 403],
  },
  refusedTypes: {
    listTestSets: ['patient'],
    getTestSet: ['patient'],
    startTestSet: ['patient'],
    stopTestSet: ['patient'],
    printTestSet: ['patient'],
  },
  namesNothing: {
    listTestSets: 'lists what its caller sees, and is asked for nothing',
  },
}
