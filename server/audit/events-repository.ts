import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { auditList } from '../../contract/audit/audit-list.ts'
import type { listAuditEvents } from '../../contract/audit/endpoints.ts'
import type { NamedResource } from '../../contract/audit/resource-types.ts'
import type { Query } from '../../contract/endpoint.ts'
import { eventOrder, eventTime, type EventKeys } from '../access/audit/audit.ts'
import { sortedList } from '../access/listing/listing.ts'
import type { ActorScope } from '../access/scope.ts'

/** The filter of the audit trail. */
export type AuditFilter = Omit<Query<typeof listAuditEvents>, 'per_page' | 'cursor' | 'sort'>

/** Reads a page of the tenant's events that match the filter, with their total. */
export async function listEventRows(scope: ActorScope, query: Query<typeof listAuditEvents>) {
  const page = auditOrders.page(query)
  const matching = await matchingEvents(scope, query)
  return await page.read(scope.db, {
    // The page is selected by key first, so that an index alone finds and counts the events.
    rows: shownEvents(scope)
      .where(sql<SqlBool>`e.id = any(array(${matching(page)}))`)
      .orderBy(page.orderBy)
      .execute(),
    matching: matching(),
  })
}

export const auditOrders = sortedList<typeof auditList, EventKeys>({ at: eventOrder })

/** Finds one event of the tenant. */
export async function findEventRow(scope: ActorScope, id: string) {
  return shownEvents(scope)
    .where('e.id', '=', id)
    .select(['e.details', 'e.request_id', 'e.position'])
    .executeTakeFirst()
}

/** The page of a list to select; see `sortedList`. */
interface Cut {
  condition: RawBuilder<SqlBool>
  orderBy: RawBuilder<unknown>
  limit: unknown
}

/**
 * Returns a function that selects the ids of the events that match a filter: a page of them, or all in no order.
 * Action, resource type, outcome and actor make a few hundred kinds, of which a tenant or a user has a few dozen. An
 * index holds the events of each kind by time, so a page merges the first events of each kind, and a count reads only
 * matching events.
 */
async function matchingEvents(
  scope: ActorScope,
  filter: AuditFilter,
): Promise<(cut?: Cut) => RawBuilder<{ id: string }>> {
  const { actor_id, action, resource_type, resource_id, outcome } = filter
  const isOfKinds = [actor_id, action, resource_type, outcome].some((value) => value !== undefined)
  if (resource_id !== undefined || !isOfKinds) {
    const where = sql.join([inTenant(scope), plainConditions(filter)], sql` and `)
    return (cut) => sql`select e.id from audit_events as e where ${where} ${cut ? ordered(cut) : sql``}`
  }
  const kinds = await findKinds(scope, filter)
  const where = sql.join([inTenant(scope), ...inTime(filter), sql`e.kind = k.kind`, ...byActor(filter)], sql` and `)
  return (cut) => sql`
    select e.id from unnest(${kinds}::text[]) as k (kind)
    cross join lateral (
      select e.id, e.occurred_at from audit_events as e where ${where} ${cut ? ordered(cut) : sql`offset 0`}
    ) as e ${cut ? sql`order by ${cut.orderBy} limit ${cut.limit}` : sql``}`
}

function ordered({ condition, orderBy, limit }: Cut): RawBuilder<unknown> {
  return sql`and ${condition} order by ${orderBy} limit ${limit}`
}

function inTenant({ tenant }: ActorScope): RawBuilder<unknown> {
  return sql`e.tenant_id = ${tenant.id}`
}

function inTime({ from, to }: AuditFilter): RawBuilder<unknown>[] {
  return [
    ...(from === undefined ? [] : [sql`e.occurred_at >= ${from}::timestamptz`]),
    // The filter has milliseconds and events have microseconds; events within the last millisecond are included.
    ...(to === undefined ? [] : [sql`e.occurred_at < ${to}::timestamptz + interval '1 millisecond'`]),
  ]
}

function byActor({ actor_id }: AuditFilter): RawBuilder<unknown>[] {
  return actor_id === undefined ? [] : [sql`e.actor_id = ${actor_id}::uuid`]
}

