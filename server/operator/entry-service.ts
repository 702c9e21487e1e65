import { v7 as newId } from 'uuid'
import type { Query, Reply } from '../../contract/endpoint.ts'
import type {
  EntryWay,
  listOperatorEntries as listEndpoint,
  OperatorAccess,
  OperatorEntry,
} from '../../contract/operator/entry.ts'
import { recordAudit, recordDone } from '../access/audit/audit.ts'
import { makeChange } from '../access/changing/changes.ts'
import { leaveEntry, pointAtEntry } from '../access/door/operator-entry.ts'
import { actInside } from '../access/door/other-tenant.ts'
import type { ActorScope } from '../access/scope.ts'
import { tellAdministrators } from '../messages/service.ts'
import { Failure, found } from '../platform/failure.ts'
import { mayOperatorsEnter, updateMayEnter } from '../tenants/service.ts'
import {
  answerRequest,
  endEntries,
  findEntry,
  findOwnRequest,
  insertEntry,
  insertRequest,
  listEntryRows,
  listOpenRequests,
  lockRequest,
  type EntryRow,
} from './entry-repository.ts'

/**
 * Lets the actor's session enter a tenant's records to read them. Both audit trails record it, and the tenant's
 * administrators get a mail. Throws `not-found`, `tenant-suspended`, `entry-not-granted` where the tenant wants to be
 * asked first, and `not-possible` when the session has entered a tenant already.
 */
export async function enterTenant(
  scope: ActorScope,
  tenantId: string,
  reason: string,
): Promise<{ id: string; endsAt: string }> {
  const id = newId()
  // The session is updated first: a second call with this session waits for it and is then refused.
  if (!(await pointAtEntry(scope, { id, tenantId }))) throw new Failure('not-possible')
  const endsAt = await actInside(scope, tenantId, async (inside) => {
    if (inside.tenant.status === 'suspended') throw new Failure('tenant-suspended')
    const mayEnter = await mayOperatorsEnter(inside, { lock: true })
    const request = mayEnter ? null : await grantOf(inside)
    const ends = await insertEntry(inside, { id, reason, request })
    await recordAudit(inside, entering(tenantId, id, reason))
    await tellAdministrators(inside, 'operator-entered', { operatorEntryId: id })
    return ends
  })
  await recordAudit(scope, entering(tenantId, id, reason))
  return { id, endsAt: endsAt.toISOString() }
}

function entering(tenantId: string, entry: string, reason: string) {
  const details = { entry, to: { reason } }
  return { action: 'tenant.entered', resourceType: 'tenant', resourceId: tenantId, details } as const
}

/** Finds the grant that lets the actor in now. Throws `entry-not-granted` without one. */
async function grantOf(inside: ActorScope): Promise<{ id: string; until: Date }> {
  const request = await findOwnRequest(inside)
  if (request?.granted_until == null || request.granted_until <= inside.now) throw new Failure('entry-not-granted')
  return { id: request.id, until: request.granted_until }
}

/**
 * Asks a tenant to let the actor in. Throws `not-found`, and `not-possible` while a request is unanswered or when none
 * is needed.
 */
export async function askToEnter(scope: ActorScope, tenantId: string, reason: string): Promise<EntryWay> {
  const asking = { action: 'tenant.entry-asked', resourceType: 'tenant', resourceId: tenantId } as const
  const way = await actInside(scope, tenantId, async (inside) => {
    if (await mayOperatorsEnter(inside, { lock: true })) throw new Failure('not-possible')
    const id = await insertRequest(inside, reason)
    if (id === undefined) throw new Failure('not-possible')
    await recordAudit(inside, { ...asking, details: { request: id, to: { reason } } })
    await tellAdministrators(inside, 'operator-asked', { operatorRequestId: id })
    return await getEntryWay(inside)
  })
  await recordAudit(scope, { ...asking, details: { to: { reason } } })
  return way
}

/** Ends the entry of the actor's session, if there is one. */
export async function leaveTenant(scope: ActorScope): Promise<void> {
  await leaveEntry(scope)
}

