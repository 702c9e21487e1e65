import type { Door } from '../../server/access/door/door.ts'

/** A door as it is while tenants are spread over servers and that of this tenant is away. */
export function withoutServerOf(tenantId: string, door: Door): Door {
  const fail = () => Promise.reject(new Error('could not connect to the server'))
  return {
    ...door,
    dueWebhooks: fail,
    dueNotificationReports: fail,
    rulesToReport: fail,
    enterTenant: (id, workId, work) => (id === tenantId ? fail() : door.enterTenant(id, workId, work)),
  }
}