/** The filter as plain conditions on `audit_events as e`. */
export function plainConditions(filter: AuditFilter): RawBuilder<SqlBool> {
  const { action, resource_type, resource_id, outcome } = filter
  const conditions = [sql`true`, ...inTime(filter), ...byActor(filter)]
  if (action !== undefined) conditions.push(sql`e.action = ${action}`)
  if (resource_type !== undefined) conditions.push(sql`e.resource_type = ${resource_type}`)
  if (resource_id !== undefined) conditions.push(sql`e.resource_id = ${resource_id}::uuid`)
  if (outcome !== undefined) conditions.push(sql`e.outcome = ${outcome}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** Finds the matching kinds of events that the tenant, or the actor of the filter, has. Each takes one index lookup. */
async function findKinds(scope: ActorScope, filter: AuditFilter): Promise<string[]> {
  const { action, resource_type, outcome } = filter
  // A kind is the action, the resource type and the outcome, joined by spaces; no action contains a space.
  const first = action === undefined ? '' : `${action} `
  const beyond = action === undefined ? '~' : `${action}!`
  const where = sql.join([inTenant(scope), ...byActor(filter)], sql` and `)
  const { rows } = await sql<{ kind: string }>`
    with recursive kinds (kind) as (
      (select e.kind from audit_events as e where ${where} and e.kind >= ${first} and e.kind < ${beyond} order by e.kind limit 1)
      union all
      select (
        select e.kind from audit_events as e where ${where} and e.kind > k.kind and e.kind < ${beyond} order by e.kind limit 1
      ) from kinds as k where k.kind is not null
    )
    select kind from kinds where kind is not null
  `.execute(scope.db)
  return rows
    .map(({ kind }) => kind)
    .filter((kind) => {
      const [, type, ended] = kind.split(' ')
      return (resource_type ?? type) === type && (outcome ?? ended) === ended
    })
}

/**
 * The current name of an event's resource by its type, over the tables of `shownEvents`. Groups of different
 * organisations may share a name, so the organisation follows. A round is called after its group and its test kit.
 */
const shownNames: Record<NamedResource, RawBuilder<unknown>> = {
  assay: sql`y.name`,
  group: sql`g.name || ', ' || go.name`,
  organisation: sql`o.name`,
  round: sql`ng.name || ', ' || ny.name`,
  'test-record': sql`r.test_id`,
  user: sql`u.full_name`,
}

/** The current name of an event's resource. */
export const resourceName = sql<string | null>`coalesce(${sql.join(Object.values(shownNames))})`

/** Selects events with the current names of their actor and resource. */
export function shownEvents(scope: ActorScope) {
  return scope.db
    .selectFrom('audit_events as e')
    .leftJoin('users as a', (join) => join.onRef('a.id', '=', 'e.actor_id').on('a.status', '<>', 'deleted'))
    .leftJoin('known_operators as k', 'k.id', 'e.actor_id')
    .leftJoin('organisations as o', (join) =>
      join.onRef('o.id', '=', 'e.resource_id').on('e.resource_type', '=', 'organisation'),
    )
    .leftJoin('groups as g', (join) => join.onRef('g.id', '=', 'e.resource_id').on('e.resource_type', '=', 'group'))
    .leftJoin('organisations as go', 'go.id', 'g.organisation_id')
    .leftJoin('users as u', (join) =>
      // A token has its name from its account, whose id it shares.
      join
        .onRef('u.id', '=', 'e.resource_id')
        .on('e.resource_type', 'in', ['user', 'api-token'])
        .on('u.status', '<>', 'deleted'),
    )
    .leftJoin('test_records as r', (join) =>
      join.onRef('r.id', '=', 'e.resource_id').on('e.resource_type', '=', 'test-record'),
    )
    .leftJoin('rounds as n', (join) => join.onRef('n.id', '=', 'e.resource_id').on('e.resource_type', '=', 'round'))
    .leftJoin('groups as ng', 'ng.id', 'n.group_id')
    .leftJoin('assays as ny', 'ny.id', 'n.assay_id')
    .leftJoin('assays as y', (join) => join.onRef('y.id', '=', 'e.resource_id').on('e.resource_type', '=', 'assay'))
    .select([
      'e.id',
      'e.occurred_at',
      'e.actor_id',
      sql<string | null>`coalesce(a.full_name, k.full_name)`.as('actor_name'),
      sql<boolean>`a.id is null and k.id is not null`.as('is_operator'),
      sql<boolean>`coalesce(a.user_type = 'machine', false)`.as('is_machine'),
      'e.action',
      'e.outcome',
      'e.resource_type',
      'e.resource_id',
      resourceName.as('resource_name'),
      eventTime,
    ])
}
export type EventRow = Omit<
  NonNullable<Awaited<ReturnType<typeof findEventRow>>>,
  'details' | 'request_id' | 'position'
>

/** Finds the names of those ids that belong to rows with a name. Erased people have none. */
export async function findNames({ db }: ActorScope, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  const found: Record<NamedResource, Promise<{ id: string; name: string }[]>> = {
    assay: db.selectFrom('assays').where('id', 'in', ids).select(['id', 'name']).execute(),
    group: db
      .selectFrom('groups as g')
      .innerJoin('organisations as o', 'o.id', 'g.organisation_id')
      .where('g.id', 'in', ids)
      .select(['g.id', sql<string>`g.name || ', ' || o.name`.as('name')])
      .execute(),
    organisation: db.selectFrom('organisations').where('id', 'in', ids).select(['id', 'name']).execute(),
    round: db
      .selectFrom('rounds as n')
      .innerJoin('groups as g', 'g.id', 'n.group_id')
      .innerJoin('assays as y', 'y.id', 'n.assay_id')
      .where('n.id', 'in', ids)
      .select(['n.id', sql<string>`g.name || ', ' || y.name`.as('name')])
      .execute(),
    'test-record': db.selectFrom('test_records').where('id', 'in', ids).select(['id', 'test_id as name']).execute(),
    user: db
      .selectFrom('users')
      .where('id', 'in', ids)
      .where('status', '<>', 'deleted')
      .select(['id', sql<string>`full_name`.as('name')])
      .execute(),
  }
  return (await Promise.all(Object.values(found))).flat()
}
