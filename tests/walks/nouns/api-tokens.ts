import { allBut, next, ofTheTenant, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    listApiTokens: () => ({ query: { per_page: '100' } }),
    createApiToken: ({ organisationId, groupId }) => ({
      body: {
        name: `Machine ${next()}`,
        permissions: ['view-tests', 'create-tests'],
        organisationId,
        groupIds: [groupId],
        days: 30,
      },
    }),
    revokeApiToken: ({ apiTokenId }) => ({ params: { id: apiTokenId } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    listApiTokens: [401, 403, 200, 403, 403, 403, 403, 403],
    createApiToken: [401, 403, 201, 403, 403, 403, 403, 403],
    revokeApiToken: [401, 403, 200, 403, 403, 403, 403, 403],
  },
  refusedTypes: {
    listApiTokens: allBut('tenant'),
    createApiToken: allBut('tenant'),
    revokeApiToken: allBut('tenant'),
  },
  notOfPlaces: ['listApiTokens', 'revokeApiToken'],
  namesNothing: { listApiTokens: ofTheTenant },
}
