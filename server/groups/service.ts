import { v7 as newId } from 'uuid'
import type { Query, Reply } from '../../contract/endpoint.ts'
import type { getGroup as oneEndpoint, Group, GroupChange, NewGroup } from '../../contract/groups/endpoints.ts'
import type { listGroups as listEndpoint } from '../../contract/groups/group-list.ts'
import { recordDone } from '../access/audit/audit.ts'
import { makeChange, makeStanding, type WantedStanding } from '../access/changing/changes.ts'
import { figuresOf } from '../access/listing/figures.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { asSeen } from '../access/changing/touched.ts'
import { found, invalid } from '../platform/failure.ts'
import { readPlacePhone, requireFittingAddress } from '../tenants/service.ts'
import { labOf } from './columns.ts'
import {
  insertGroup,
  lockActiveOrganisation,
  updateGroupRow,
  updateGroupStanding,
  type GroupFields,
  type NewGroupFields,
} from './changes-repository.ts'
import { countInGroups, findGroupRow, findPlaceOfGroup, listGroupRows } from './repository.ts'

export { seenGroups } from './repository.ts'

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
  const { id, organisationId, organisationName, organisationStatus, status, version } = row
  const place = { id, organisationId, organisationName, organisationStatus, status, version }
  return { ...place, ...fieldsOf(row), figures: figures(id) }
}

function fieldsOf(row: NonNullable<Awaited<ReturnType<typeof findGroupRow>>>): GroupFields {
  const { name, description, location, phone, twoReaders } = row
  return { name, description, location, phone, ...labOf(row), twoReaders }
}

/**
 * Creates a group with this id. Throws `validation` at the organisation when it is missing, suspended or outside the actor's scope, `validation` for
 * a telephone or an address that the tenant does not accept, and `duplicate` at the name.
 */
export async function createGroup(scope: ActorScope, form: NewGroup, id: string): Promise<Group> {
  if (!(await lockActiveOrganisation(scope, form.organisationId))) throw invalid('organisationId', 'unknownReference')
  const { labAddress = null, orderingProvider = null } = form
  await requireFittingAddress(scope, 'labAddress', labAddress)
  const phone = await readPlacePhone(scope, form.phone, null)
  return getGroup(scope, await addGroup(scope, { ...form, phone, labAddress, orderingProvider }, id))
}

/** Adds a group to an organisation, also in a tenant that has no users yet. Throws `duplicate` at the name. */
export async function addGroup(scope: Scope, form: NewGroupFields, id = newId()): Promise<string> {
  await insertGroup(scope, id, form)
  await recordDone(scope, 'group.created', id, { organisationId: form.organisationId })
  return id
}

/**
 * Changes a group. Equal content leaves no trace. Throws `not-found`, `stale-version`, `duplicate` at the name, and
 * `validation` for a telephone or an address that the tenant does not accept.
 */
export async function updateGroup(scope: ActorScope, id: string, version: number, form: GroupChange): Promise<Group> {
  const row = asSeen(await findGroupRow(scope, id, { lock: true }), version)
  const before = fieldsOf(row)
  const { labAddress = before.labAddress, orderingProvider = before.orderingProvider } = form
  const phone = await readPlacePhone(scope, form.phone, before.phone)
  const after = { ...form, phone, labAddress, orderingProvider }
  const unkept = { orderingProvider: { from: before.orderingProvider, to: orderingProvider } }
  await makeChange(scope, 'group.changed', { id, from: told(before), to: told(after), unkept }, async () => {
    await requireFittingAddress(scope, 'labAddress', labAddress)
    await updateGroupRow(scope, row, after)
  })
  return getGroup(scope, id)
}

/** Histories only show texts, and the parts of an address by their paths. */
function told({ name, description, location, phone, labName, labAddress, clia, twoReaders }: GroupFields) {
  const parts = Object.entries(labAddress ?? {}).map(([part, value]) => [`labAddress.${part}`, value])
  const texts = { name, description, location, phone, labName, clia, twoReaders: String(twoReaders) }
  return { ...texts, ...Object.fromEntries(parts) }
}

/**
 * Suspends a group, which then takes no tests and no invites, or reactivates it; does nothing when it is already so.
 * Throws `not-found`, and `stale-version` when a version is given and outdated.
 */
export async function setStandingOfGroup(scope: ActorScope, id: string, wanted: WantedStanding): Promise<Group> {
  const row = await findGroupRow(scope, id, { lock: true })
  await makeStanding(scope, 'group', row, wanted, () => updateGroupStanding(scope, id, wanted.status))
  return getGroup(scope, id)
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
