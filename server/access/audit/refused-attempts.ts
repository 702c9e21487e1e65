import { sql } from 'kysely'
import type { ResourceType } from '../../../contract/audit/resource-types.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { id as idSchema } from '../../../contract/schema.ts'
import type { Failure } from '../../platform/failure.ts'
import { recordRefusedCall } from './audit.ts'
import { countRefusal } from './refusal-counts.ts'
import type { Scope } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** The resource of an id in a request, by the start of the path or by the body's field, with its table. */
const resources = {
  '/users/': { type: 'user', table: 'users' },
  '/organisations/': { type: 'organisation', table: 'organisations' },
  '/groups/': { type: 'group', table: 'groups' },
  '/operator-requests/': { type: 'operator-request', table: 'operator_requests' },
  '/operator-entries/': { type: 'operator-entry', table: 'operator_entries' },
  '/test-records/': { type: 'test-record', table: 'test_records' },
  '/test-runs/': { type: 'test-run', table: 'test_runs' },
  '/subjects/': { type: 'subject', table: 'subjects' },
  '/assays/': { type: 'assay', table: 'assays' },
  '/assays/pictures/': { type: 'assay-picture', table: 'assay_pictures' },
  '/invites/': { type: 'invite', table: 'invites' },
  '/tenants/': { type: 'tenant', table: 'tenants' },
  '/audit-events/': { type: 'audit-event', table: 'audit_events' },
  '/device-images/': { type: 'device-image', table: 'device_images' },
  organisationId: { type: 'organisation', table: 'organisations' },
  organisationIds: { type: 'organisation', table: 'organisations' },
  groupId: { type: 'group', table: 'groups' },
  groupIds: { type: 'group', table: 'groups' },
  subjectId: { type: 'subject', table: 'subjects' },
  deviceImageId: { type: 'device-image', table: 'device_images' },
} as const satisfies Record<string, { type: ResourceType; table: keyof Tables }>

/**
 * Returns the resource type of an endpoint, by its path before the id or else by the first segment; empty when it has
 * none.
 */
export function resourceTypeOf({ path }: Endpoint): { resourceType?: ResourceType } {
  const key = [path.slice(0, path.indexOf('{')), `/${path.split('/')[1]}/`].find(isKey)
  return key === undefined ? {} : { resourceType: resources[key].type }
}

/** A resource that a refused request named. */
interface Named {
  type: ResourceType
  table: (typeof resources)[keyof typeof resources]['table']
  id: string
}

/** Returns the resources that a failed request named, or undefined when the failure is not a refused attempt. */
export function refusedAttempt(
  endpoint: Endpoint,
  request: { params: unknown; body: unknown },
  failure: Failure,
): readonly Named[] | undefined {
  switch (failure.code) {
    case 'forbidden':
    case 'email-not-found':
    case 'custom-id-not-found':
      return []
    case 'not-found':
      return orNothing(namedIn(request.params, (field) => endpoint.path.slice(0, endpoint.path.indexOf(`{${field}}`))))
    case 'validation': {
      const unknown = failure.fields.filter(({ phrase }) => phrase === 'unknownReference').map(({ field }) => field)
      return orNothing(namedIn(request.body, (field) => (unknown.includes(field) ? field : '')))
    }
    default:
      return undefined
  }
}

/**
 * Writes one event for a refused attempt, however many resources it named. The reply for a missing resource and for one
 * out of scope is the same, and so is the work for it; the event tells which it was. When several were named, the event
 * is about one that exists, if any, and has their number.
 */
export async function recordRefusal(
  scope: Scope,
  endpoint: Endpoint,
  { resource }: Failure,
  named: readonly Named[] = [],
): Promise<void> {
  if (scope.actor === null || !(await countRefusal(scope, scope.actor.id))) return
  const [first] = named
  if (first === undefined) return await recordRefusedCall(scope, endpoint, { ...resource })
  const found = await findNamed(scope, named)
  const { type, id } = found ?? first
  const details = { isOutOfScope: found !== undefined, ...(named.length > 1 && { named: named.length }) }
  await recordRefusedCall(scope, endpoint, { resourceType: type, resourceId: id, details })
}

/** Finds the first named resource that exists, with one query per table. */
async function findNamed(scope: Scope, named: readonly Named[]): Promise<Named | undefined> {
  for (const table of new Set(named.map((one) => one.table))) {
    const ids = named.filter((one) => one.table === table).map(({ id }) => id)
    const row = await scope.db
      .selectFrom(table)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .select('id')
      .limit(1)
      .executeTakeFirst()
    if (row !== undefined) return named.find((one) => one.table === table && one.id === row.id)
  }
  return undefined
}

function orNothing(named: Named[]): Named[] | undefined {
  return named.length === 0 ? undefined : named
}

/** Collects the ids in the fields for which `keyOf` returns a known key. */
function namedIn(values: unknown, keyOf: (field: string) => string): Named[] {
  return Object.entries(values ?? {}).flatMap(([field, value]) => {
    const key = keyOf(field)
    if (!isKey(key)) return []
    const ids = [value].flat().map((one) => idSchema.safeParse(one))
    return ids.flatMap(({ data }) => (data === undefined ? [] : [{ ...resources[key], id: data }]))
  })
}

function isKey(key: string): key is keyof typeof resources {
  return Object.hasOwn(resources, key)
}
