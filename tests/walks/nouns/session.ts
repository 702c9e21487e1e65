import { password } from '../../server/tenants.ts'
import { next, ofItsCaller, ofSomethingNew, type Walks } from '../noun-walks.ts'

let usedLinks = 0
const nextLink = (): number => (usedLinks += 1)

export const walks: Walks = {
  calls: {
    startSession: () => ({}),
    login: ({ username }) => ({ body: { username, password } }),
    logout: () => ({}),
    requestPasswordReset: ({ username }) => ({ body: { email: username } }),
    setPassword: ({ username, linkToken }) => ({
      body: { token: `${linkToken}-${nextLink()}`, email: username, password },
    }),
    selfRegister: () => ({
      body: {
        fullName: 'Rosa Quill',
        email: `new-${next()}@people.test`,
        password: 'Copper-Lantern-48',
        dateOfBirth: '1990-01-31',
        country: 'GB',
        mobile: { country: 'GB', number: '07400 123456' },
        lang: 'en',
        termsAccepted: true,
      },
    }),
    openRegistrationLink: ({ linkToken }) => ({ query: { id: `verify-registration-${linkToken}` } }),
    verifyRegistration: ({ linkToken }) => ({ body: { id: `verify-registration-${linkToken}` } }),
    openEmailLink: ({ linkToken }) => ({ query: { id: `verify-email-${linkToken}` } }),
    verifyEmail: ({ linkToken }) => ({ body: { id: `verify-email-${linkToken}` } }),
    verifyInvitation: ({ linkToken }) => ({ query: { id: `set-up-${linkToken}` } }),
    requestVerification: ({ username }) => ({ body: { email: username } }),
    updateMyPassword: () => ({ body: { currentPassword: password, password } }),
    updateMyEmail: () => ({ body: { currentPassword: password, email: `new-${next()}@people.test` } }),
    listMySessions: () => ({}),
    endMyOtherSessions: () => ({}),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    startSession: [204, 204, 204, 204, 204, 204, 204, 204],
    login: [200, 200, 200, 200, 200, 200, 200, 200],
    logout: [204, 204, 204, 204, 204, 204, 204, 204],
    requestPasswordReset: [204, 204, 204, 204, 204, 204, 204, 204],
    setPassword: [204, 204, 204, 204, 204, 204, 204, 204],
    selfRegister: [201, 201, 201, 201, 201, 201, 201, 201],
    openRegistrationLink: [200, 200, 200, 200, 200, 200, 200, 200],
    verifyRegistration: [200, 200, 200, 200, 200, 200, 200, 200],
    openEmailLink: [200, 200, 200, 200, 200, 200, 200, 200],
    verifyEmail: [200, 200, 200, 200, 200, 200, 200, 200],
    verifyInvitation: [200, 200, 200, 200, 200, 200, 200, 200],
    requestVerification: [204, 204, 204, 204, 204, 204, 204, 204],
    updateMyPassword: [401, 204, 204, 204, 204, 204, 204, 204],
    updateMyEmail: [401, 204, 204, 204, 204, 204, 204, 204],
    listMySessions: [401, 200, 200, 200, 200, 200, 200, 200],
    endMyOtherSessions: [401, 204, 204, 204, 204, 204, 204, 204],
  },
  notOfPlaces: [
    'login',
    'logout',
    'updateMyEmail',
    'openRegistrationLink',
    'verifyRegistration',
    'openEmailLink',
    'verifyEmail',
    'verifyInvitation',
  ],
  namesNothing: {
    endMyOtherSessions: ofItsCaller,
    listMySessions: ofItsCaller,
    logout: ofItsCaller,
    selfRegister: ofSomethingNew,
    startSession: ofItsCaller,
    updateMyEmail: ofItsCaller,
    updateMyPassword: ofItsCaller,
  },
  sameForItsOwn: {
    requestPasswordReset: { username: 'the reply does not tell who has an account' },
    requestVerification: { username: 'the reply does not tell who has an account' },
  },
}
