import { multipart, tinyPng } from '../../server/uploads.ts'
import { ofTheTenant, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    getTenantId: () => ({}),
    getSitePreferences: () => ({}),
    getTenant: ({ tenantId }) => ({ params: { id: tenantId } }),
    // Can be repeated, because equal values make no new version.
    changeTenant: ({ tenantId }) => ({ params: { id: tenantId }, body: { sessionIdleMinutes: 15 } }),
    getTenantUse: ({ tenantId }) => ({ params: { id: tenantId } }),
    checkTenantDomain: ({ tenantId, host }) => ({ params: { id: tenantId }, body: { domain: host } }),
    getLogo: ({ tenantId }) => ({ params: { id: tenantId, name: 'light' } }),
    putLogo: ({ tenantId }) => ({
      params: { id: tenantId, name: 'dark' },
      ...multipart([{ name: 'file', filename: 'logo.png', type: 'image/png', content: tinyPng }]),
    }),
    getManifest: () => ({}),
    removeLogo: ({ tenantId }) => ({ params: { id: tenantId, name: 'icon' } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    getTenantId: [200, 200, 200, 200, 200, 200, 200, 200],
    getSitePreferences: [200, 200, 200, 200, 200, 200, 200, 200],
    getTenant: [401, 200, 200, 403, 403, 403, 403, 403],
    changeTenant: [401, 200, 200, 403, 403, 403, 403, 403],
    getTenantUse: [401, 200, 200, 403, 403, 403, 403, 403],
    checkTenantDomain: [401, 200, 200, 403, 403, 403, 403, 403],
    getLogo: [200, 200, 200, 200, 200, 200, 200, 200],
    putLogo: [401, 200, 200, 403, 403, 403, 403, 403],
    removeLogo: [401, 204, 204, 403, 403, 403, 403, 403],
    getManifest: [200, 200, 200, 200, 200, 200, 200, 200],
  },
  namesNothing: {
    getManifest: ofTheTenant,
    getSitePreferences: ofTheTenant,
    getTenantId: ofTheTenant,
  },
}
