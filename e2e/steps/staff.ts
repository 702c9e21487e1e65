import type { TenantSlug } from '../stage/demo.ts'
import { send, startSession } from '../stage/http.ts'

/** Invites a clinician to the tenant's first group, without the browser, and returns their id. */
export async function inviteClinician(port: number, tenant: TenantSlug, email: string): Promise<string> {
  const cookies = await startSession(port, tenant, 'tenant', 'en')
  const groups = await send(port, tenant, '/groups', { cookies })
  const [group] = (JSON.parse(groups.body) as { data: { id: string; organisationId: string }[] }).data // a list of the contract
  if (group === undefined) throw new Error(`${tenant} has no group`)
  const body = {
    email,
    fullName: 'Nora Quill',
    userType: 'clinical',
    organisationId: group.organisationId,
    groupIds: [group.id],
    lang: 'en',
  }
  const { status, body: reply } = await send(port, tenant, '/users', { method: 'POST', cookies, body })
  if (status !== 201) throw new Error(`${email} could not be invited: ${status} ${reply}`)
  return (JSON.parse(reply) as { data: { id: string } }).data.id // the user of the contract
}

/** Resets somebody's password as their administrator, without the browser. */
export async function resetPasswordOf(port: number, tenant: TenantSlug, id: string): Promise<void> {
  const cookies = await startSession(port, tenant, 'tenant', 'en')
  const { status } = await send(port, tenant, `/users/${id}/reset-password`, { method: 'PUT', cookies })
  if (status !== 200) throw new Error(`The password could not be reset: ${status}`)
}
