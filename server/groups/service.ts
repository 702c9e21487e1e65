import type { Query, Reply } from '../../contract/endpoint.ts'
import type {
  getGroup as oneEndpoint,
  Group,
  GroupChange,
  listGroupHistory as historyEndpoint,
  NewGroup,
} from '../../contract/groups/endpoints.ts'
import type { listGroups as listEndpoint } from '../../contract/groups/group-list.ts'
import type { Standing } from '../../contract/standing.ts'
import { recordAudit } from '../access/audit/audit.ts'
import { figuresOf } from '../access/listing/figures.ts'
import { listHistory } from '../access/audit/history.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { asSeen } from '../access/changing/touched.ts'
import { duplicate, found, invalid } from '../platform/failure.ts'
import { readPlacePhone } from '../tenants/service.ts'
import {
  insertGroup,
  lockActiveOrganisation,
  updateGroupRow,
  updateGroupStanding,
  type GroupFields,
  type NewGroupFields,
} from './changes-repository.ts'
import { countInGroups, findGroupRow, findPlaceOfGroup, listGroupRows } from './repository.ts'

export async function listGroups(
  scope: ActorScope,
  { tests_since, ...query }: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  const { items, page } = await listGroupRows(scope, query)
  const figures = await figuresOf(scope, items, tests_since, countInGroups)
  return { data: items.map(({ name_key: _, ...row }) => ({ ...row, figures: figures(row.id) })), page }
}

/** Throws `not-found`, also for a group that the actor does not see. */
export async function getGroup(
  scope: ActorScope,
  groupId: string,
  { tests_since }: Query<typeof oneEndpoint> = {},
): Promise<Group> {
  const row = found(await findGroupRow(scope, groupId))
  const figures = await figuresOf(scope, [row], tests_since, countInGroups)
  return { ...row, figures: figures(row.id) }
}

/**
 * Throws `validation` at the organisation when it is missing, suspended or outside the actor's scope, `validation` for
 * a telephone that the tenant does not accept, and `duplicate` at the name.
 */
export async function createGroup(scope: ActorScope, form: NewGroup): Promise<Group> {
  if (!(await lockActiveOrganisation(scope, form.organisationId))) throw invalid('organisationId', 'unknownReference')
  const phone = await readPlacePhone(scope, form.phone, null)
  return getGroup(scope, await addGroup(scope, { ...form, phone }))
}

/** Adds a group to an organisation, also in a tenant that has no users yet. Throws `duplicate` at the name. */
export async function addGroup(scope: Scope, form: NewGroupFields): Promise<string> {
  const { organisationId } = form
  const id = await insertGroup(scope, form)
  if (id === undefined) throw duplicate('name', 'nameTaken')
  const details = { organisationId }
  await recordAudit(scope, { action: 'group.created', resourceType: 'group', resourceId: id, details })
  return id
}

/**
 * Changes a group. Equal content leaves no trace. Throws `not-found`, `stale-version`, `duplicate` at the name, and
 * `validation` for a telephone that the tenant does not accept.
 */
export async function updateGroup(
  scope: ActorScope,
  groupId: string,
  version: number,
  form: GroupChange,
): Promise<Group> {
  const { organisationId, name, description, location, phone, labName, clia, twoReaders } = asSeen(
    await findGroupRow(scope, groupId, { lock: true }),
    version,
  )
  const from: GroupFields = { name, description, location, phone, labName, clia, twoReaders }
  const to: GroupFields = { ...form, phone: await readPlacePhone(scope, form.phone, phone) }
  const isChanged = (Object.keys(from) as (keyof GroupFields)[]).some((field) => from[field] !== to[field])
  if (!isChanged) return getGroup(scope, groupId)
  if (!(await updateGroupRow(scope, { id: groupId, organisationId }, to))) throw duplicate('name', 'nameTaken')
  // Histories only show texts.
  const told = (one: GroupFields) => ({ ...one, twoReaders: String(one.twoReaders) })
  const details = { from: told(from), to: told(to) }
  await recordAudit(scope, { action: 'group.changed', resourceType: 'group', resourceId: groupId, details })
  return getGroup(scope, groupId)
}

/**
 * Suspends a group, which then takes no tests and no invites, or reactivates it; does nothing when it is already so.
 * Throws `not-found`, and `stale-version` when a version is given and outdated.
 */
export async function setStandingOfGroup(
  scope: ActorScope,
  groupId: string,
  { status, version }: { status: Standing; version: number | undefined },
): Promise<Group> {
  const row = asSeen(await findGroupRow(scope, groupId, { lock: true }), version)
  if (row.status === status) return getGroup(scope, groupId)
  await updateGroupStanding(scope, groupId, status)
  const action = status === 'suspended' ? 'group.suspended' : 'group.reactivated'
  await recordAudit(scope, { action, resourceType: 'group', resourceId: groupId })
  return getGroup(scope, groupId)
}

/** Lists the changes of a group, the latest first. Throws `not-found`. */
export async function listGroupHistory(
  scope: ActorScope,
  groupId: string,
  query: Query<typeof historyEndpoint>,
): Promise<Reply<typeof historyEndpoint>> {
  found(await findGroupRow(scope, groupId))
  return listHistory(scope, { resourceType: 'group', resourceId: groupId }, query)
}

/** Finds the organisation of an active group in the actor's scope, or the problem with the chosen group. */
export async function placeOfGroup(
  scope: ActorScope,
  groupId: string,
): Promise<{ organisationId: string } | { problem: 'unknownReference' | 'suspendedPlace' }> {
  const place = await findPlaceOfGroup(scope, groupId)
  if (place === undefined) return { problem: 'unknownReference' }
  return place.is_suspended ? { problem: 'suspendedPlace' } : { organisationId: place.organisation_id }
}
