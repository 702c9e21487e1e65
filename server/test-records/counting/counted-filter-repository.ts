import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { StateFilter, TestRecordFilter } from '../../../contract/test-records/filter.ts'
import {
  groupInActorScope,
  organisationInActorScope,
  recordInActorScope,
  seesAll,
} from '../../access/actor-predicate.ts'
import type { ActorScope } from '../../access/scope.ts'

/**
 * A filter that precomputed counts can answer, in terms of their columns. Other filters, such as by the person who
 * recorded, have no such form; their records are counted instead.
 */
export interface CountedFilter {
  /** The places whose counts are added up, as a condition on `c.counted_id`: the tenant, organisations or groups. */
  places: RawBuilder<SqlBool>
  isOfTenant: boolean
  /** The places as groups, for counts by group. */
  groups: RawBuilder<SqlBool>
  /** The filter without the span, as a condition on `record_deltas as r`. */
  deltas: RawBuilder<SqlBool>
  assayId: string | undefined
  result: TestRecordFilter['result']
  span: Span
  /** The whole quarter hours of the span, the shortest periods that are counted. */
  quarters: Span
  /** The rest of the span, before its first and after its last whole quarter hour; its records are counted. */
  ragged: Span[]
}

/** From one instant up to, but not including, another; undefined for an open end. */
export interface Span {
  from: Date | undefined
  before: Date | undefined
}

const quarterHour = 15 * 60 * 1000

/** Tells whether counts can answer for everything that the actor sees in this state. */
export function isCounted(scope: ActorScope, state: StateFilter): boolean {
  return state === 'current' && seesPlaces(scope)
}

/** Converts a filter in the actor's scope into a form that counts can answer; undefined when there is none. */
export function countedFilter(scope: ActorScope, filter: TestRecordFilter): CountedFilter | undefined {
  const { from, to, result, state, organisation_id, group_id, assay_id, zone: _zone, ...others } = filter
  if (!isCounted(scope, state) || Object.values(others).some((value) => value !== undefined && value !== ''))
    return undefined
  const span = spanOf(from, to)
  const { whole: quarters, edges: ragged } = wholePeriods(span, quarterHour)
  if (quarters === undefined) return undefined
  const groups = groupsWhere(scope, { organisation_id, group_id })
  const byGroup = group_id !== undefined || !(seesAll(scope) || isOfOrganisation(scope))
  const isOfTenant = !byGroup && organisation_id === undefined && seesAll(scope)
  const deltas = [recordInActorScope(scope, 'r')]
  if (organisation_id !== undefined) deltas.push(sql`r.organisation_id = ${organisation_id}::uuid`)
  if (group_id !== undefined) deltas.push(sql`r.group_id = ${group_id}::uuid`)
  if (assay_id !== undefined) deltas.push(sql`r.assay_id = ${assay_id}::uuid`)
  return {
    places: isOfTenant
      ? sql<SqlBool>`c.counted_id = ${scope.tenant.id}::uuid`
      : byGroup
        ? groups
        : organisationsWhere(scope, organisation_id),
    isOfTenant,
    groups,
    deltas: sql<SqlBool>`${sql.join(deltas, sql` and `)}`,
    assayId: assay_id,
    result,
    span,
    quarters,
    ragged,
  }
}

/** Patients see records by subject and operators see none by place, so counts by place do not apply to them. */
function seesPlaces(scope: ActorScope): boolean {
  const { userType, isMachine } = scope.actor
  // Counts by place contain records that are held back, which a machine does not see.
  if (isMachine) return false
  return seesAll(scope) || isOfOrganisation(scope) || userType === 'group' || userType === 'clinical'
}

function isOfOrganisation({ actor }: ActorScope): boolean {
  return actor.userType === 'organisation' || actor.userType === 'provider'
}

function groupsWhere(
  scope: ActorScope,
  { organisation_id, group_id }: Pick<TestRecordFilter, 'organisation_id' | 'group_id'>,
): RawBuilder<SqlBool> {
  const conditions = [sql`g.tenant_id = ${scope.tenant.id}`, groupInActorScope(scope, 'g')]
  if (organisation_id !== undefined) conditions.push(sql`g.organisation_id = ${organisation_id}::uuid`)
  if (group_id !== undefined) conditions.push(sql`g.id = ${group_id}::uuid`)
  return sql<SqlBool>`c.counted_id in (select g.id from groups as g where ${sql.join(conditions, sql` and `)})`
}

function organisationsWhere(scope: ActorScope, id: string | undefined): RawBuilder<SqlBool> {
  const conditions = [sql`o.tenant_id = ${scope.tenant.id}`, organisationInActorScope(scope, 'o.id')]
  if (id !== undefined) conditions.push(sql`o.id = ${id}::uuid`)
  return sql<SqlBool>`c.counted_id in (select o.id from organisations as o where ${sql.join(conditions, sql` and `)})`
}

/** `to` is the last millisecond of a range. */
function spanOf(from: string | undefined, to: string | undefined): Span {
  return {
    from: from === undefined ? undefined : new Date(from),
    before: to === undefined ? undefined : new Date(Date.parse(to) + 1),
  }
}

/**
 * Splits a span into its whole periods in UTC, each `length` milliseconds long, and the edges before and after them.
 */
export function wholePeriods({ from, before }: Span, length: number): { whole: Span | undefined; edges: Span[] } {
  const first = from && new Date(Math.ceil(from.getTime() / length) * length)
  const end = before && new Date(Math.floor(before.getTime() / length) * length)
  if (first !== undefined && end !== undefined && first >= end) return { whole: undefined, edges: [{ from, before }] }
  const edges = [
    { from, before: first },
    { from: end, before },
  ]
  return {
    whole: { from: first, before: end },
    edges: edges.filter((edge) => edge.from?.getTime() !== edge.before?.getTime()),
  }
}