/** Returns how the actor can enter the scope's tenant now. */
export async function getEntryWay(inside: ActorScope): Promise<EntryWay> {
  const mayEnter = await mayOperatorsEnter(inside)
  const row = mayEnter ? undefined : await findOwnRequest(inside)
  if (row === undefined) return { mayEnter, request: null }
  const { answered_at, granted_until } = row
  if (answered_at === null) return { mayEnter, request: { state: 'waiting', until: null } }
  if (granted_until === null) return { mayEnter, request: { state: 'refused', until: null } }
  const state = granted_until > inside.now ? 'granted' : 'over'
  return { mayEnter, request: { state, until: granted_until.toISOString() } }
}

/** Returns how operators can enter the scope's tenant, with their open requests. */
export async function getOperatorAccess(scope: ActorScope): Promise<OperatorAccess> {
  const requests = await listOpenRequests(scope)
  return {
    mayEnter: await mayOperatorsEnter(scope),
    requests: requests.map(({ id, operator, reason, asked_at, granted_until }) => ({
      id,
      operator,
      reason,
      askedAt: asked_at.toISOString(),
      grantedUntil: granted_until?.toISOString() ?? null,
    })),
  }
}

/**
 * Lets operators enter by giving a reason, or makes them ask first. The latter ends running entries that had no grant.
 */
export async function setOperatorAccess(scope: ActorScope, mayEnter: boolean): Promise<OperatorAccess> {
  const from = { operatorsMayEnter: await mayOperatorsEnter(scope, { lock: true }) }
  const change = { id: scope.tenant.id, from, to: { operatorsMayEnter: mayEnter } }
  await makeChange(scope, 'tenant.changed', change, async () => {
    await updateMayEnter(scope, mayEnter)
    if (!mayEnter) await endEntries(scope, 'unasked', scope.actor.id)
  })
  return getOperatorAccess(scope)
}

/** Grants a request for so many hours. Throws `not-found`, and `not-possible` when it was already answered. */
export async function grantEntry(scope: ActorScope, requestId: string, hours: number): Promise<OperatorAccess> {
  const request = found(await lockRequest(scope, requestId))
  if (request.answered_at !== null) throw new Failure('not-possible')
  await answerRequest(scope, requestId, hours)
  await recordAudit(scope, { action: 'tenant.entry-granted', ...answering(scope, requestId, { hours }) })
  return getOperatorAccess(scope)
}

/** Refuses a request or withdraws its grant, which ends the entries made with it. Throws `not-found`. */
export async function refuseEntry(scope: ActorScope, requestId: string): Promise<OperatorAccess> {
  const request = found(await lockRequest(scope, requestId))
  const isRefused = request.answered_at !== null && request.granted_until === null
  if (!isRefused) {
    await answerRequest(scope, requestId, null)
    await endEntries(scope, { requestId }, scope.actor.id)
    await recordAudit(scope, { action: 'tenant.entry-refused', ...answering(scope, requestId) })
  }
  return getOperatorAccess(scope)
}

function answering({ tenant }: ActorScope, request: string, more: object = {}) {
  return { resourceType: 'tenant' as const, resourceId: tenant.id, details: { request, ...more } }
}

/** Lists the entries of operators with their reasons and times. */
export async function listOperatorEntries(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  const { items, page } = await listEntryRows(scope, query)
  return { data: items.map(shown), page }
}

/** Ends an operator's entry. Throws `not-found`. */
export async function endEntry(scope: ActorScope, entryId: string): Promise<OperatorEntry> {
  found(await findEntry(scope, entryId))
  const ended = await endEntries(scope, { id: entryId }, scope.actor.id)
  if (ended.length > 0) {
    await recordDone(scope, 'tenant.entry-ended', scope.tenant.id, { entry: entryId })
  }
  return shown(found(await findEntry(scope, entryId)))
}

function shown({ id, operator, reason, entered_at, ended_at, is_running }: EntryRow): OperatorEntry {
  return {
    id,
    operator,
    reason,
    enteredAt: entered_at.toISOString(),
    endsAt: ended_at.toISOString(),
    isRunning: is_running,
  }
}
