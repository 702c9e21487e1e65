import { next, ofSomethingNew, type Walks } from '../noun-walks.ts'

let usedCodes = 0
const nextCode = (): string => String((usedCodes += 1)).padStart(4, '0')

export const walks: Walks = {
  calls: {
    listInvites: ({ organisationId, groupId, inviteEmail }) => ({
      query: {
        state: 'pending',
        organisation_id: organisationId,
        group_id: groupId,
        search: inviteEmail,
        sort: 'email',
        per_page: '100',
      },
    }),
    createInvite: ({ groupId }) => ({
      body: {
        groupId,
        email: `new-invite-${next()}@people.test`,
        mobile: { country: 'GB', number: '07400 123456' },
        lang: 'en',
      },
    }),
    // Emails are unique in the tenant, so this reveals an invite beyond the scope.
    checkInvite: () => ({ body: { email: `new-${next()}@people.test` } }),
    resendInvite: ({ inviteId }) => ({ params: { id: inviteId } }),
    revokeInvite: ({ inviteId }) => ({ params: { id: inviteId } }),
    verifyInvite: ({ inviteCode }) => ({ query: { code: `${inviteCode}0000` } }),
    redeemInvite: ({ inviteCode }) => ({
      body: {
        code: `${inviteCode}${nextCode()}`,
        fullName: 'Rosa Quill',
        password: 'Copper-Lantern-48',
        dateOfBirth: '1990-01-31',
        lang: 'en',
        termsAccepted: true,
      },
    }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    listInvites: [401, 200, 200, 200, 200, 403, 403, 403],
    createInvite: [401, 422, 201, 201, 201, 403, 403, 403],
    checkInvite: [401, 200, 200, 200, 200, 403, 403, 403],
    resendInvite: [401, 404, 200, 200, 200, 403, 403, 403],
    revokeInvite: [401, 404, 200, 200, 200, 403, 403, 403],
    verifyInvite: [200, 200, 200, 200, 200, 200, 200, 200],
    redeemInvite: [201, 201, 201, 201, 201, 201, 201, 201],
  },
  notOfPlaces: ['verifyInvite', 'redeemInvite'],
  namesNothing: {
    checkInvite: ofSomethingNew,
  },
}
