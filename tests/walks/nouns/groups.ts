import { allBut, next, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    listGroups: ({ organisationId }) => ({
      query: { organisation_id: organisationId, per_page: '100', tests_since: '2026-01-01T00:00:00Z' },
    }),
    createGroup: ({ organisationId }) => ({
      body: {
        organisationId,
        name: `New group ${next()}`,
        phone: { country: 'GB', number: '07400 123456' },
        labName: 'Quay Laboratory',
        labAddress: { streetAddress: '1 Quay Street', city: 'Southampton', country: 'GB', postcode: 'SO14 3FJ' },
        clia: '12D3456789',
        orderingProvider: { firstName: 'Ada', middleName: 'B.', lastName: 'Ash', suffix: 'MD', npi: '1234567893' },
      },
    }),
    getGroup: ({ groupId }) => ({ params: { id: groupId }, query: { tests_since: '2026-01-01T00:00:00Z' } }),
    updateGroup: ({ groupId }) => ({ params: { id: groupId }, body: { name: `Renamed group ${groupId}` } }),
    suspendGroup: ({ groupId }) => ({ params: { id: groupId } }),
    reactivateGroup: ({ groupId }) => ({ params: { id: groupId } }),
    listGroupHistory: ({ groupId }) => ({ params: { id: groupId }, query: { per_page: '100' } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    listGroups: [401, 200, 200, 200, 200, 200, 200, 403],
    createGroup: [401, 403, 201, 201, 403, 403, 403, 403],
    getGroup: [401, 404, 200, 200, 200, 200, 200, 403],
    updateGroup: [401, 404, 200, 200, 403, 403, 403, 403],
    suspendGroup: [401, 404, 200, 200, 403, 403, 403, 403],
    reactivateGroup: [401, 404, 200, 200, 403, 403, 403, 403],
    listGroupHistory: [401, 404, 200, 403, 403, 403, 403, 403],
  },
  refusedTypes: {
    createGroup: allBut('tenant', 'organisation', 'provider'),
  },
  searchedNames: { listGroups: { table: 'groups', column: 'name' } },
}
