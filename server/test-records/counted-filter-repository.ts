import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { StateFilter, TestRecordFilter } from '../../contract/test-records/filter.ts'
import { groupInActorScope, organisationInActorScope, recordInActorScope, seesAll } from '../access/actor-predicate.ts'
import type { ActorScope } from '../access/scope.ts'

/**
 * A filter that counts made beforehand can answer, as the columns of those counts know it. What they do not know, such as who
 * recorded a test, has no such form: then the records themselves are counted.
 */
export interface CountedFilter {
  /** Whose counts are added up, as a condition on their `c.counted_id`: the tenant's, organisations' or groups'. */
  places: RawBuilder<SqlBool>
  isOfTenant: boolean
  /** The same by groups, for those who want to tell them apart. */
  groups: RawBuilder<SqlBool>
  /** The same, without the span, as a condition on deltas: `record_deltas as r`. */
  deltas: RawBuilder<SqlBool>
  assayId: string | undefined
  result: TestRecordFilter['result']
  span: Span
}

/** From one instant to just before another, both starts of a quarter of an hour; undefined where it is open. */
export interface Span {
  from: Date | undefined
  before: Date | undefined
}

const quarterHour = 15 * 60 * 1000

/** Whether counts can answer for all that the actor sees in this state. */
export function isCounted(scope: ActorScope, state: StateFilter): boolean {
  return state === 'current' && seesPlaces(scope)
}

/** Answers the form of a filter that counts can answer, in the actor's scope; undefined where there is none. */
export function countedFilter(scope: ActorScope, filter: TestRecordFilter): CountedFilter | undefined {
  const { from, to, result, state, organisation_id, group_id, assay_id, zone: _zone, ...others } = filter
  if (!isCounted(scope, state) || Object.values(others).some((value) => value !== undefined && value !== ''))
    return undefined
  const span = spanOf(from, to)
  if (span === undefined) return undefined
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
  }
}

/** Patients see records by their subject, and operators none of their own. */
function seesPlaces(scope: ActorScope): boolean {
  const { userType } = scope.actor
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

/** Undefined for a range that does not begin and end with a quarter of an hour. `to` is the last millisecond of it. */
function spanOf(from: string | undefined, to: string | undefined): Span | undefined {
  const start = from === undefined ? undefined : Date.parse(from)
  const end = to === undefined ? undefined : Date.parse(to) + 1
  if ((start ?? 0) % quarterHour !== 0 || (end ?? 0) % quarterHour !== 0) return undefined
  return {
    from: start === undefined ? undefined : new Date(start),
    before: end === undefined ? undefined : new Date(end),
  }
}
