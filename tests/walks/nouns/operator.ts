import { allBut, next, ofTheTenant, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    // Tenants are managed in the operator's tenant, which has no place here, so no id refers to one.
    listTenants: () => ({ query: { search: '', status: 'active', sort: '-name', per_page: '100' } }),
    createTenant: () => ({
      body: {
        name: `New tenant ${next()}`,
        slug: `new-tenant-${next()}`,
        country: 'GB',
        language: 'en_GB',
        kind: 'human',
        fullName: 'Nora Quill',
        email: 'nora@tenant.test',
      },
    }),
    getTenantFacts: ({ organisationId }) => ({ params: { id: organisationId } }),
    suspendTenant: ({ organisationId }) => ({ params: { id: organisationId }, body: { statusDetails: 'Moved' } }),
    reactivateTenant: ({ organisationId }) => ({ params: { id: organisationId } }),
    enterTenant: ({ organisationId }) => ({
      params: { id: organisationId },
      body: { reason: 'A record of somebody looks wrong' },
    }),
    askToEnter: ({ organisationId }) => ({
      params: { id: organisationId },
      body: { reason: 'A record of somebody looks wrong' },
    }),
    leaveTenant: () => ({}),
    getOperatorAccess: () => ({}),
    updateOperatorAccess: () => ({ body: { mayEnter: true } }),
    grantEntry: ({ operatorRequestId }) => ({ params: { id: operatorRequestId }, body: { hours: 2 } }),
    refuseEntry: ({ operatorRequestId }) => ({ params: { id: operatorRequestId } }),
    listOperatorEntries: () => ({ query: { per_page: '100' } }),
    endEntry: ({ operatorEntryId }) => ({ params: { id: operatorEntryId } }),
    listTenantHistory: ({ organisationId }) => ({ params: { id: organisationId }, query: { per_page: '100' } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    listTenants: [401, 200, 403, 403, 403, 403, 403, 403],
    createTenant: [401, 403, 403, 403, 403, 403, 403, 403],
    getTenantFacts: [401, 404, 403, 403, 403, 403, 403, 403],
    suspendTenant: [401, 404, 403, 403, 403, 403, 403, 403],
    reactivateTenant: [401, 404, 403, 403, 403, 403, 403, 403],
    listTenantHistory: [401, 404, 403, 403, 403, 403, 403, 403],
    enterTenant: [401, 404, 403, 403, 403, 403, 403, 403],
    askToEnter: [401, 404, 403, 403, 403, 403, 403, 403],
    leaveTenant: [401, 204, 403, 403, 403, 403, 403, 403],
    getOperatorAccess: [401, 403, 200, 403, 403, 403, 403, 403],
    updateOperatorAccess: [401, 403, 200, 403, 403, 403, 403, 403],
    grantEntry: [401, 403, 200, 403, 403, 403, 403, 403],
    refuseEntry: [401, 403, 200, 403, 403, 403, 403, 403],
    listOperatorEntries: [401, 403, 200, 403, 403, 403, 403, 403],
    endEntry: [401, 403, 200, 403, 403, 403, 403, 403],
  },
  refusedTypes: {
    getOperatorAccess: allBut('tenant'),
    updateOperatorAccess: allBut('tenant'),
    grantEntry: allBut('tenant'),
    refuseEntry: allBut('tenant'),
    listOperatorEntries: allBut('tenant'),
    endEntry: allBut('tenant'),
  },
  notOfPlaces: [
    'getOperatorAccess',
    'updateOperatorAccess',
    'grantEntry',
    'refuseEntry',
    'listOperatorEntries',
    'endEntry',
  ],
  namesNothing: {
    getOperatorAccess: ofTheTenant,
    updateOperatorAccess: ofTheTenant,
    listOperatorEntries: ofTheTenant,
  },
}
