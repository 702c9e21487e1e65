import { type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    getPermissions: ({ tenantId }) => ({ params: { id: tenantId } }),
    // Changes no type, so that the walked users keep their permissions.
    changePermissions: ({ tenantId }) => ({ params: { id: tenantId }, body: {} }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    getPermissions: [401, 200, 200, 403, 403, 403, 403, 403],
    changePermissions: [401, 200, 200, 403, 403, 403, 403, 403],
  },
}
