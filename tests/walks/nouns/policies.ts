import { next, ofTheTenant, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    readPolicy: () => ({ params: { name: 'eula' }, query: { lang: 'en_GB' } }),
    listPolicies: ({ tenantId }) => ({ params: { id: tenantId } }),
    getPolicy: ({ tenantId }) => ({ params: { id: tenantId, name: 'eula' } }),
    publishPolicy: ({ tenantId }) => ({
      params: { id: tenantId, name: 'cookie-policy' },
      body: { texts: { en_GB: `Cookies ${next()}` }, asksAgain: false },
    }),
    listPolicyVersions: ({ tenantId }) => ({ params: { id: tenantId, name: 'eula' } }),
    getPolicyVersion: ({ tenantId }) => ({ params: { id: tenantId, name: 'eula', version: '1' } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    readPolicy: [200, 200, 200, 200, 200, 200, 200, 200],
    listPolicies: [401, 200, 200, 403, 403, 403, 403, 403],
    getPolicy: [401, 200, 200, 403, 403, 403, 403, 403],
    publishPolicy: [401, 200, 200, 403, 403, 403, 403, 403],
    listPolicyVersions: [401, 200, 200, 403, 403, 403, 403, 403],
    getPolicyVersion: [401, 200, 200, 403, 403, 403, 403, 403],
  },
  namesNothing: {
    readPolicy: ofTheTenant,
  },
}
