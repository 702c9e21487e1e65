import { type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    listDeliveries: ({ recordId }) => ({ params: { id: recordId } }),
    sendResult: ({ recordId }) => ({ params: { id: recordId }, body: { channel: 'email' } }),
    openResult: () => ({ params: { token: 'of-nothing'.padEnd(43, '-') }, body: { dateOfBirth: '1990-01-31' } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    listDeliveries: [401, 404, 200, 200, 200, 200, 200, 403],
    sendResult: [401, 404, 201, 201, 201, 201, 201, 403],
    openResult: [200, 200, 200, 200, 200, 200, 200, 200],
  },
  refusedTypes: {
    listDeliveries: ['patient'],
    sendResult: ['patient'],
  },
  notOfPlaces: ['openResult'],
  namesNothing: {
    openResult: 'opens by a token that no message of the walk has brought; deliveries.test.ts has those',
  },
}
