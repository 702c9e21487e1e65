import { next, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    listUsers: ({ organisationId, groupId }) => ({
      query: { organisation_id: organisationId, group_id: groupId, search: '', sort: 'email', per_page: '100' },
    }),
    createUser: ({ organisationId, groupId }) => ({
      body: {
        email: `new-${next()}@staff.test`,
        fullName: 'Nora Quill',
        userType: 'clinical',
        organisationId,
        groupIds: [groupId],
        lang: 'en',
      },
    }),
    listUserTypes: ({ organisationId }) => ({ query: { lang: 'en_GB', organisation_id: organisationId } }),
    getUser: ({ staffId }) => ({ params: { id: staffId } }),
    // Can be repeated, because equal values make no new version.
    updateUser: ({ invitedId, organisationId, groupId, marker }) => ({
      params: { id: invitedId },
      body: { fullName: `Invited ${marker}`, userType: 'clinical', organisationId, groupIds: [groupId], lang: 'en' },
      headers: { 'if-match': '"1"' },
    }),
    suspendUser: ({ staffId }) => ({ params: { id: staffId } }),
    reactivateUser: ({ staffId }) => ({ params: { id: staffId } }),
    resetPasswordOfUser: ({ staffId }) => ({ params: { id: staffId } }),
    resendInvitation: ({ invitedId }) => ({ params: { id: invitedId } }),
    endSessionsOfUser: ({ staffId }) => ({ params: { id: staffId } }),
    listUserHistory: ({ staffId }) => ({ params: { id: staffId }, query: { per_page: '100' } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    listUsers: [401, 200, 200, 200, 200, 403, 403, 403],
    createUser: [401, 403, 201, 201, 201, 403, 403, 403],
    listUserTypes: [401, 200, 200, 200, 200, 200, 200, 200],
    getUser: [401, 404, 200, 200, 200, 404, 404, 404],
    updateUser: [401, 404, 200, 200, 200, 403, 403, 403],
    suspendUser: [401, 404, 200, 200, 200, 403, 403, 403],
    reactivateUser: [401, 404, 200, 200, 200, 403, 403, 403],
    resetPasswordOfUser: [401, 404, 200, 200, 200, 403, 403, 403],
    resendInvitation: [401, 404, 200, 200, 200, 403, 403, 403],
    endSessionsOfUser: [401, 404, 200, 200, 200, 403, 403, 403],
    listUserHistory: [401, 404, 200, 403, 403, 403, 403, 403],
  },
  refusedTypes: {
    createUser: ['patient', 'unlimited'],
  },
  searchedNames: { listUsers: { table: 'users', column: 'full_name' } },
}
