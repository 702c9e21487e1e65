import { allBut, next, ofTheTenant, type Walks } from '../noun-walks.ts'
import { twoInARow } from '../../server/place-test-sets.ts'

export const walks: Walks = {
  calls: {
    listTestingAlgorithms: () => ({ query: { per_page: '100' } }),
    getTestingAlgorithm: ({ testingAlgorithmId }) => ({ params: { id: testingAlgorithmId } }),
    createTestingAlgorithm: ({ assayId }) => ({
      body: twoInARow(assayId, `Walked ${next()}`),
      headers: { 'idempotency-key': `walk-${next()}` },
    }),
    updateTestingAlgorithm: ({ testingAlgorithmId, assayId }) => ({
      params: { id: testingAlgorithmId },
      body: twoInARow(assayId, `Renamed ${testingAlgorithmId}`),
    }),
    retireTestingAlgorithm: ({ testingAlgorithmId }) => ({ params: { id: testingAlgorithmId } }),
    restoreTestingAlgorithm: ({ testingAlgorithmId }) => ({ params: { id: testingAlgorithmId } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                       vis. unl. ten. org. gro. pro. cli. pat.
    listTestingAlgorithms: [401, 200, 200, 200, 200, 200, 200, 403],
    getTestingAlgorithm: [401, 200, 200, 200, 200, 200, 200, 403],
    createTestingAlgorithm: [401, 403, 201, 403, 403, 403, 403, 403],
    updateTestingAlgorithm: [401, 403, 200, 403, 403, 403, 403, 403],
    retireTestingAlgorithm: [401, 403, 200, 403, 403, 403, 403, 403],
    restoreTestingAlgorithm: [401, 403, 200, 403, 403, 403, 403, 403],
  },
  refusedTypes: {
    listTestingAlgorithms: ['patient'],
    getTestingAlgorithm: ['patient'],
    createTestingAlgorithm: allBut('tenant'),
    updateTestingAlgorithm: allBut('tenant'),
    retireTestingAlgorithm: allBut('tenant'),
    restoreTestingAlgorithm: allBut('tenant'),
  },
  notOfPlaces: [
    'listTestingAlgorithms',
    'getTestingAlgorithm',
    'createTestingAlgorithm',
    'updateTestingAlgorithm',
    'retireTestingAlgorithm',
    'restoreTestingAlgorithm',
  ],
  namesNothing: {
    listTestingAlgorithms: ofTheTenant,
  },
}
