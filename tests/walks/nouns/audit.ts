import { allBut, ofTheTenant, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    listAuditEvents: ({ staffId, groupId }) => ({
      query: { actor_id: staffId, resource_type: 'group', resource_id: groupId, outcome: 'done', per_page: '100' },
    }),
    // Without an id, because the export's own event repeats its filter and appears in the next one.
    exportAuditEvents: () => ({ query: { sort: 'at' } }),
    getAuditChain: () => ({}),
    getAuditEvent: ({ eventId }) => ({ params: { id: eventId } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    listAuditEvents: [401, 200, 200, 403, 403, 403, 403, 403],
    getAuditChain: [401, 200, 200, 403, 403, 403, 403, 403],
    exportAuditEvents: [401, 200, 200, 403, 403, 403, 403, 403],
    getAuditEvent: [401, 200, 200, 403, 403, 403, 403, 403],
  },
  refusedTypes: {
    listAuditEvents: allBut('tenant', 'unlimited'),
    exportAuditEvents: allBut('tenant', 'unlimited'),
    getAuditChain: allBut('tenant', 'unlimited'),
    getAuditEvent: allBut('tenant', 'unlimited'),
  },
  notOfPlaces: ['exportAuditEvents', 'getAuditChain', 'getAuditEvent', 'listAuditEvents'],
  namesNothing: {
    exportAuditEvents:
      'exports the trail of its caller’s tenant, by a filter that names nothing; the list is asked by ids',
    getAuditChain: ofTheTenant,
  },
}
