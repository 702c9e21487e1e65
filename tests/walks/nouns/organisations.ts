import { allBut, next, ofSomethingNew, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    listOrganisations: () => ({
      query: { search: '', status: 'active', per_page: '100', tests_since: '2026-01-01T00:00:00Z' },
    }),
    createOrganisation: () => ({
      body: {
        name: `New organisation ${next()}`,
        description: 'Home visits',
        location: 'Harbour',
        phone: { country: 'GB', number: '020 7946 0018' },
        npi: '1234567890',
        address: { streetAddress: '1 Quay Street', city: 'Southampton', country: 'GB', postcode: 'SO14 3FJ' },
      },
    }),
    getOrganisation: ({ organisationId }) => ({
      params: { id: organisationId },
      query: { tests_since: '2026-01-01T00:00:00Z' },
    }),
    updateOrganisation: ({ organisationId }) => ({
      params: { id: organisationId },
      body: { name: `Renamed organisation ${organisationId}` },
    }),
    suspendOrganisation: ({ organisationId }) => ({ params: { id: organisationId } }),
    reactivateOrganisation: ({ organisationId }) => ({ params: { id: organisationId } }),
    listOrganisationHistory: ({ organisationId }) => ({ params: { id: organisationId }, query: { per_page: '100' } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    listOrganisations: [401, 200, 200, 200, 200, 200, 200, 403],
    createOrganisation: [401, 403, 201, 403, 403, 403, 403, 403],
    getOrganisation: [401, 404, 200, 200, 200, 200, 200, 403],
    updateOrganisation: [401, 404, 200, 403, 403, 403, 403, 403],
    suspendOrganisation: [401, 403, 200, 403, 403, 403, 403, 403],
    reactivateOrganisation: [401, 403, 200, 403, 403, 403, 403, 403],
    listOrganisationHistory: [401, 404, 200, 403, 403, 403, 403, 403],
  },
  refusedTypes: {
    createOrganisation: allBut('tenant'),
    suspendOrganisation: allBut('tenant'),
    reactivateOrganisation: allBut('tenant'),
  },
  namesNothing: {
    createOrganisation: ofSomethingNew,
    listOrganisations: 'lists what its caller sees, by a search that names nothing',
  },
  searchedNames: { listOrganisations: { table: 'organisations', column: 'name' } },
}
