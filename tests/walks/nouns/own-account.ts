import { password } from '../../server/tenants.ts'
import { ofItsCaller, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    getMyDetails: () => ({}),
    updateMyDetails: () => ({ body: { fullName: 'Changed Name', mobile: { country: 'GB', number: '07400 123456' } } }),
    updateMyLang: () => ({ body: { lang: 'en' } }),
    acceptTerms: () => ({ body: { accepted: true } }),
    downloadMyData: () => ({}),
    listMySubjects: () => ({}),
    deleteMyAccount: () => ({ body: { currentPassword: password, reason: 'other', reasonText: 'Moved away' } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    getMyDetails: [401, 200, 200, 200, 200, 200, 200, 200],
    updateMyDetails: [401, 200, 200, 200, 200, 200, 200, 200],
    updateMyLang: [401, 200, 200, 200, 200, 200, 200, 200],
    acceptTerms: [401, 200, 200, 200, 200, 200, 200, 200],
    downloadMyData: [401, 200, 200, 200, 200, 200, 200, 200],
    listMySubjects: [401, 200, 200, 200, 200, 200, 200, 200],
    deleteMyAccount: [401, 204, 204, 204, 204, 204, 204, 204],
  },
  notOfPlaces: ['deleteMyAccount'],
  namesNothing: {
    acceptTerms: ofItsCaller,
    deleteMyAccount: ofItsCaller,
    downloadMyData: ofItsCaller,
    getMyDetails: ofItsCaller,
    listMySubjects: ofItsCaller,
    updateMyDetails: ofItsCaller,
    updateMyLang: ofItsCaller,
  },
}
