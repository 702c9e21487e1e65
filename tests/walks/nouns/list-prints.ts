import { type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    noteListPrint: ({ organisationId, groupId }) => ({
      body: {
        list: 'test-record',
        filter: { organisation_id: organisationId, group_id: groupId, sort: 'test_id' },
        rows: 3,
      },
    }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    noteListPrint: [401, 204, 204, 204, 204, 204, 403, 403],
  },
  sameForItsOwn: {
    noteListPrint: Object.fromEntries(
      ['groupId', 'organisationId'].map((key) => [key, 'it notes how a list was narrowed, and reads nothing by that']),
    ),
  },
}
